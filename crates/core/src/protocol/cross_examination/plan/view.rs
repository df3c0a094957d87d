//! What each seat of a plan's cross-examination may know.

use super::CrossExamination;
use super::rules::PrivateRun;
use crate::machine::{Bits, Input, Plan, Step};
use crate::protocol::witness::Opening;
use crate::rules::{Cell, Cost, Eye, Seat, Side, View};

impl<'a> View<'a, CrossExamination> {
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
        self.rules.plan().len()
    }

    /// The witness that Alice writes first; none in a debate without one.
    pub(super) fn opening(&self) -> Option<&'a Opening> {
        self.rules.opening.as_ref()
    }

    /// Whether Alice wrote the transcript.
    pub fn is_written(&self) -> bool {
        self.rules.transcript.is_some()
    }

    /// What Alice wrote: the provers see it, the judge only what it reads of it.
    pub fn transcript(&self) -> Option<&'a Bits> {
        self.rules.transcript.as_ref().filter(|_| !self.is_judge())
    }

    /// Whether this prover ran the plan.
    pub fn has_run(&self) -> bool {
        self.prover().is_some_and(|prover| prover.ran)
    }

    /// What this prover found out in private.
    fn prover(&self) -> Option<&'a PrivateRun> {
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

    /// An input bit, as far as this eye knows it: the provers know all. A bit of a witness that is not
    /// written yet is nobody's.
    pub fn input(&self, input: Input) -> Option<bool> {
        if self.opening().is_some_and(|opening| opening.awaits(input)) {
            return None;
        }
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
        self.rules.on_its_way()
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
