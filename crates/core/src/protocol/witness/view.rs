//! What each eye may know of a debate with a witness.

use super::rules::{Main, Shortfall, Witnessed};
use crate::machine::{Bits, Plan};
use crate::rules::{Cell, View};

impl<'a, M: Main> View<'a, Witnessed<M>> {
    /// The main debate as this eye sees it, once the witness is written.
    pub fn main(&self) -> Option<View<'a, M>> {
        self.rules.main().map(|rules| self.of(rules))
    }

    /// The main debate on the scenario's own witness, for what is the same on every witness.
    pub(super) fn template(&self) -> View<'a, M> {
        self.of(self.rules.template())
    }

    /// The computation, for its words: what the inputs are is shown by [`View::bit`] alone.
    pub(super) fn plan(&self) -> &'a Plan {
        self.rules.plan()
    }

    /// How many bits a witness has.
    pub fn bits(&self) -> usize {
        self.rules.bits()
    }

    /// What the witness bit at this place, from 0, is called.
    pub fn name(&self, at: usize) -> &'a str {
        self.plan().input_name(self.plan().witness()[at])
    }

    /// The place among its readings where the judge read the witness bit at this place.
    pub fn read_as(&self, at: usize) -> Option<u32> {
        self.readings().order(Cell::Input(self.plan().witness()[at]))
    }

    /// The witness bit at this place, once it is written: the judge knows it once it read it.
    pub fn bit(&self, at: usize) -> Option<bool> {
        match self.is_judge() {
            true => self.readings().bit(Cell::Input(self.plan().witness()[at])),
            false => self.rules.written().map(|bits| bits.at(at)),
        }
    }

    /// The witness that an honest Alice has or finds; none if the search was stopped.
    pub fn honest_witness(&self) -> Option<&'a Bits> {
        self.rules.best(&self.token()).ok().map(|found| &found.witness)
    }

    /// From what merit on a witness is one.
    pub(super) fn enough(&self) -> f64 {
        self.rules.template().enough()
    }

    /// What a witness falls short of; none to any eye but the review's.
    pub fn shortfall(&self, witness: &Bits) -> Option<Shortfall> {
        self.eye.is_review().then(|| self.rules.shortfall(witness, &self.token()).ok()?)?
    }
}
