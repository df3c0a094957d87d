//! Which keys do what: the defaults, and a file that changes some of them.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::{Action, BadChord, Chord, Scope};

/// Which keys do what.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMap<A> {
    /// The keys of every action, in the order of [`Action::ALL`].
    chords: Vec<Vec<Chord>>,
    of: PhantomData<A>,
}

impl<A: Action> KeyMap<A> {
    /// The defaults, changed by what a key file says: an action's name, and its keys.
    ///
    /// # Errors
    /// On a name that no action has, a text that names no key, a key of two meanings in one place, and
    /// where no key ends the program.
    pub fn changed(file: BTreeMap<String, Vec<String>>) -> Result<Self, String> {
        let mut map = Self::default();
        for (name, keys) in file {
            let Some(action) = A::ALL.iter().find(|a| a.name() == name) else {
                let list = A::ALL.iter().map(|a| a.name()).collect::<Vec<_>>().join(", ");
                return Err(format!(
                    "no action is called `{name}`; the program shows all of them under ?: {list}"
                ));
            };
            let chord = |key: &String| key.parse().map_err(|e: BadChord| format!("{name}: {e}"));
            map.chords[action.place()] = keys.iter().map(chord).collect::<Result<_, _>>()?;
        }
        if map.keys(A::QUIT).is_empty() {
            return Err("`quit` needs a key: it ends the program, whatever is shown".into());
        }
        // What ends every other program ends this one as well, unless it means something else.
        for &key in Self::default().keys(A::QUIT) {
            if map.actions(key).next().is_none() {
                map.chords[A::QUIT.place()].push(key);
            }
        }
        map.check()?;
        Ok(map)
    }

    /// One key must not mean two things in one place.
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
                        "`{key}` would be both `{one}` and `{other}` {place}: give one of them \
                         another key"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The keys of an action; none if a key file took them away.
    pub fn keys(&self, action: A) -> &[Chord] {
        &self.chords[action.place()]
    }

    /// The actions that a key can mean, in different places.
    pub fn actions(&self, chord: Chord) -> impl Iterator<Item = A> + '_ {
        A::ALL.iter().copied().filter(move |&a| self.keys(a).contains(&chord))
    }

    /// The same keys without those that mean something else just now, such as text.
    #[must_use]
    pub fn without(&self, taken: impl Fn(Chord) -> bool) -> Self {
        let free = |keys: &Vec<Chord>| keys.iter().copied().filter(|&k| !taken(k)).collect();
        Self { chords: self.chords.iter().map(free).collect(), of: PhantomData }
    }

    /// How the footer names the action's first key; empty if it has none.
    pub fn label(&self, action: A) -> String {
        self.keys(action).first().map_or_else(String::new, |k| k.label())
    }
}

impl<A: Action> Default for KeyMap<A> {
    fn default() -> Self {
        let parse = |key: &&str| key.parse().ok();
        let chords = A::ALL.iter().map(|a| a.default_keys().iter().filter_map(parse).collect());
        Self { chords: chords.collect(), of: PhantomData }
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
    fn what_is_unknown_or_doubled_or_leaves_no_way_out_is_refused() {
        let error = |name, keys: &[&str]| changed(name, keys).unwrap_err().to_string();
        assert!(error("undoo", &["x"]).contains("`undoo`"));
        assert!(error("undo", &["hyper-x"]).contains("`hyper-x`"));
        assert_eq!(
            error("undo", &["i"]),
            "`i` would be both `hint` and `undo` among the numbers: give one of them another key"
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
