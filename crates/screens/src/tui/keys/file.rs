//! A key file, which changes some of the keys.
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

/// Actions of earlier versions, each with a text about its replacement.
const RETIRED: [(&str, &str); 7] = [
    ("play-point", "`elenchus run` plays one debate"),
    ("export", "`elenchus sweep --csv` writes the points of a curve"),
    ("guard-door", "everybody who has the code can join; `new-code` changes the code"),
    ("consent", "a class exports no debates; `results` writes everybody's results"),
    ("concede", "to concede, point at the last step"),
    ("all-bits", "the arrows go through all bits; `next-mark` goes to the important ones"),
    ("device", "the teacher frees a student's name: `free-seat`"),
];

/// Reads a key file: a map from the name of an action to a key or a list of keys. Other actions keep their default
/// keys.
///
/// # Errors
/// Returns an error if the text is not such a map, if a name or key is invalid, or if two actions have the same key.
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
    use super::super::{Action, ActionNames as _, KeyScope};
    use super::*;

    #[test]
    fn every_default_key_is_a_key_and_means_one_thing_in_one_place() {
        let map = KeyMap::default();
        for &action in Action::ALL {
            assert_eq!(map.keys(action).len(), action.default_keys().len(), "{action:?}");
            let listed = Action::LISTED_AT_TABLE.contains(&action);
            assert!(listed || !map.keys(action).is_empty(), "{action:?}");
        }
        assert_eq!(read("{}"), Ok(map), "no two actions share a key");
    }

    #[test]
    fn at_most_twelve_letters_act_at_a_table() {
        let map = KeyMap::default();
        let letters: std::collections::BTreeSet<char> = Action::ALL
            .iter()
            .filter(|action| {
                let places = action.scopes();
                places.contains(&KeyScope::Table) || places.contains(&KeyScope::Everywhere)
            })
            .filter(|action| !Action::LISTED_AT_TABLE.contains(action))
            .flat_map(|&action| map.keys(action).iter().filter_map(|chord| chord.typed()))
            .filter(char::is_ascii_alphabetic)
            .collect();
        assert!(letters.len() <= 12, "{letters:?}");
    }

    #[test]
    fn a_command_of_the_list_takes_the_key_that_a_file_gives_it() {
        let map = read("evaluation: E\nsave: w").unwrap();
        assert_eq!(map.label(Action::Evaluation), "E");
        assert_eq!(map.label(Action::Save), "w");
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
