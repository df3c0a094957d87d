//! The keys of each action: the defaults, and the changes of a key file.

use std::collections::BTreeMap;

use super::{Action, Chord, ChordError, Scope};

/// The keys of each action.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMap<A> {
    /// The keys of every action, in the order of [`Action::ALL`].
    chords: Vec<Vec<Chord>>,
    /// The actions for which a key file names keys.
    named: Vec<A>,
}

impl<A: Action> KeyMap<A> {
    /// Returns the defaults with the changes of a key file, which maps the name of an action to its keys.
    ///
    /// # Errors
    /// Returns an error if a name is no action, a text is no key, a key has two meanings in one scope, or no key quits
    /// the program.
    pub fn changed(file: BTreeMap<String, Vec<String>>) -> Result<Self, String> {
        let mut map = Self::default();
        for (name, keys) in file {
            let Some(action) = A::ALL.iter().find(|a| a.name() == name) else {
                let list = A::ALL.iter().map(|a| a.name()).collect::<Vec<_>>().join(", ");
                return Err(format!("there is no action `{name}`. The actions are: {list}"));
            };
            let chord = |key: &String| key.parse().map_err(|e: ChordError| format!("{name}: {e}"));
            map.named.push(*action);
            map.chords[action.index()] = keys.iter().map(chord).collect::<Result<_, _>>()?;
        }
        if map.keys(A::QUIT).is_empty() {
            return Err(
                "`quit` needs a key, so that you can leave the program from every screen".into()
            );
        }
        // The usual key for quitting still quits, unless the file gives it another meaning.
        for &key in Self::default().keys(A::QUIT) {
            if map.actions(key).next().is_none() {
                map.chords[A::QUIT.index()].push(key);
            }
        }
        map.check()?;
        Ok(map)
    }

    /// Checks that no key has two meanings in one scope.
    fn check(&self) -> Result<(), String> {
        for (i, &one) in A::ALL.iter().enumerate() {
            for &other in &A::ALL[i + 1..] {
                let pairs =
                    one.scopes().iter().flat_map(|a| other.scopes().iter().map(move |b| (a, b)));
                let mut meet = pairs.filter(|(a, b)| a == b || A::Scope::EVERYWHERE == **a.min(b));
                let shared = self.keys(one).iter().find(|k| self.keys(other).contains(k));
                if let (Some((a, b)), Some(key)) = (meet.next(), shared) {
                    let (one, other, place) = (one.name(), other.name(), a.max(b).title());
                    return Err(format!(
                        "`{key}` means both `{one}` and `{other}` ({place}). Give one of them \
                         another key"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The keys of an action. Empty if a key file removed them.
    pub fn keys(&self, action: A) -> &[Chord] {
        &self.chords[action.index()]
    }

    /// The actions of a key. A key can have a different action in each scope.
    pub fn actions(&self, chord: Chord) -> impl Iterator<Item = A> + '_ {
        A::ALL.iter().copied().filter(move |&a| self.keys(a).contains(&chord))
    }

    /// The same map without the keys for which `taken` returns `true`. While the user types text, this removes the
    /// letters.
    #[must_use]
    pub fn without(&self, taken: impl Fn(Chord) -> bool) -> Self {
        let free = |keys: &Vec<Chord>| keys.iter().copied().filter(|&k| !taken(k)).collect();
        Self { chords: self.chords.iter().map(free).collect(), named: self.named.clone() }
    }

    /// The same map, but these actions keep only the keys that a key file gave them.
    #[must_use]
    pub(crate) fn unbound(mut self, actions: impl Iterator<Item = A>) -> Self {
        for action in actions.filter(|action| !self.named.contains(action)).collect::<Vec<_>>() {
            self.chords[action.index()].clear();
        }
        self
    }

    /// The name of the action's first key in the footer. Empty if it has no key.
    pub fn label(&self, action: A) -> String {
        self.keys(action).first().map_or_else(String::new, |k| k.label())
    }
}

impl<A: Action> Default for KeyMap<A> {
    fn default() -> Self {
        let parse = |key: &&str| key.parse().ok();
        let chords = A::ALL.iter().map(|a| a.default_keys().iter().filter_map(parse).collect());
        Self { chords: chords.collect(), named: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Action;

    fn changed(name: &str, keys: &[&str]) -> Result<KeyMap<Action>, String> {
        let keys = keys.iter().map(ToString::to_string).collect();
        KeyMap::changed([(name.to_owned(), keys)].into())
    }

    #[test]
    fn a_file_moves_a_key_and_what_it_does_not_name_stays() {
        let map = changed("undo", &["backspace", "U"]).unwrap();
        assert_eq!(map.label(Action::Undo), "Backspace");
        assert_eq!(map.actions("u".parse().unwrap()).count(), 0);
        assert_eq!(map.label(Action::Help), "?");
    }

    #[test]
    fn unknown_and_doubled_keys_and_maps_without_a_way_out_are_refused() {
        let error = |name, keys: &[&str]| changed(name, keys).unwrap_err().to_string();
        assert!(error("undoo", &["x"]).contains("`undoo`"));
        assert!(error("undo", &["hyper-x"]).contains("`hyper-x`"));
        assert_eq!(
            error("undo", &["i"]),
            "`i` means both `hint` and `undo` (among the numbers). Give one of them another key"
        );
        assert!(error("undo", &["k"]).contains("`up`"));
        assert!(error("quit", &[]).contains("`quit` needs a key"));
    }

    #[test]
    fn the_usual_key_ends_the_program_unless_it_means_something_else() {
        let usual = "ctrl-c".parse().unwrap();
        let map = changed("quit", &["ctrl-q"]).unwrap();
        assert_eq!(map.label(Action::Quit), "Ctrl-Q");
        assert_eq!(map.actions(usual).collect::<Vec<_>>(), [Action::Quit]);
        let both = [("quit", "ctrl-q"), ("undo", "ctrl-c")];
        let file = both.map(|(name, key)| (name.to_owned(), vec![key.to_owned()]));
        let map = KeyMap::<Action>::changed(file.into());
        assert_eq!(map.unwrap().actions(usual).collect::<Vec<_>>(), [Action::Undo]);
    }
}
