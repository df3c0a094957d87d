//! What each seat of any cross-examination may know.

use super::{Examination, Examined, PrivateRun};
use crate::rules::{Cost, Eye, Seat, Side, View};

impl<'a, M: Examined> View<'a, Examination<M>> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript.
    pub fn copies(&self) -> bool {
        self.rules.setup().copies
    }

    /// How many steps the computation has.
    pub fn steps(&self) -> usize {
        self.rules.setup().machine.length()
    }

    /// Whether Alice wrote the transcript.
    pub fn is_written(&self) -> bool {
        self.rules.transcript.is_some()
    }

    /// What Alice wrote: the provers see it, the judge only what it reads of it.
    pub fn transcript(&self) -> Option<&'a M::Transcript> {
        self.rules.transcript.as_ref().filter(|_| !self.is_judge())
    }

    /// Whether this prover ran the machine.
    pub fn has_run(&self) -> bool {
        self.prover().is_some_and(|prover| prover.ran)
    }

    /// What this prover found out in private.
    pub(super) fn prover(&self) -> Option<&'a PrivateRun> {
        match self.eye {
            Eye::Seat(Seat::Alice) => Some(self.rules.prover(Side::Alice)),
            Eye::Seat(Seat::Bob) => Some(self.rules.prover(Side::Bob)),
            Eye::Seat(Seat::Judge) | Eye::Room | Eye::All => None,
        }
    }

    /// How much of a kind the judge pays at most, by the theorem.
    pub fn limit(&self, cost: Cost) -> u64 {
        self.rules.ledger.of(Seat::Judge).limit(cost).unwrap_or_default()
    }
}
