//! A question to everybody, answered by yes or no: what is asked, who said what, and what came of it. It
//! is on the disk before it is told.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::roll::unkept;
use crate::scenario::{Words, files};

/// The question put last, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Vote {
    /// Which one it is, from 1; 0 before there was any.
    pub number: u32,
    /// What is asked.
    pub ask: Words,
    /// Can it still be answered?
    pub open: bool,
    /// What the students said, by their numbers.
    pub said: BTreeMap<usize, bool>,
}

impl Vote {
    /// How many said yes, and how many no.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let yes = self.said.values().filter(|yes| **yes).count();
        (yes, self.said.len() - yes)
    }

    /// What came of it, in words.
    pub(crate) fn outcome(&self) -> String {
        let (yes, no) = self.counts();
        format!("{} yes {yes}, no {no}", &*self.ask)
    }
}

/// The ballot of a class.
pub(crate) struct Ballot {
    vote: Mutex<Vote>,
    file: PathBuf,
}

impl Ballot {
    /// The ballot kept in the folder of a class.
    ///
    /// # Errors
    /// If its file is none; it is left as it is.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let file = folder.join("vote.yaml");
        let vote = files::yaml(&file)?.unwrap_or_default();
        Ok(Self { vote: Mutex::new(vote), file })
    }

    /// The question as it stands.
    pub(crate) fn now(&self) -> Vote {
        self.vote.lock().clone()
    }

    /// Puts a question, in place of the one before.
    ///
    /// # Errors
    /// If it cannot be kept; nothing has changed then.
    pub(crate) fn ask(&self, ask: Words) -> Result<(), String> {
        self.change(|vote| {
            let (number, said) = (vote.number + 1, BTreeMap::new());
            *vote = Vote { number, ask, open: true, said };
        })
    }

    /// Closes it.
    ///
    /// # Errors
    /// If it cannot be kept; it is open then.
    pub(crate) fn close(&self) -> Result<(), String> {
        self.change(|vote| vote.open = false)
    }

    /// Counts what a student says, in place of what they said before.
    ///
    /// # Errors
    /// If it cannot be kept; it does not count then.
    pub(crate) fn say(&self, student: usize, yes: bool) -> Result<(), String> {
        self.change(|vote| {
            vote.said.insert(student, yes);
        })
    }

    fn change(&self, to: impl FnOnce(&mut Vote)) -> Result<(), String> {
        let mut vote = self.vote.lock();
        let mut new = vote.clone();
        to(&mut new);
        files::keep(&self.file, &new).map_err(unkept)?;
        *vote = new;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vote_has_a_text_and_is_there_again() {
        let folder = tempfile::tempdir().unwrap();
        let ballot = Ballot::open(folder.path()).unwrap();
        ballot.ask(Words::new("Is step 4 right?").unwrap()).unwrap();
        for (student, yes) in [(0, true), (1, false), (0, false), (2, true)] {
            ballot.say(student, yes).unwrap();
        }
        let again = Ballot::open(folder.path()).unwrap();
        assert_eq!((again.now(), again.now().counts()), (ballot.now(), (1, 2)));
        again.close().unwrap();
        assert_eq!(again.now().outcome(), "Is step 4 right? yes 1, no 2");
        assert!(!Ballot::open(folder.path()).unwrap().now().open);
        again.ask(Words::default()).unwrap();
        assert_eq!((again.now().number, again.now().counts()), (2, (0, 0)));
    }
}
