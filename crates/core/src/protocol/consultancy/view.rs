//! What each eye may know of a consultancy.

use super::{Consultancy, Phase};
use crate::machine::Input;
use crate::protocol::DirectJudge;
use crate::rules::{Move, Seat, View};
use crate::work::Stopped;

impl<'a> View<'a, Consultancy> {
    /// The judge, and what it saw so far.
    pub fn judge(&self) -> View<'a, DirectJudge> {
        self.of(&self.rules.judge)
    }

    /// Whether Alice is asked.
    pub fn is_arguing(&self) -> bool {
        self.rules.phase == Phase::Arguing
    }

    /// How many bits Alice may show.
    pub fn shows(&self) -> usize {
        self.rules.shows
    }

    /// The bits that the judge has not seen.
    pub fn unseen(&self) -> impl Iterator<Item = Input> + 'a {
        self.rules.unseen()
    }

    /// On which share of the inputs that agree with what the judge saw the claim is true; none if they
    /// are too many to be counted.
    ///
    /// # Errors
    /// If the counting was stopped.
    pub fn share(&self) -> Result<Option<f64>, Stopped> {
        self.rules.judge.share(&[], &self.token())
    }

    /// The same once a further bit is shown, for whoever knows what it says.
    ///
    /// # Errors
    /// If the counting was stopped.
    pub fn share_with(&self, input: Input) -> Result<Option<f64>, Stopped> {
        match self.eye.is(Seat::Alice) {
            true => self.rules.judge.share(&[input], &self.token()),
            false => Ok(None),
        }
    }

    /// What honest play comes to from here, and after a move: for the review.
    pub(super) fn honest_worths(&self, mv: &Move) -> Option<(f64, f64)> {
        let (after, token) = (self.after(mv)?, self.token());
        Some((self.rules.honest_worth(&token)?, after.honest_worth(&token)?))
    }
}
