//! A vote of the class: a yes-or-no question for everybody. Each change is on the disk before anybody sees it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::roster::unkept;
use crate::scenario::{SafeText, files};

/// The last question with its answers, as saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PollQuestion {
    /// The number of the question, counted from 1. 0 if there was no question.
    pub number: u32,
    pub ask: SafeText,
    /// `true` while students can answer.
    pub open: bool,
    /// The answers by the students' numbers. `true` means yes.
    pub said: BTreeMap<usize, bool>,
}

impl PollQuestion {
    /// The number of students who said yes, and the number of those who said no.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let yes = self.said.values().filter(|yes| **yes).count();
        (yes, self.said.len() - yes)
    }

    /// The question with its result, in words.
    pub(crate) fn outcome(&self) -> String {
        let (yes, no) = self.counts();
        format!("{} yes {yes}, no {no}", &*self.ask)
    }
}

pub(crate) struct ClassPoll {
    vote: Mutex<PollQuestion>,
    file: PathBuf,
}

impl ClassPoll {
    /// Opens the vote in the folder of a class.
    ///
    /// # Errors
    /// Returns an error if the file is not a vote. The file stays as it is.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let file = folder.join("vote.yaml");
        let vote = files::yaml(&file)?.unwrap_or_default();
        Ok(Self { vote: Mutex::new(vote), file })
    }

    /// The current question with its answers.
    pub(crate) fn current(&self) -> PollQuestion {
        self.vote.lock().clone()
    }

    /// Asks a question. It replaces the previous one.
    ///
    /// # Errors
    /// Returns an error if the question cannot be saved. Then nothing changes.
    pub(crate) fn ask(&self, ask: SafeText) -> Result<(), String> {
        self.change(|vote| {
            let (number, said) = (vote.number + 1, BTreeMap::new());
            *vote = PollQuestion { number, ask, open: true, said };
        })
    }

    /// Closes the vote.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved. Then the vote stays open.
    pub(crate) fn close(&self) -> Result<(), String> {
        self.change(|vote| vote.open = false)
    }

    /// Counts the answer of a student. It replaces the student's earlier answer.
    ///
    /// # Errors
    /// Returns an error if the answer cannot be saved. Then it does not count.
    pub(crate) fn record_answer(&self, student: usize, yes: bool) -> Result<(), String> {
        self.change(|vote| {
            vote.said.insert(student, yes);
        })
    }

    fn change(&self, to: impl FnOnce(&mut PollQuestion)) -> Result<(), String> {
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
        let ballot = ClassPoll::open(folder.path()).unwrap();
        ballot.ask(SafeText::new("Is step 4 right?").unwrap()).unwrap();
        for (student, yes) in [(0, true), (1, false), (0, false), (2, true)] {
            ballot.record_answer(student, yes).unwrap();
        }
        let again = ClassPoll::open(folder.path()).unwrap();
        assert_eq!((again.current(), again.current().counts()), (ballot.current(), (1, 2)));
        again.close().unwrap();
        assert_eq!(again.current().outcome(), "Is step 4 right? yes 1, no 2");
        assert!(!ClassPoll::open(folder.path()).unwrap().current().open);
        again.ask(SafeText::default()).unwrap();
        assert_eq!((again.current().number, again.current().counts()), (2, (0, 0)));
    }
}
