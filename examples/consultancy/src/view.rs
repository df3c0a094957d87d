//! What each eye may know.

use elenchus_core::machine::Step;
use elenchus_core::rules::{Cell, Side, View};

use crate::rules::{Consultancy, Evidence, Key, Phase};

/// A consultancy as an eye sees it. A trait, as the view is another crate's type.
pub(crate) trait Seen<'a> {
    /// What there is to know.
    fn evidence(&self) -> &'a Evidence;
    /// The answer that Alice argues for: everybody is told.
    fn argued(&self) -> Option<bool>;
    /// What a piece says: the judge sees those that were shown.
    fn piece(&self, at: usize) -> Option<bool>;
    /// Of the pieces shown, how many speak for what Alice argues, and how many were shown.
    fn support(&self) -> (usize, usize);
    /// Whether what she argues is true, for those who know.
    fn is_right(&self) -> Option<bool>;
    /// How the judge ruled.
    fn ruled(&self) -> Option<Side>;
    /// Whether Alice is asked.
    fn is_arguing(&self) -> bool;
}

impl<'a> Seen<'a> for View<'a, Consultancy> {
    fn evidence(&self) -> &'a Evidence {
        self.inside(Key(())).evidence()
    }

    fn argued(&self) -> Option<bool> {
        let told = !matches!(self.inside(Key(())).phase(), Phase::Telling(_));
        self.inside(Key(())).argued().filter(|_| told || !self.is_judge())
    }

    fn piece(&self, at: usize) -> Option<bool> {
        let shown = self.readings().bit(Cell::Step(Step::at(at)));
        let own = || self.inside(Key(())).pieces().get(at).copied();
        if sees_all(self) { own() } else { shown }
    }

    fn support(&self) -> (usize, usize) {
        let shown = self.readings().list();
        let argued = self.argued();
        (shown.iter().filter(|piece| Some(piece.bit) == argued).count(), shown.len())
    }

    fn is_right(&self) -> Option<bool> {
        let rules = self.inside(Key(()));
        let right = rules.argued()? == rules.answer()?;
        sees_all(self).then_some(right)
    }

    fn ruled(&self) -> Option<Side> {
        match self.inside(Key(())).phase() {
            Phase::Over(side) => Some(side),
            _ => None,
        }
    }

    fn is_arguing(&self) -> bool {
        self.inside(Key(())).phase() == Phase::Arguing
    }
}

/// Alice and the review see everything.
fn sees_all(view: &View<'_, Consultancy>) -> bool {
    view.eye().is(elenchus_core::rules::Seat::Alice)
}
