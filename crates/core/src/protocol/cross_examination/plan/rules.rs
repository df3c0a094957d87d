//! The steps of a plan, checked one by one.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use crate::machine::{Bits, Circuit, JudgeCost, Op, Plan, Step, location_bits, plan};
use crate::protocol::cross_examination::examined::ExaminedTrial;
use crate::protocol::cross_examination::{
    Examination, ExaminationInstance, Examined, Phase, Unexaminable,
};
use crate::protocol::trial::{self, Checked, TrialStage, Tried};
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Move, Next, Offered, Refusal, Seat, Side, offer,
};

/// A cross-examination of a plan.
pub type CrossExamination = Examination<Plan>;

/// What a cross-examination of a plan is about.
pub type CrossExaminationInstance = ExaminationInstance<Plan>;

/// What is worked out once for a plan.
#[derive(Debug)]
pub struct PlanFacts {
    /// How many steps ask the oracle.
    asks: u64,
    /// Whether this is the gate check of a circuit.
    gate_check: bool,
    /// The plan on other inputs, for a judge who pays for the true ones.
    blank: Plan,
    /// The true transcript, computed when somebody first needs it.
    honest: OnceLock<Bits>,
    /// The oracles, where they are not one.
    oracles: Option<Box<Oracles>>,
}

/// An oracle of its own for each seat: departures from Fig. 1, which has one (see
/// `docs/departures.md`).
#[derive(Debug)]
struct Oracles {
    /// The steps at which each seat's oracle is wrong.
    wrong: [BTreeSet<Step>; 3],
    /// The plan as each seat's oracle has it.
    plans: [Plan; 3],
    /// Its transcript by each seat's oracle, computed when somebody first needs it.
    runs: [OnceLock<Bits>; 3],
}

impl PlanFacts {
    fn of(plan: &Plan, gate_check: bool) -> Self {
        let blank = plan.on((0..plan.inputs().len()).map(|_| false).collect());
        let asks = plan.asks().count() as u64;
        Self { asks, gate_check, blank, honest: OnceLock::new(), oracles: None }
    }
}

impl Examined for Plan {
    type Transcript = Bits;
    type Kept = PlanFacts;

    fn kept(&self) -> PlanFacts {
        PlanFacts::of(self, false)
    }

    fn examinable(&self, _: bool) -> Result<(), Unexaminable> {
        self.first_unsure().map_or(Ok(()), |step| Err(Unexaminable::Unsure(step)))
    }

    fn length(&self) -> usize {
        self.len()
    }

    fn limits(&self) -> JudgeCost {
        plan::limits(self)
    }

    fn output(debate: &CrossExamination) -> bool {
        debate.honest().at(debate.plan().output().index())
    }

    /// A bit for every step, the last of which is the claim.
    fn writing(debate: &CrossExamination) -> Offered<CrossExamination> {
        let len = debate.plan().len();
        let rows = Among::<Bits>::rows(len, Some((len as u32 - 1, debate.setup().claim)));
        let write = offer::write(rows, |debate: &mut CrossExamination, bits| {
            debate.transcript = Some(bits);
            debate.phase = Phase::Pointing;
        });
        write.seen_by(Audience::PROVERS)
    }

    fn pointing(debate: &CrossExamination) -> Vec<Offered<CrossExamination>> {
        let steps = Among::<Step>::up_to(debate.plan().len());
        vec![offer::point(steps, |debate: &mut CrossExamination, step| {
            let asks = debate.plan().ask(step).is_some();
            debate.put_on_trial(step, 1, asks, (), TrialStage::Judging);
        })]
    }

    /// How many questions a prover who runs the plan has still to put: an answer that it has is not
    /// asked for again. A question that rests on a bit that Alice wrote wrongly is another one.
    fn questions(debate: &CrossExamination, prover: Side) -> u64 {
        let (written, own) = (debate.written_for(prover.seat()), debate.run_by(prover.seat()));
        let rests_on_truth = |step: &&Step| {
            debate.plan().relevant(**step).iter().all(|source| match source.get() {
                Cell::Step(step) => written.at(step.index()) == own.at(step.index()),
                Cell::Input(_) => true,
            })
        };
        let answered = debate.prover(prover).answers.keys();
        debate.asks() - answered.filter(rests_on_truth).count() as u64
    }

