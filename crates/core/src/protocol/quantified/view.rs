//! What each eye may know of a quantified debate.

use super::rules::QuantifiedStage;
use super::{Quantified, Verifier};
use crate::machine::circuit::Reading;
use crate::machine::quantified::{BitTurn, PerfectPlay, TooWideToSolve};
use crate::machine::{Circuit, Input, QuantifiedGame};
use crate::protocol::CrossExamination;
use crate::rules::{Cell, Protocol, Seat, Side, View};

impl<'a> View<'a, Quantified> {
    /// How the verifier's verdict is found.
    pub fn verifier_is(&self) -> Verifier {
        self.rules.setup().verifier
    }

    /// The bits to be played, in order; rounds that may be dropped are left out (Lemma 3).
    pub fn turns(&self) -> &'a [BitTurn] {
        self.rules.game().turns()
    }

    /// How many rounds the game has, and how many of them are dropped.
    pub fn rounds(&self) -> (usize, usize) {
        let game = &self.rules.setup().game;
        (game.rounds().len(), game.droppable().count())
    }

    /// The game that is played; it holds x, which is for the provers.
    pub(super) fn game(&self) -> &'a QuantifiedGame {
        self.rules.game()
    }

    /// The verifier: everybody knows its gates.
    pub(super) fn verifier(&self) -> &'a Circuit {
        self.rules.game().verifier()
    }

    /// The verifier's inputs that are x.
    pub fn free(&self) -> &'a [Input] {
        self.rules.free()
    }

    /// The name of a variable.
    pub fn name(&self, input: Input) -> &'a str {
        self.verifier().plan().input_name(input)
    }

    /// The bits played so far, in order: the judge sees them only as it reads them.
    pub fn played(&self) -> Option<&'a [bool]> {
        (!self.is_judge()).then_some(&*self.rules.played)
    }

    /// How many bits were played.
    pub fn moves(&self) -> usize {
        self.rules.played.len()
    }

    /// The bit to be played now.
    pub fn playing(&self) -> Option<BitTurn> {
        match &self.rules.stage {
            QuantifiedStage::Bits(place) => Some(*place),
            _ => None,
        }
    }

    /// Whether the judge evaluates the verifier now.
    pub fn is_read(&self) -> bool {
        matches!(&self.rules.stage, QuantifiedStage::Reading)
    }

    /// How the judge ruled, where it evaluated the verifier.
    pub fn ruled(&self) -> Option<Side> {
        match &self.rules.stage {
            QuantifiedStage::Over(side) => Some(*side),
            _ => None,
        }
    }

    /// The bit in a cell: the judge sees those that it read.
    pub fn bit(&self, cell: Cell) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(cell),
            false => self.rules.bit_in(cell),
        }
    }

    /// The cell that holds an input of the verifier, and the input that a cell holds.
    pub fn cell_of(&self, input: Input) -> Cell {
        self.rules.cell_of(input)
    }

    /// See [`View::cell_of`].
    pub fn input_of(&self, cell: Cell) -> Option<Input> {
        self.rules.input_of(cell)
    }

    /// Whether this prover searched the game; a review has.
    pub fn has_searched(&self) -> bool {
        match self.seat() {
            Some(seat) => seat != Seat::Judge && self.rules.ran(seat),
            None => self.eye.is_review(),
        }
    }

    /// What a search costs in gates evaluated; `None` if the game is too wide to solve.
    pub fn search_steps(&self) -> Option<u64> {
        self.rules.search_steps()
    }

    /// Why nobody can search the game; `None` if a prover can.
    pub fn too_wide(&self) -> Option<TooWideToSolve> {
        self.rules.perfect().err()
    }

    /// The values of all positions, to a prover who searched the game, and to the review.
    pub fn perfect(&self) -> Option<&'a PerfectPlay> {
        self.rules.perfect().ok().filter(|_| self.has_searched())
    }

    /// Whether Alice's claim is true, for the review.
    pub fn truth(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.truth(&self.token()).ok().flatten()).flatten()
    }

    /// V on the bits played, for the review, once they all are and the judge evaluates it.
    pub fn verdict(&self) -> Option<bool> {
        self.rules.verdict().filter(|_| self.eye.is_review())
    }

    /// The cross-examination of the verifier, once it has begun.
    pub fn check(&self) -> Option<View<'a, CrossExamination>> {
        match &self.rules.stage {
            QuantifiedStage::Checking(check) => Some(self.of(check)),
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

    /// After how many of the judge's reads the verifier was decided.
    pub fn decided_after(&self) -> u64 {
        let mut known = vec![None; self.verifier().inputs()];
        let readings = self.readings().list();
        for (read, reading) in readings.iter().enumerate() {
            if matches!(self.game().next_read(&known), Reading::Decided(_)) {
                return read as u64;
            }
            if let Some(input) = self.input_of(reading.cell) {
                known[input.index()] = Some(reading.bit);
            }
        }
        readings.len() as u64
    }
}
