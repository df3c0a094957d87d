//! A file that changes some of the keys.
//!
//! ```yaml
//! undo: backspace
//! help: ["?", f1]
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::KeyMap;
use crate::yaml;

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a key, such as x, f5 or ctrl-a, or a list of them; a digit is written in quotes"
)]
enum Keys {
    One(String),
    Many(Vec<String>),
}

/// Actions that earlier versions had, each with what to use instead.
const RETIRED: [(&str, &str); 5] = [
    ("play-point", "`elenchus run` plays one debate"),
    ("export", "`elenchus sweep --csv` writes the points of a curve"),
    ("guard-door", "whoever has the code comes in, and `new-code` changes the code"),
    ("consent", "a class exports no debates; `results` writes everybody's results"),
    ("device", "the teacher frees a student's name by `free-seat`"),
];

/// The defaults, changed by a key file: a map from an action's name to a key or a list of keys.
///
/// # Errors
/// If it is no such map, or says of the keys what cannot be.
pub fn read(text: &str) -> Result<KeyMap, String> {
    let file: BTreeMap<String, Keys> = yaml::read(text).map_err(|e| e.to_string())?;
    if let Some((name, instead)) = RETIRED.iter().find(|(name, _)| file.contains_key(*name)) {
        return Err(format!("the action `{name}` is gone: {instead}. Delete its line."));
    }
    let many = |keys| match keys {
        Keys::One(key) => vec![key],
        Keys::Many(keys) => keys,
    };
    KeyMap::changed(file.into_iter().map(|(name, keys)| (name, many(keys))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Table as _};
    use super::*;

    #[test]
    fn every_default_key_is_a_key_and_means_one_thing_in_one_place() {
        let map = KeyMap::default();
        for &action in Action::ALL {
            assert_eq!(map.keys(action).len(), action.default_keys().len(), "{action:?}");
            assert!(!map.keys(action).is_empty(), "{action:?}");
        }
        assert_eq!(read("{}"), Ok(map), "and no two are the same in one place");
    }

    #[test]
    fn hjkl_are_arrows_and_nothing_else() {
        let map = KeyMap::default();
        for (key, action) in
            [("h", Action::Left), ("j", Action::Down), ("k", Action::Up), ("l", Action::Right)]
        {
            let actions: Vec<_> = map.actions(key.parse().unwrap()).collect();
            assert_eq!(actions, [action]);
        }
    }

    #[test]
    fn a_key_that_is_gone_says_what_to_use_instead() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("device: m").contains("`device` is gone: the teacher frees"));
        assert!(error("export: x").contains("`elenchus sweep --csv`"));
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Action::ALL.iter().map(|a| a.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Action::ALL.len());
    }
}
