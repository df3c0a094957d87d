//! The parts of a consultancy that each viewer may see.

use super::{Consultancy, Phase};
use crate::machine::Input;
use crate::protocol::DirectJudge;
use crate::rules::{Move, Seat, View};
use crate::work::Cancelled;

impl<'a> View<'a, Consultancy> {
    /// The judge's part of the debate, with the bits that it saw.
    pub fn judge(&self) -> View<'a, DirectJudge> {
        self.nested(&self.rules.judge)
    }

    /// Returns `true` if it is Alice's turn.
    pub fn is_arguing(&self) -> bool {
        self.rules.phase == Phase::Arguing
    }

    /// The number of bits that Alice may show.
    pub fn shows(&self) -> usize {
        self.rules.shows
    }

    /// The bits that the judge has not seen.
    pub fn unseen(&self) -> impl Iterator<Item = Input> + 'a {
        self.rules.unseen()
    }

    /// The share of inputs with a true claim, among those that agree with what the judge saw.
    /// `None` if there are too many inputs to count.
    ///
    /// # Errors
    /// Returns an error if the count was cancelled.
    pub fn share(&self) -> Result<Option<f64>, Cancelled> {
        self.rules.judge.share(&[], &self.token())
    }

    /// The share of inputs with a true claim after Alice shows one more bit. `None` for viewers who
    /// do not know that bit.
    ///
    /// # Errors
    /// Returns an error if the count was cancelled.
    pub fn share_with(&self, input: Input) -> Result<Option<f64>, Cancelled> {
        match self.eye.is(Seat::Alice) {
            true => self.rules.judge.share(&[input], &self.token()),
            false => Ok(None),
        }
    }

    /// The values of honest play before and after a move. For the review only.
    pub(super) fn honest_worths(&self, mv: &Move) -> Option<(f64, f64)> {
        let (after, token) = (self.after(mv)?, self.token());
        Some((self.rules.honest_worth(&token)?, after.honest_worth(&token)?))
    }
}
