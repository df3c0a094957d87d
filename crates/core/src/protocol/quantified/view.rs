//! The facts that each viewer may know in a quantified debate.

use super::rules::QuantifiedStage;
use super::{Quantified, Verifier};
use crate::machine::circuit::NextRead;
use crate::machine::quantified::{BitTurn, PerfectPlay, TooWideToSolve};
use crate::machine::{Circuit, Input, QuantifiedGame};
use crate::protocol::CrossExamination;
use crate::rules::{BitRef, Protocol, Seat, Side, View};

impl<'a> View<'a, Quantified> {
    /// The way in which the judge finds the value of the verifier.
    pub fn verifier_is(&self) -> Verifier {
        self.rules.setup().verifier
    }

    /// The bits to play, in order, without the rounds that can be dropped (Lemma 3).
    pub fn turns(&self) -> &'a [BitTurn] {
        self.rules.game().turns()
    }

    /// The number of rounds of the game, and the number of dropped ones.
    pub fn rounds(&self) -> (usize, usize) {
        let game = &self.rules.setup().game;
        (game.rounds().len(), game.droppable().count())
    }

    /// The game that the provers play. It holds x, which only the provers know.
    pub(super) fn game(&self) -> &'a QuantifiedGame {
        self.rules.game()
    }

    /// The verifier. Everybody knows its gates.
    pub(super) fn verifier(&self) -> &'a Circuit {
        self.rules.game().verifier()
    }

    /// The inputs of the verifier that belong to x.
    pub fn free(&self) -> &'a [Input] {
        self.rules.free()
    }

    /// The name of a variable.
    pub fn name(&self, input: Input) -> &'a str {
        self.verifier().plan().input_name(input)
    }

    /// The bits played so far, in order. `None` for the judge, who must read them.
    pub fn played(&self) -> Option<&'a [bool]> {
        (!self.is_judge()).then_some(&*self.rules.played)
    }

    /// The number of bits played so far.
    pub fn moves(&self) -> usize {
        self.rules.played.len()
    }

    /// The bit that a prover must play now.
    pub fn playing(&self) -> Option<BitTurn> {
        match &self.rules.stage {
            QuantifiedStage::Bits(place) => Some(*place),
            _ => None,
        }
    }

    /// Returns whether the judge evaluates the verifier now.
    pub fn is_read(&self) -> bool {
        matches!(&self.rules.stage, QuantifiedStage::Reading)
    }

    /// The judge's ruling, if the judge evaluated the verifier.
    pub fn ruled(&self) -> Option<Side> {
        match &self.rules.stage {
            QuantifiedStage::Over(side) => Some(*side),
            _ => None,
        }
    }

    /// The bit in a cell. The judge sees only the bits that were read.
    pub fn bit(&self, cell: BitRef) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(cell),
            false => self.rules.bit_in(cell),
        }
    }

    /// The cell that holds an input of the verifier.
    pub fn cell_of(&self, input: Input) -> BitRef {
        self.rules.cell_of(input)
    }

    /// The input of the verifier that a cell holds.
    pub fn input_of(&self, cell: BitRef) -> Option<Input> {
        self.rules.input_of(cell)
    }

    /// Returns whether this prover searched the game. For the review it is always true.
    pub fn has_searched(&self) -> bool {
        match self.seat() {
            Some(seat) => seat != Seat::Judge && self.rules.ran(seat),
            None => self.eye.is_review(),
        }
    }

    /// The cost of a search in gate evaluations. `None` if the game is too wide to solve.
    pub fn search_steps(&self) -> Option<u64> {
        self.rules.search_steps()
    }

    /// The reason why nobody can search the game. `None` if a prover can.
    pub fn too_wide(&self) -> Option<TooWideToSolve> {
        self.rules.perfect().err()
    }

    /// The values of all positions, for a prover who searched the game and for the review.
    pub fn perfect(&self) -> Option<&'a PerfectPlay> {
        self.rules.perfect().ok().filter(|_| self.has_searched())
    }

    /// The truth of Alice's claim, for the review only.
    pub fn truth(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.truth(&self.token()).ok().flatten()).flatten()
    }

    /// The value of V when all bits are played, if the judge evaluates it. For the review only.
    pub fn verdict(&self) -> Option<bool> {
        self.rules.verdict().filter(|_| self.eye.is_review())
    }

    /// The cross-examination of the verifier. `None` before it begins.
    pub fn check(&self) -> Option<View<'a, CrossExamination>> {
        match &self.rules.stage {
            QuantifiedStage::Checking(check) => Some(self.nested(check)),
            _ => None,
        }
    }

    /// The prover who wins according to the judge's reads.
    ///
    /// # Errors
    /// Returns the cell to read next if the bits do not decide V yet.
    pub fn reading(&self) -> Result<Side, BitRef> {
        self.rules.reading()
    }

    /// The number of the judge's reads after which V was decided.
    pub fn decided_after(&self) -> u64 {
        let mut known = vec![None; self.verifier().inputs()];
        let readings = self.readings().list();
        for (read, reading) in readings.iter().enumerate() {
            if matches!(self.game().next_read(&known), NextRead::Decided(_)) {
                return read as u64;
            }
            if let Some(input) = self.input_of(reading.cell) {
                known[input.index()] = Some(reading.bit);
            }
        }
        readings.len() as u64
    }
}
