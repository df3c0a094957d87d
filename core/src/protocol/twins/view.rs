//! What the judge of a game of twins may know: the methods that strategies call.

use super::{Twins, TwinsInstance};
use crate::machine::{Input, Step};
use crate::rules::View;
use crate::rules::{Cell, Side};

impl<'a> View<'a, Twins> {
    /// What is played. Everybody knows the function and the protocol.
    pub fn setup(&self) -> &'a TwinsInstance {
        self.rules.setup()
    }

    /// The reads left in this round.
    pub fn left(&self) -> u32 {
        self.rules.left()
    }

    /// What the debate's verifier decides by what was read; or the cell that it reads next.
    ///
    /// # Errors
    /// The cell, while what was read does not decide.
    pub fn verified(&self) -> Result<Side, Cell> {
        self.rules.verified()
    }

    /// What the best judge does here: its ruling, or the cell that it reads; none if it is not
    /// found for a game of this size.
    pub fn best(&self) -> Option<Result<Side, Cell>> {
        let best = self.rules.best_judge(self.token).ok()?.ok()?;
        Some(best.next(self.readings()))
    }

    /// The cells of the transcript and of x that were not read.
    pub fn unread(&self) -> (Vec<Cell>, Vec<Cell>) {
        let written = &self.setup().written;
        let readings = self.readings();
        let open = |cell: &Cell| readings.order(*cell).is_none();
        let steps = (0..written.transcript_bits()).map(|at| Cell::Step(Step::at(at)));
        let inputs = (0..written.inputs()).map(|at| Cell::Input(Input::at(at)));
        (steps.filter(open).collect(), inputs.filter(open).collect())
    }
}
