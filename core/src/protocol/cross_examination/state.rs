//! What a cross-examination is about, and where it stands.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::machine::{Bits, Circuit, Op, Origin, Plan, Step, location_bits, plan};
use crate::protocol::trial::{Trial, limits};
use crate::rules::{Cell, Cost, Ledger, Seat, Side};

/// What a cross-examination is about.
#[derive(Clone, Debug)]
pub struct CrossExaminationInstance {
    /// The computation. Its oracle is deterministic.
    pub plan: Plan,
    /// The output that Alice claims.
    pub claim: bool,
    /// What that output means, in words; the whole claim.
    pub words: String,
    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript
    /// (cross-examination). Without copies she answers each read afresh.
    pub copies: bool,
    /// Whether the judge is the oracle: it answers a disputed ask itself, and that is its ruling.
    pub judge_is_oracle: bool,
}

/// A plan cannot be cross-examined: its oracle is unsure at this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsure(pub Step);

/// A cross-examination, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct CrossExamination {
    shared: Arc<Shared>,
    pub(crate) phase: Phase,
    /// What Alice wrote, once she did.
    pub(crate) transcript: Option<Bits>,
    /// Who ran the machine: Alice, Bob.
    pub(crate) ran: [bool; 2],
    /// What the oracle answered each seat.
    pub(crate) answers: [Arc<BTreeMap<Step, bool>>; 3],
    pub(super) ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: CrossExaminationInstance,
    /// How many steps ask the oracle.
    asks: u64,
    /// Whether this is the gate check of a circuit.
    gate_check: bool,
    /// The true transcript, computed when somebody first needs it.
    honest: OnceLock<Bits>,
}

/// Where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    /// Alice writes.
    Writing,
    /// Bob points.
    Pointing,
    /// The judge checks this step.
    Judging(Step),
    /// A bit is on its way to the judge, who checks the step.
    Showing(Step, Cell),
    /// The oracle's answer is on its way to a seat; then things go on as before.
    Answering(Seat, Step, Box<Phase>),
    /// The judge has ruled on the step.
    Over(Step, Side),
}

impl CrossExamination {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If the oracle is not deterministic.
    pub fn new(setup: CrossExaminationInstance) -> Result<Self, Unsure> {
        if let Some(step) = setup.plan.first_unsure() {
            return Err(Unsure(step));
        }
        let ledger = limits(plan::limits(&setup.plan));
        Ok(Self::begun(setup, false, ledger))
    }

    /// The gate check of a circuit: the same rules, with the bound of Theorem 6 of the 2026 paper,
    /// ⌈log2 s⌉ + 3 queries in all. `claim` is the output that Alice claims, 0 in the paper.
    pub fn gate_check(circuit: &Circuit, claim: bool, words: String) -> Self {
        let plan = circuit.plan().clone();
        let ledger = limits(plan::limits(&plan))
            .with_query_limit(Seat::Judge, location_bits(plan.len()) + 3);
        let setup =
            CrossExaminationInstance { plan, claim, words, copies: true, judge_is_oracle: false };
        Self::begun(setup, true, ledger)
    }

    fn begun(setup: CrossExaminationInstance, gate_check: bool, ledger: Ledger) -> Self {
        let asks = setup.plan.asks().count() as u64;
        Self {
            shared: Arc::new(Shared { setup, asks, gate_check, honest: OnceLock::new() }),
            phase: Phase::Writing,
            transcript: None,
            ran: [false; 2],
            answers: Default::default(),
            ledger,
        }
    }

