//! The facts that each seat may know in a plan's cross-examination.

use super::CrossExamination;
use super::rules::PrivateRun;
use crate::machine::{Bits, Input, Plan, Step};
use crate::protocol::witness::WitnessOpening;
use crate::rules::{BitRef, Cost, Seat, Side, View, Viewer};

impl<'a> View<'a, CrossExamination> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// Returns whether an independent copy of Alice answers from the transcript.
    pub fn copies(&self) -> bool {
        self.rules.setup().copies
    }

    /// The number of steps of the computation.
    pub fn steps(&self) -> usize {
        self.rules.plan().len()
    }

    /// The witness that Alice writes first. `None` in a debate without a witness.
    pub(super) fn opening(&self) -> Option<&'a WitnessOpening> {
        self.rules.opening.as_ref()
    }

    /// Returns whether Alice has written the transcript.
    pub fn is_written(&self) -> bool {
        self.rules.transcript.is_some()
    }

    /// Alice's transcript, for the provers. `None` for the judge, who sees only the bits that were
    /// read.
    pub fn transcript(&self) -> Option<&'a Bits> {
        self.rules.transcript.as_ref().filter(|_| !self.is_judge())
    }

    /// Returns whether this prover has run the plan.
    pub fn has_run(&self) -> bool {
        self.prover().is_some_and(|prover| prover.ran)
    }

    fn prover(&self) -> Option<&'a PrivateRun> {
        match self.eye {
            Viewer::Seat(Seat::Alice) => Some(self.rules.prover(Side::Alice)),
            Viewer::Seat(Seat::Bob) => Some(self.rules.prover(Side::Bob)),
            Viewer::Seat(Seat::Judge) | Viewer::Room | Viewer::All => None,
        }
    }

    /// The theorem's upper bound on one kind of cost for the judge.
    pub fn limit(&self, cost: Cost) -> u64 {
        self.rules.ledger.account(Seat::Judge).limit(cost).unwrap_or_default()
    }

    /// The computation with the answers of this prover's oracle. In the review, it is the true computation. In the
    /// judge's view its inputs are replaced by others, because the judge must read the true ones (see [`View::input`]).
    pub fn plan(&self) -> &'a Plan {
        match self.eye {
            Viewer::Seat(Seat::Judge) | Viewer::Room => self.rules.blank(),
            Viewer::Seat(seat) => self.rules.plan_by(seat),
            Viewer::All => self.rules.plan(),
        }
    }

    /// The computation with the answers of the oracle that decides whether a step is right. In the review this is the
    /// judge's oracle. In other views it is the viewer's own.
    pub fn ruled_on(&self) -> &'a Plan {
        match self.eye {
            Viewer::All => self.rules.plan_by(Seat::Judge),
            _ => self.plan(),
        }
    }

    /// Returns whether Alice can write a transcript without a step that is wrong for the judge's oracle. For the
    /// review only.
    pub(super) fn may_stand(&self) -> bool {
        let output = self.rules.plan().output().index();
        let by_judge = || self.rules.run_by(Seat::Judge).at(output) == self.rules.setup().claim;
        self.eye.is_review() && by_judge()
    }

    /// Returns whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.rules.is_gate_check()
    }

    /// An input bit, if this viewer knows it. The provers know all. Nobody knows a bit of a witness
    /// that Alice has not written yet.
    pub fn input(&self, input: Input) -> Option<bool> {
        if self.opening().is_some_and(|opening| opening.awaits(input)) {
            return None;
        }
        match self.is_judge() {
            true => self.known(BitRef::Input(input)),
            false => Some(self.rules.plan().inputs().at(input.index())),
        }
    }

    /// The transcript that this prover's oracle gives, if the prover ran the plan. In the review, the true transcript.
    pub fn own_run(&self) -> Option<&'a Bits> {
        match self.eye {
            Viewer::All => Some(self.rules.honest()),
            Viewer::Room => None,
            Viewer::Seat(seat) => self.has_run().then(|| self.rules.run_by(seat)),
        }
    }

    /// The value of a step, if this prover paid to compute it. The review knows every step.
    pub fn own_value(&self, step: Step) -> Option<bool> {
        let answered = || self.prover()?.answers.get(&step).copied();
        self.own_run().map(|run| run.at(step.index())).or_else(answered)
    }

    /// The number of oracle queries that a run of the plan costs this prover, as far as it is known before the run.
    /// The flag is true if the real number may be smaller, because the run may meet questions that the oracle already
    /// answered.
    pub fn asks_expected(&self) -> (u64, bool) {
        let Some(prover) = self.prover() else { return (self.rules.asks(), false) };
        let own = !self.is_written();
        let sure = |step: &&Step| {
            let sources = self.plan().relevant(**step);
            own || sources.iter().all(|source| matches!(source.get(), BitRef::Input(_)))
        };
        let (sure, unsure): (Vec<&Step>, Vec<&Step>) = prover.answers.keys().partition(sure);
        (self.rules.asks() - sure.len() as u64, !unsure.is_empty())
    }

    /// The cell whose bit Alice must state now, in a debate without copies.
    pub fn asked_afresh(&self) -> Option<BitRef> {
        self.rules.on_its_way()
    }

    /// The value of a cell, if everybody knows it. Everybody knows the output from the claim, and
    /// other cells from the judge's reads.
    pub fn known(&self, cell: BitRef) -> Option<bool> {
        self.rules.known(cell)
    }

    /// The bit of a step as this viewer knows it. Everybody knows the bits that the judge was
    /// shown. Without copies they may differ from the transcript.
    pub fn value(&self, step: Step) -> Option<bool> {
        let written = || self.transcript().map(|written| written.at(step.index()));
        self.known(BitRef::Step(step)).or_else(written)
    }

    /// The largest number of bits that the judge reads, by Theorems 5.3 and 6.
    pub fn query_limit(&self) -> u64 {
        self.rules.ledger.account(Seat::Judge).query_limit().unwrap_or_default()
    }
}