    fn asking(debate: &CrossExamination, prover: Side) -> Option<Offered<CrossExamination>> {
        let asked = Arc::clone(&debate.prover(prover).answers);
        let open = (asked.len() as u64) < debate.asks();
        let plan = debate.plan().clone();
        let questions = Among::<Step>::some(plan.len(), move |step: &Step| {
            if plan.ask(*step).is_none() {
                Err(Refusal::GateCannotBeAsked(*step))
            } else if asked.contains_key(step) {
                Err(Refusal::AlreadyAsked(*step))
            } else {
                Ok(())
            }
        });
        let ask = offer::ask(questions, move |debate: &mut CrossExamination, step| {
            debate.ledger.charge(prover.seat(), Cost::Oracle, 1);
            let yes = debate.oracle_says(prover.seat(), step);
            debate.phase = Phase::Answering { prover, step, yes };
        });
        open.then(|| ask.before().seen_by(Audience::only(prover.seat())))
    }
}

impl Checked<CrossExamination> for Plan {
    type Evidence = ();
    type Part = Cell;

    /// A bit comes as it is, or, where no copy of Alice wrote the transcript, as she says it now.
    fn showing(
        debate: &CrossExamination,
        trial: &ExaminedTrial<Self>,
        cell: &Cell,
    ) -> Next<CrossExamination> {
        let (cell, trial) = (*cell, trial.clone());
        let show = move |debate: &mut CrossExamination, bit| {
            debate.ledger.show(cell, bit);
            debate.go_on(trial.at(TrialStage::Judging));
        };
        let bit = match cell {
            Cell::Input(input) => debate.plan().inputs().at(input.index()),
            Cell::Step(step) if debate.setup().copies => debate.written().at(step.index()),
            Cell::Step(_) => {
                let say = offer::bit(Among::<Bit>::ALL, move |debate, Bit(bit)| show(debate, bit));
                return Next::ask(Seat::Alice, [say]);
            }
        };
        let shown = Move::Shows(Bit(bit));
        Next::reveal(shown, Audience::ALL, move |debate: &mut CrossExamination| show(debate, bit))
    }

    fn reading(
        debate: &CrossExamination,
        trial: &ExaminedTrial<Self>,
    ) -> Option<Offered<CrossExamination>> {
        // The output is known from the claim, so all steps but the last can be paid for.
        let (plan, readings) = (debate.plan(), debate.ledger.readings());
        let (steps, inputs) = (plan.len() - 1, plan.inputs().len());
        let cells = Among::<Cell>::unread(steps, inputs, readings, Some(plan.output()));
        let left = readings.list().len() < steps + inputs;
        let trial = trial.clone();
        let read = offer::read(cells, move |debate: &mut CrossExamination, cell| {
            debate.go_on(trial.at(TrialStage::Showing(cell)));
        });
        left.then(|| read.before())
    }

