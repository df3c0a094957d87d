//! What each seat of a quantified debate may know: the methods that strategies call.

use super::{Quantified, QuantifiedInstance, Stage};
use crate::machine::circuit::Reading;
use crate::machine::quantified::PerfectPlay;
use crate::protocol::CrossExamination;
use crate::rules::View;
use crate::rules::{Cell, Side};

impl<'a> View<'a, Quantified> {
    /// What the debate is about. Everybody knows the game; x is for the provers.
    pub fn setup(&self) -> &'a QuantifiedInstance {
        self.rules.setup()
    }

    /// The bits played so far, in order: the judge sees them only as it reads them.
    pub fn played(&self) -> Option<&'a [bool]> {
        (!self.is_judge()).then_some(&self.rules.played[..])
    }

    /// Whether a bit is to be played.
    pub fn plays_a_bit(&self) -> bool {
        matches!(self.rules.stage, Stage::Bits)
    }

    /// The values of all positions, if this prover searched the game.
    pub fn perfect(&self) -> Option<&'a PerfectPlay> {
        let ran = !self.is_judge() && self.seat().is_some_and(|seat| self.rules.ran[seat.index()]);
        ran.then_some(self.rules.perfect())
    }

    /// Searches the game now, so that whoever says that this prover does need not wait for it.
    pub fn search(&self) {
        self.rules.perfect().truth(self.token);
    }

    /// The cross-examination of the verifier, once it has begun.
    pub fn check(&self) -> Option<View<'a, CrossExamination>> {
        match &self.rules.stage {
            Stage::Checking(check) => Some(self.of(check)),
            _ => None,
        }
    }

    /// What the judge's reads decide; or the cell to read next.
    ///
    /// # Errors
    /// The cell, while they do not decide.
    pub fn reading(&self) -> Result<Side, Cell> {
        self.rules.reading()
    }

    /// The cells that the judge has not read.
    pub fn unread(&self) -> impl Iterator<Item = Cell> + 'a {
        let rules = self.rules;
        let bits = (0..rules.played.len()).map(|at| Cell::Step(crate::machine::Step::at(at)));
        let free = rules.free().len();
        let inputs = (0..free).map(|at| Cell::Input(crate::machine::Input::at(at)));
        bits.chain(inputs).filter(|&cell| rules.ledger.readings().order(cell).is_none())
    }

    /// After how many of the judge's reads the verifier was decided.
    pub fn decided_after(&self) -> u64 {
        let rules = self.rules;
        let game = rules.game();
        let mut known = vec![None; game.verifier().inputs()];
        for (read, reading) in rules.ledger.readings().list().iter().enumerate() {
            if matches!(game.next_read(&known), Reading::Decided(_)) {
                return read as u64;
            }
            if let Some(input) = rules.input_of(reading.cell) {
                known[input.index()] = Some(reading.bit);
            }
        }
        rules.ledger.readings().list().len() as u64
    }
}