    /// Whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.shared.gate_check
    }

    /// Adds what was paid before this debate began, where it is the second part of a longer one.
    pub(crate) fn carry_over(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.ledger.charge(seat, cost, amount);
    }

    /// What the debate is about.
    pub fn setup(&self) -> &CrossExaminationInstance {
        &self.shared.setup
    }

    /// The computation.
    pub(crate) fn plan(&self) -> &Plan {
        &self.shared.setup.plan
    }

    /// How many steps ask the oracle.
    pub(crate) fn asks(&self) -> u64 {
        self.shared.asks
    }

    /// How many questions a prover who runs the plan has still to put: an answer that it has is not
    /// asked for again. A question that rests on a bit that Alice wrote wrongly is another one.
    pub(super) fn left_to_ask(&self, seat: Seat) -> u64 {
        let written = self.transcript.as_ref().unwrap_or_else(|| self.honest());
        let rests_on_truth = |step: &Step| {
            self.plan().relevant(*step).iter().all(|source| match source.get() {
                Origin::Step(step) => written.at(step.index()) == self.honest().at(step.index()),
                Origin::Input(_) => true,
            })
        };
        let answered = self.answers[seat.index()].keys();
        self.asks() - answered.filter(|step| rests_on_truth(step)).count() as u64
    }

    /// The same as a prover can tell before it runs the plan, and whether it may turn out to be less:
    /// whether an answer holds in its own run it may not know yet.
    pub(crate) fn asks_expected(&self, seat: Seat) -> (u64, bool) {
        let answered = self.answers[seat.index()].keys();
        let own = self.transcript.is_none();
        let sure = |step: &&Step| {
            let sources = self.plan().relevant(**step);
            own || sources.iter().all(|source| matches!(source.get(), Origin::Input(_)))
        };
        let (sure, unsure): (Vec<&Step>, Vec<&Step>) = answered.partition(sure);
        (self.asks() - sure.len() as u64, !unsure.is_empty())
    }

    /// What the judge has to rule on when Bob points at this step.
    pub(crate) fn trial(&self, step: Step) -> Trial {
        Trial {
            step,
            steps: self.plan().len(),
            asks: self.plan().ask(step).is_some(),
            judge_is_oracle: self.setup().judge_is_oracle,
            answer: self.answers[Seat::Judge.index()].get(&step).copied(),
        }
    }

    /// The bit that Alice wrote for a step; 0 before she wrote.
    pub(super) fn written(&self, step: Step) -> bool {
        self.transcript.as_ref().is_some_and(|bits| bits.at(step.index()))
    }

    /// The true transcript.
    pub(crate) fn honest(&self) -> &Bits {
        self.shared.honest.get_or_init(|| self.plan().evaluate())
    }

    /// The step that Bob pointed at.
    pub(crate) fn pointed(&self) -> Option<Step> {
        match &self.phase {
            Phase::Judging(step) | Phase::Showing(step, _) | Phase::Over(step, _) => Some(*step),
            Phase::Answering(_, _, then) => match **then {
                Phase::Judging(step) => Some(step),
                _ => None,
            },
            Phase::Writing | Phase::Pointing => None,
        }
    }

    /// The value the judge knows a transcript cell to have: the output by the claim, others read.
    pub(crate) fn known_to_judge(&self, cell: Cell) -> Option<bool> {
        match cell {
            Cell::Step(step) if step == self.plan().output() => Some(self.setup().claim),
            cell => self.ledger.readings().bit(cell),
        }
    }

    /// What the oracle says to the question of `step` where the judge knows all that it reads.
    pub(super) fn judgement(&self, step: Step) -> Option<bool> {
        let values: Option<Vec<bool>> = self
            .plan()
            .relevant(step)
            .iter()
            .map(|&source| self.known_to_judge(source.into()))
            .collect();
        self.plan().chance(step, values?.into_iter()).as_certain()
    }

    /// The verdict that follows from what the judge read and asked; none if that is not enough.
    pub(crate) fn verdict(&self, step: Step) -> Option<Side> {
        let written = self.known_to_judge(Cell::Step(step))?;
        let right = match self.plan().op(step) {
            Op::Ask(_) => *self.answers[Seat::Judge.index()].get(&step)?,
            _ => self.judgement(step)?,
        };
        Some(Side::of_claim(written == right))
    }

    /// Who is right about a step that asks, by the scenario's oracle and all that Alice wrote.
    pub(crate) fn oracle_finds(&self, step: Step) -> Side {
        let written = self.transcript.as_ref().unwrap_or_else(|| self.honest());
        let right = self.plan().chance_in(step, written).get() > 0.5;
        Side::of_claim(right == self.written(step))
    }

    /// What the oracle answers `seat` about `step`, the earlier steps being as Alice wrote them.
    pub(super) fn answer(&self, seat: Seat, step: Step) -> bool {
        let written = self.transcript.as_ref().unwrap_or_else(|| self.honest());
        match seat {
            // Without copies the judge's question is about what it was shown.
            Seat::Judge => self.judgement(step),
            Seat::Alice | Seat::Bob => None,
        }
        .unwrap_or_else(|| self.plan().chance_in(step, written).get() > 0.5)
    }
}
