//! The parts of the debate that each viewer may see.

use super::{DirectJudge, Phase};
use crate::machine::circuit::NextRead;
use crate::machine::{Circuit, Input};
use crate::rules::{BitRef, Side, View};
use crate::work::Cancelled;

impl<'a> View<'a, DirectJudge> {
    /// The output that Alice claims.
    pub fn claimed(&self) -> bool {
        self.rules.setup().claim
    }

    /// The circuit. Everybody knows its gates, but only the provers may see the input that it
    /// holds.
    pub(in crate::protocol) fn circuit(&self) -> &'a Circuit {
        &self.rules.setup().circuit
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.rules.inputs().len()
    }

    /// The name of an input.
    pub fn input_name(&self, input: Input) -> &'a str {
        self.circuit().plan().input_name(input)
    }

    /// The number of bits that the judge may read, and the number of reads left.
    pub fn reads(&self) -> (usize, usize) {
        (self.rules.setup().reads, self.rules.left())
    }

    /// Returns `true` if it is the judge's turn.
    pub fn is_judging(&self) -> bool {
        self.rules.phase == Phase::Judging
    }

    /// The judge's ruling.
    pub fn ruled(&self) -> Option<Side> {
        match self.rules.phase {
            Phase::Over(side) => Some(side),
            Phase::Judging | Phase::Showing(_) => None,
        }
    }

    /// The value of an input bit. `None` if this is the judge's view and the judge has not read it.
    pub fn input(&self, input: Input) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(BitRef::Input(input)),
            false => self.rules.inputs().get(input.index()),
        }
    }

    /// The values of the gates that follow from the input bits that this viewer sees.
    pub(super) fn gates(&self) -> Vec<Option<bool>> {
        let known: Vec<Option<bool>> =
            (0..self.inputs()).map(|at| self.input(Input::at(at))).collect();
        self.circuit().known_values(&known)
    }

    /// f(x). For the review only.
    pub fn output(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.output())
    }

    /// The prover who is right according to the judge's reads.
    ///
    /// # Errors
    /// Returns the input to read next if the reads do not decide the claim yet.
    pub fn reading(&self) -> Result<Side, Input> {
        match self.rules.reading() {
            NextRead::Decided(output) => Ok(self.rules.side(output)),
            NextRead::Needs(input) => Err(input),
        }
    }

    /// Compares the provers on all inputs that agree with the reads, and returns the prover who is right more often.
    /// `None` if both provers are equally often right, or if there are too many inputs to count.
    ///
    /// # Errors
    /// Returns an error if the count was cancelled.
    pub fn likelier_side(&self) -> Result<Option<Side>, Cancelled> {
        self.rules.likelier_side(&self.token())
    }
}
