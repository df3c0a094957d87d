//! Which keys do what: the defaults, and a file that changes some of them.
//!
//! ```yaml
//! undo: backspace
//! help: ["?", f1]
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Action, BadChord, Chord, KeyScope};
use crate::yaml;

/// Which keys do what.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMap {
    /// The keys of every action, in the order of [`Action::ALL`].
    chords: Vec<Vec<Chord>>,
}

/// What is wrong with a key file.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum KeyError {
    /// Not YAML of this shape.
    #[error("{0}")]
    File(String),
    /// Nothing would end the program at once.
    #[error("`quit` needs a key: it ends the program, whatever is shown")]
    NoQuit,
    /// No action of this name.
    #[error("no action is called `{0}`; `elenchus` shows all of them under ?: {list}", list = names())]
    Action(String),
    /// A text that names no key.
    #[error("{action}: {source}")]
    Chord {
        /// The action it stands at.
        action: String,
        /// The text.
        source: BadChord,
    },
    /// One key for two actions of one place.
    #[error("`{key}` would be both `{one}` and `{other}` {place}: give one of them another key")]
    Twice {
        /// The key.
        key: String,
        /// One action.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Where both can be on offer.
        place: &'static str,
    },
}

fn names() -> String {
    Action::ALL.iter().map(|a| a.name()).collect::<Vec<_>>().join(", ")
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Keys {
    One(String),
    Many(Vec<String>),
}

impl KeyMap {
    /// The defaults, changed by a key file: a map from an action's name to a key or a list of keys.
    pub fn from_yaml(text: &str) -> Result<Self, KeyError> {
        let file: BTreeMap<String, Keys> =
            yaml::read(text).map_err(|e| KeyError::File(e.to_string()))?;
        let mut map = Self::default();
        for (name, keys) in file {
            let Some(action) = Action::ALL.iter().find(|a| a.name() == name) else {
                return Err(KeyError::Action(name));
            };
            let keys = match keys {
                Keys::One(key) => vec![key],
                Keys::Many(keys) => keys,
            };
            map.chords[*action as usize] = keys
                .iter()
                .map(|k| k.parse())
                .collect::<Result<_, _>>()
                .map_err(|source| KeyError::Chord { action: name, source })?;
        }
        if map.keys(Action::Quit).is_empty() {
            return Err(KeyError::NoQuit);
        }
        map.check()?;
        Ok(map)
    }

    /// One key must not mean two things in one place.
    fn check(&self) -> Result<(), KeyError> {
        for (i, &one) in Action::ALL.iter().enumerate() {
            for &other in &Action::ALL[i + 1..] {
                let pairs =
                    one.scopes().iter().flat_map(|a| other.scopes().iter().map(move |b| (a, b)));
                let mut meet = pairs.filter(|(a, b)| a == b || KeyScope::Everywhere == **a.min(b));
                let shared = self.keys(one).iter().find(|k| self.keys(other).contains(k));
                if let (Some((a, b)), Some(key)) = (meet.next(), shared) {
                    let place = a.max(b).title();
                    let (one, other) = (one.name(), other.name());
                    return Err(KeyError::Twice { key: key.to_string(), one, other, place });
                }
            }
        }
        Ok(())
    }

    /// The keys of an action; none if a key file took them away.
    pub fn keys(&self, action: Action) -> &[Chord] {
        &self.chords[action as usize]
    }

    /// The actions that a key can mean, in different places.
    pub fn actions(&self, chord: Chord) -> impl Iterator<Item = Action> + '_ {
        Action::ALL.iter().copied().filter(move |&a| self.keys(a).contains(&chord))
    }

    /// The same keys without those that mean something else just now, such as text.
    #[must_use]
    pub fn without(&self, taken: impl Fn(Chord) -> bool) -> Self {
        let free = |keys: &Vec<Chord>| keys.iter().copied().filter(|&k| !taken(k)).collect();
        Self { chords: self.chords.iter().map(free).collect() }
    }

    /// How the footer names the action's first key; empty if it has none.
    pub fn label(&self, action: Action) -> String {
        self.keys(action).first().map_or_else(String::new, |k| k.label())
    }
}

impl Default for KeyMap {
    fn default() -> Self {
        let parse = |key: &&str| key.parse().ok();
        let chords =
            Action::ALL.iter().map(|a| a.default_keys().iter().filter_map(parse).collect());
        Self { chords: chords.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_is_a_key_and_means_one_thing_in_one_place() {
        let map = KeyMap::default();
        for &action in Action::ALL {
            assert_eq!(map.keys(action).len(), action.default_keys().len(), "{action:?}");
            assert!(!map.keys(action).is_empty(), "{action:?}");
        }
        assert_eq!(map.check(), Ok(()));
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
    fn a_file_moves_a_key() {
        let map = KeyMap::from_yaml("undo: [backspace, U]\nhint: H").unwrap();
        assert_eq!(map.label(Action::Undo), "Backspace");
        assert_eq!(map.actions("u".parse().unwrap()).count(), 0);
        assert_eq!(map.label(Action::Help), "?", "what is not named stays");
    }

    #[test]
    fn what_is_unknown_or_doubled_is_refused() {
        let error = |text| KeyMap::from_yaml(text).unwrap_err().to_string();
        assert!(error("undoo: x").contains("`undoo`"));
        assert!(error("undo: hyper-x").contains("`hyper-x`"));
        assert_eq!(
            error("undo: i"),
            "`i` would be both `hint` and `undo` at the table: give one of them another key"
        );
        assert!(error("undo: k").contains("`up`"));
        assert!(error("quit: []").contains("`quit` needs a key"));
        assert!(KeyMap::from_yaml("quit: ctrl-q").is_ok());
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Action::ALL.iter().map(|a| a.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Action::ALL.len());
    }
}
