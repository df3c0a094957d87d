//! The information that each viewer may have.

use elenchus_core::machine::Step;
use elenchus_core::rules::{BitRef, Side, View};

use crate::rules::{Consultancy, Evidence, Key, Phase};

/// The methods that a viewer may use. They are in a trait because `View` is a type of another crate.
pub(crate) trait Seen<'a> {
    fn evidence(&self) -> &'a Evidence;
    /// The answer that Alice argues for. `None` if this viewer does not know it yet.
    fn argued(&self) -> Option<bool>;
    /// The content of a piece. `None` if this viewer has not seen it.
    fn piece(&self, at: usize) -> Option<bool>;
    /// The number of shown pieces that help Alice, and the number of all shown pieces.
    fn support(&self) -> (usize, usize);
    /// The truth of Alice's answer. `None` if this viewer does not know it.
    fn is_right(&self) -> Option<bool>;
    /// The judge's ruling. `None` before the judge has ruled.
    fn ruled(&self) -> Option<Side>;
    /// True if it is Alice's turn.
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
        let shown = self.readings().bit(BitRef::Step(Step::at(at)));
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

/// True if the viewer is Alice or the review. Both see everything.
fn sees_all(view: &View<'_, Consultancy>) -> bool {
    view.eye().is(elenchus_core::rules::Seat::Alice)
}