    fn needed(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> Vec<Cell> {
        cells(debate.plan(), trial.step)
    }

    fn alleged(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> Option<bool> {
        debate.known(Cell::Step(trial.step))
    }

    /// Without copies the judge's question is about what it was shown.
    fn answer(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> bool {
        let told = || debate.oracle_says(Seat::Judge, trial.step);
        debate.follows(trial.step).unwrap_or_else(told)
    }

    fn judgement(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> Option<bool> {
        debate.follows(trial.step)
    }

    fn if_answered(debate: &CrossExamination, trial: &ExaminedTrial<Self>, yes: bool) -> Side {
        let known = debate.known(Cell::Step(trial.step));
        let written = known.unwrap_or_else(|| debate.written().at(trial.step.index()));
        Side::of_claim(written == yes)
    }

    fn verdict(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> Option<Side> {
        let written = debate.known(Cell::Step(trial.step))?;
        let right = match debate.plan().op(trial.step) {
            Op::Ask(_) => trial.answer?,
            _ => debate.follows(trial.step)?,
        };
        Some(Side::of_claim(written == right))
    }

    /// A gate is decided by some of what it reads if the rest cannot change it.
    fn decided(debate: &CrossExamination, trial: &ExaminedTrial<Self>) -> Option<Side> {
        let of_gate = || {
            let written = debate.known(Cell::Step(trial.step))?;
            let sources = debate.plan().relevant(trial.step).iter();
            let read = sources.map(|&source| debate.known(source.get()));
            Some(Side::of_claim(written == debate.plan().op(trial.step).decided(read)?))
        };
        Self::verdict(debate, trial).or_else(of_gate)
    }
}

/// The cells that decide a step and have to be paid for: its own, but for the output, which the claim
/// tells, and those that it reads.
pub(super) fn cells(plan: &Plan, step: Step) -> Vec<Cell> {
    let relevant = plan.relevant(step).iter().map(|&source| source.get());
    let mut cells: Vec<Cell> = std::iter::once(Cell::Step(step)).chain(relevant).collect();
    let mut seen = HashSet::from([Cell::Step(plan.output())]);
    cells.retain(|&cell| seen.insert(cell));
    cells
}

impl CrossExamination {
    /// The gate check of a circuit: the same rules, with the bound of Theorem 6 of the 2026 paper,
    /// ⌈log2 s⌉ + 3 queries in all. `claim` is the output that Alice claims, 0 in the paper.
    pub fn gate_check(circuit: &Circuit, claim: bool) -> Self {
        let machine = circuit.plan().clone();
        let kept = PlanFacts::of(&machine, true);
        let all = location_bits(machine.len()) + 3;
        let ledger = trial::limits(plan::limits(&machine)).with_query_limit(Seat::Judge, all);
        let (copies, judge_is_oracle) = (true, false);
        let setup = ExaminationInstance { machine, claim, copies, judge_is_oracle };
        Self::begun(setup, kept, ledger)
    }

    /// Whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.kept().gate_check
    }

    /// The computation.
    pub(super) fn plan(&self) -> &Plan {
        &self.setup().machine
    }

    /// The computation on other inputs than its own.
    pub(super) fn blank(&self) -> &Plan {
        &self.kept().blank
    }

    /// How many steps ask the oracle.
    pub(super) fn asks(&self) -> u64 {
        self.kept().asks
    }

    /// The true transcript.
    pub(super) fn honest(&self) -> &Bits {
        self.kept().honest.get_or_init(|| self.plan().evaluate())
    }

    /// The same debate about to begin, with an oracle of its own for each seat: wrong at these steps.
    #[must_use]
    pub fn with_wrong_oracles(self, wrong: [BTreeSet<Step>; 3]) -> Self {
        if wrong.iter().all(BTreeSet::is_empty) {
            return self;
        }
        let plan = self.plan().clone();
        let plans = wrong.each_ref().map(|steps| plan.with_wrong_answers(steps.iter().copied()));
        let oracles = Some(Box::new(Oracles { wrong, plans, runs: Default::default() }));
        let kept = PlanFacts { oracles, ..PlanFacts::of(&plan, self.is_gate_check()) };
        Self::begun(self.setup().clone(), kept, self.ledger)
    }

    /// The steps at which each seat's oracle is wrong; none where there is one oracle for all.
    pub fn wrong_oracles(&self) -> Option<&[BTreeSet<Step>; 3]> {
        self.kept().oracles.as_ref().map(|oracles| &oracles.wrong)
    }

    /// The computation as a seat's oracle has it.
    pub(super) fn plan_by(&self, seat: Seat) -> &Plan {
        self.kept().oracles.as_ref().map_or(self.plan(), |own| &own.plans[seat.index()])
    }

    /// The transcript by a seat's oracle.
    pub(super) fn run_by(&self, seat: Seat) -> &Bits {
        match &self.kept().oracles {
            Some(own) => {
                let at = seat.index();
                own.runs[at].get_or_init(|| own.plans[at].evaluate())
            }
            None => self.honest(),
        }
    }

    /// What Alice wrote; before she did, the transcript by this seat's oracle.
    fn written_for(&self, seat: Seat) -> &Bits {
        self.transcript.as_ref().unwrap_or_else(|| self.run_by(seat))
    }

    /// What Alice wrote; before she did, the true transcript.
    fn written(&self) -> &Bits {
        self.transcript.as_ref().unwrap_or_else(|| self.honest())
    }

    /// What a seat's oracle answers about a step, the earlier steps being as Alice wrote them.
    fn oracle_says(&self, seat: Seat, step: Step) -> bool {
        self.plan_by(seat).chance_in(step, self.written_for(seat)).get() > 0.5
    }

    /// The value of a cell that everybody knows: the output by the claim, others by the judge's
    /// readings.
    pub(super) fn known(&self, cell: Cell) -> Option<bool> {
        match cell == Cell::Step(self.plan().output()) {
            true => Some(self.setup().claim),
            false => self.ledger.readings().bit(cell),
        }
    }

    /// The value that a step has by what the judge read; none if it has not read all of it.
    fn follows(&self, step: Step) -> Option<bool> {
        let read = self.plan().relevant(step).iter().map(|&source| self.known(source.get()));
        let values: Option<Vec<bool>> = read.collect();
        self.plan_by(Seat::Judge).chance(step, values?.into_iter()).as_certain()
    }
}
