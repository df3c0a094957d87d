//! What each seat of a plan's cross-examination may know.

use super::CrossExamination;
use crate::machine::{Bits, Input, Plan, Step};
use crate::protocol::trial::{TrialStage, Tried};
use crate::rules::{Cell, Eye, Seat, View};

impl<'a> View<'a, CrossExamination> {
    /// The computation, as this prover's oracle has it; the review has the true one. The judge, who pays for its inputs, gets it with other inputs than its own:
    /// see [`View::input`].
    pub fn plan(&self) -> &'a Plan {
        match self.eye {
            Eye::Seat(Seat::Judge) | Eye::Room => self.rules.blank(),
            Eye::Seat(seat) => self.rules.plan_by(seat),
            Eye::All => self.rules.plan(),
        }
    }

    /// The computation by the oracle that a step is judged by: to the review the judge's, who rules; to
    /// others their own.
    pub fn ruled_on(&self) -> &'a Plan {
        match self.eye {
            Eye::All => self.rules.plan_by(Seat::Judge),
            _ => self.plan(),
        }
    }

    /// Whether Alice can write what no Bob can find wrong, for the review: by the judge's oracle the
    /// claim holds.
    pub(super) fn may_stand(&self) -> bool {
        let output = self.rules.plan().output().index();
        let by_judge = || self.rules.run_by(Seat::Judge).at(output) == self.rules.setup().claim;
        self.eye.is_review() && by_judge()
    }

    /// Whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.rules.is_gate_check()
    }

    /// An input bit, as far as this eye knows it: the provers know all.
    pub fn input(&self, input: Input) -> Option<bool> {
        match self.is_judge() {
            true => self.known(Cell::Input(input)),
            false => Some(self.rules.plan().inputs().at(input.index())),
        }
    }

    /// The transcript by this prover's oracle, if it ran the plan; the review sees the true one.
    pub fn own_run(&self) -> Option<&'a Bits> {
        match self.eye {
            Eye::All => Some(self.rules.honest()),
            Eye::Room => None,
            Eye::Seat(seat) => self.has_run().then(|| self.rules.run_by(seat)),
        }
    }

    /// What this prover found out about a step, at a cost: the review knows every step.
    pub fn own_value(&self, step: Step) -> Option<bool> {
        let answered = || self.prover()?.answers.get(&step).copied();
        self.own_run().map(|run| run.at(step.index())).or_else(answered)
    }

    /// How many questions to the oracle it takes this prover to run the plan, as far as it can tell
    /// before, and whether it may turn out to be less: whether an answer holds in its own run it may
    /// not know yet.
    pub fn asks_expected(&self) -> (u64, bool) {
        let Some(prover) = self.prover() else { return (self.rules.asks(), false) };
        let own = !self.is_written();
        let sure = |step: &&Step| {
            let sources = self.plan().relevant(**step);
            own || sources.iter().all(|source| matches!(source.get(), Cell::Input(_)))
        };
        let (sure, unsure): (Vec<&Step>, Vec<&Step>) = prover.answers.keys().partition(sure);
        (self.rules.asks() - sure.len() as u64, !unsure.is_empty())
    }

    /// The cell whose bit Alice is asked for afresh, where no copy of her wrote the transcript.
    pub fn asked_afresh(&self) -> Option<Cell> {
        match self.rules.trial()?.stage {
            TrialStage::Showing(cell) => Some(cell),
            _ => None,
        }
    }

    /// The value that everybody knows a cell to have: the output by the claim, others by the
    /// judge's readings.
    pub fn known(&self, cell: Cell) -> Option<bool> {
        self.rules.known(cell)
    }

    /// The bit of a step as this eye knows it. Everybody knows what the judge was shown, which
    /// without copies may differ from what was written; the judge knows nothing more.
    pub fn value(&self, step: Step) -> Option<bool> {
        let written = || self.transcript().map(|written| written.at(step.index()));
        self.known(Cell::Step(step)).or_else(written)
    }

    /// All bits that the judge may come to read, by Theorems 5.3 and 6.
    pub fn query_limit(&self) -> u64 {
        self.rules.ledger.of(Seat::Judge).query_limit().unwrap_or_default()
    }
}
