//! What each eye may know where the judge is alone.

use super::{DirectJudge, Phase};
use crate::machine::circuit::Reading;
use crate::machine::{Circuit, Input};
use crate::rules::{Cell, Side, View};
use crate::work::Stopped;

impl<'a> View<'a, DirectJudge> {
    /// The output that Alice claims.
    pub fn claimed(&self) -> bool {
        self.rules.setup().claim
    }

    /// The circuit: everybody knows its gates; it holds the input, which is for the provers.
    pub(in crate::protocol) fn circuit(&self) -> &'a Circuit {
        &self.rules.setup().circuit
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.rules.inputs().len()
    }

    /// What an input is called.
    pub fn input_name(&self, input: Input) -> &'a str {
        self.circuit().plan().input_name(input)
    }

    /// How many bits the judge may read, and how many of these reads are left.
    pub fn reads(&self) -> (usize, usize) {
        (self.rules.setup().reads, self.rules.left())
    }

    /// Whether the judge is asked.
    pub fn is_judging(&self) -> bool {
        self.rules.phase == Phase::Judging
    }

    /// How the judge ruled.
    pub fn ruled(&self) -> Option<Side> {
        match self.rules.phase {
            Phase::Over(side) => Some(side),
            Phase::Judging | Phase::Showing(_) => None,
        }
    }

    /// An input bit: the judge sees those that it read.
    pub fn input(&self, input: Input) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(Cell::Input(input)),
            false => self.rules.inputs().get(input.index()),
        }
    }

    /// The values of the gates that follow from the input bits that this eye sees.
    pub(super) fn gates(&self) -> Vec<Option<bool>> {
        let known: Vec<Option<bool>> =
            (0..self.inputs()).map(|at| self.input(Input::at(at))).collect();
        self.circuit().known_values(&known)
    }

    /// f(x), for the review.
    pub fn output(&self) -> Option<bool> {
        self.eye.is_review().then(|| self.rules.output())
    }

    /// Who is right by what the judge read; or the input to read next.
    ///
    /// # Errors
    /// The input, while what was read does not decide.
    pub fn reading(&self) -> Result<Side, Input> {
        match self.rules.reading() {
            Reading::Decided(output) => Ok(self.rules.side(output)),
            Reading::Needs(input) => Err(input),
        }
    }

    /// The side that is right on more of the inputs that agree with what was read: none if both are
    /// right on as many, or if these inputs are too many to be counted.
    ///
    /// # Errors
    /// If the counting was stopped.
    pub fn likelier(&self) -> Result<Option<Side>, Stopped> {
        self.rules.likelier(&self.token())
    }
}
