//! Fig. 1 of the 2024 paper on a plan: its steps, checked one by one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter;
use std::sync::{Arc, OnceLock};

use crate::machine::{Bits, Circuit, Op, Plan, Step, location_bits, plan};
use crate::protocol::cross_examination::{ExaminationInstance, Unexaminable};
use crate::protocol::trial::{self, Trial, TrialStage, Tried};
use crate::protocol::witness::Opening;
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Offered, Protocol, Refusal, Seat, Side,
    Situation, YesNo, offer,
};
use crate::work::{Stopped, Token};

/// What a cross-examination of a plan is about.
pub type CrossExaminationInstance = ExaminationInstance<Plan>;

/// A cross-examination of a plan, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct CrossExamination {
    shared: Arc<Shared>,
    phase: Phase,
    /// What Alice wrote, once she did.
    pub(super) transcript: Option<Bits>,
    provers: [PrivateRun; 2],
    pub(super) ledger: Ledger,
    /// The witness that Alice writes first, if the debate has one.
    pub(in crate::protocol) opening: Option<Opening>,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: CrossExaminationInstance,
    /// How many steps ask the oracle.
    asks: u64,
    /// Whether this is the gate check of a circuit.
    gate_check: bool,
    /// The plan on other inputs, for a judge who pays for the true ones.
    blank: Plan,
    /// The true transcript, computed when somebody first needs it.
    honest: OnceLock<Bits>,
    /// The oracles, where they are not one.
    oracles: Option<Oracles>,
}

/// An oracle of its own for each seat: departures from Fig. 1, which has one (see
/// `docs/reference/departures.md`).
#[derive(Debug)]
struct Oracles {
    /// The steps at which each seat's oracle is wrong.
    wrong: [BTreeSet<Step>; 3],
    /// The plan as each seat's oracle has it.
    plans: [Plan; 3],
    /// Its transcript by each seat's oracle, computed when somebody first needs it.
    runs: [OnceLock<Bits>; 3],
}

/// What a prover found out in private.
#[derive(Clone, Debug, Default)]
pub(super) struct PrivateRun {
    /// Whether it ran the plan.
    pub ran: bool,
    /// What the oracle answered it about single steps.
    pub answers: Arc<BTreeMap<Step, bool>>,
}

/// Where it stands.
#[derive(Clone, Debug)]
enum Phase {
    /// Alice writes.
    Writing,
    /// Bob points.
    Pointing,
    /// The oracle's answer is on its way to a prover; then things go on as before.
    Answering { prover: Side, step: Step, yes: bool },
    /// The judge checks one step.
    Trial(Trial),
    /// The judge checks one step, and this bit is on its way to it.
    Showing(Cell, Trial),
}

impl Protocol for CrossExamination {
    fn next(&self) -> Next<Self> {
        let opening = self.opening.as_ref().and_then(|opening| {
            opening.next(|debate: &mut Self, opening, witness| {
                *debate = Self { opening: Some(opening), ..debate.begun_on(&witness) };
            })
        });
        opening.unwrap_or_else(|| self.figure())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        self.opening.as_ref()?.situation(|| None)
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        let own = self.honest().at(self.plan().output().index()) == self.setup().claim;
        match &self.opening {
            Some(opening) => opening.truth(Some(own), token),
            None => Ok(Some(own)),
        }
    }
}

impl CrossExamination {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If the oracle is not deterministic.
    pub fn new(setup: CrossExaminationInstance) -> Result<Self, Unexaminable> {
        match setup.machine.first_unsure() {
            Some(step) => Err(Unexaminable::Unsure(step)),
            None => {
                let ledger = trial::limits(plan::limits(&setup.machine));
                Ok(Self::begun(setup, false, None, ledger))
            }
        }
    }

    /// The gate check of a circuit: the same rules, with the bound of Theorem 6 of the 2026 paper,
    /// ⌈log2 s⌉ + 3 queries in all. `claim` is the output that Alice claims, 0 in the paper.
    pub fn gate_check(circuit: &Circuit, claim: bool) -> Self {
        let machine = circuit.plan().clone();
        let all = location_bits(machine.len()) + 3;
        let ledger = trial::limits(plan::limits(&machine)).with_query_limit(Seat::Judge, all);
        let (copies, judge_is_oracle) = (true, false);
        let setup = ExaminationInstance { machine, claim, copies, judge_is_oracle };
        Self::begun(setup, true, None, ledger)
    }

    /// The same debate about to begin, with an oracle of its own for each seat: wrong at these steps.
    #[must_use]
    pub fn with_wrong_oracles(self, wrong: [BTreeSet<Step>; 3]) -> Self {
        if wrong.iter().all(BTreeSet::is_empty) {
            return self;
        }
        let plan = self.plan();
        let plans = wrong.each_ref().map(|steps| plan.with_wrong_answers(steps.iter().copied()));
        let oracles = Oracles { wrong, plans, runs: Default::default() };
        Self::begun(self.setup().clone(), self.is_gate_check(), Some(oracles), self.ledger)
    }

    /// The same debate about to begin, in which Alice first writes the plan's witness.
    #[must_use]
    pub fn with_a_witness(self) -> Self {
        let opening = Some(Opening::new(self.plan(), Some(self.setup().claim)));
        Self { opening, ..self }
    }

    /// The debate on this witness, about to begin.
    pub(super) fn begun_on(&self, witness: &Bits) -> Self {
        let setup = self.setup().clone();
        let setup = ExaminationInstance { machine: setup.machine.with_witness(witness), ..setup };
        // The oracle is as sure on other inputs.
        let ledger = trial::limits(plan::limits(&setup.machine));
        Self::begun(setup, false, None, ledger)
    }

    fn begun(
        setup: CrossExaminationInstance,
        gate_check: bool,
        oracles: Option<Oracles>,
        ledger: Ledger,
    ) -> Self {
        let plan = &setup.machine;
        let blank = plan.on((0..plan.inputs().len()).map(|_| false).collect());
        let (asks, honest) = (plan.asks().count() as u64, OnceLock::new());
        Self {
            shared: Arc::new(Shared { setup, asks, gate_check, blank, honest, oracles }),
            phase: Phase::Writing,
            transcript: None,
            provers: Default::default(),
            ledger,
            opening: None,
        }
    }

    /// The figure.
    fn figure(&self) -> Next<Self> {
        match &self.phase {
            // Alice writes the transcript: a bit for every step, the last of which is the claim.
            Phase::Writing => {
                let len = self.plan().len();
                let rows = Among::<Bits>::rows(len, Some((len as u32 - 1, self.setup().claim)));
                let write = offer::write(rows, |debate: &mut Self, bits| {
                    debate.transcript = Some(bits);
                    debate.phase = Phase::Pointing;
                });
                let write = iter::once(write.seen_by(Audience::PROVERS));
                Next::ask(Seat::Alice, write.chain(self.computing(Side::Alice)))
            }
            // Bob points at a step.
            Phase::Pointing => {
                let steps = Among::<Step>::up_to(self.plan().len());
                let point = offer::point(steps, |debate: &mut Self, step| debate.pointed(step));
                Next::ask(Seat::Bob, iter::once(point).chain(self.computing(Side::Bob)))
            }
            &Phase::Answering { prover, step, yes } => {
                let to = Audience::only(prover.seat());
                Next::reveal(Move::Answer(YesNo(yes)), to, move |debate: &mut Self| {
                    let answers = &mut debate.provers[prover.seat().index()].answers;
                    Arc::make_mut(answers).insert(step, yes);
                    debate.phase = match prover {
                        Side::Alice => Phase::Writing,
                        Side::Bob => Phase::Pointing,
                    };
                })
            }
            // The judge checks that step by what it reads.
            Phase::Trial(trial) => trial::next(self, trial),
            &Phase::Showing(cell, trial) => self.showing(cell, trial),
        }
    }

    /// What a prover may do before it answers, unless it ran the plan: run it, or ask the oracle
    /// about single steps, all in private.
    fn computing(&self, prover: Side) -> impl Iterator<Item = Offered<Self>> + use<> {
        let seat = prover.seat();
        let run = trial::run(prover, move |debate: &mut Self| {
            let (questions, steps) = (debate.questions(prover), debate.plan().len() as u64);
            debate.provers[seat.index()].ran = true;
            debate.ledger.charge(seat, Cost::Oracle, questions);
            debate.ledger.charge(seat, Cost::Steps, steps);
        });
        let asked = Arc::clone(&self.prover(prover).answers);
        let asks_left = (asked.len() as u64) < self.asks();
        let plan = self.plan().clone();
        let questions = Among::<Step>::some(plan.len(), move |step: &Step| {
            if plan.ask(*step).is_none() {
                Err(Refusal::GateCannotBeAsked(*step))
            } else if asked.contains_key(step) {
                Err(Refusal::AlreadyAsked(*step))
            } else {
                Ok(())
            }
        });
        let ask = offer::ask(questions, move |debate: &mut Self, step| {
            debate.ledger.charge(seat, Cost::Oracle, 1);
            let yes = debate.oracle_says(seat, step);
            debate.phase = Phase::Answering { prover, step, yes };
        });
        let ask = asks_left.then(|| ask.before().seen_by(Audience::only(seat)));
        let open = !self.prover(prover).ran;
        iter::once(run).chain(ask).filter(move |_| open)
    }

    /// How many questions a prover who runs the plan has still to put: an answer that it has is not
    /// asked for again. A question that rests on a bit that Alice wrote wrongly is another one.
    fn questions(&self, prover: Side) -> u64 {
        let (written, own) = (self.written_for(prover.seat()), self.run_by(prover.seat()));
        let rests_on_truth = |step: &&Step| {
            self.plan().relevant(**step).iter().all(|source| match source.get() {
                Cell::Step(step) => written.at(step.index()) == own.at(step.index()),
                Cell::Input(_) => true,
            })
        };
        let answered = self.prover(prover).answers.keys();
        self.asks() - answered.filter(rests_on_truth).count() as u64
    }

    /// Bob points at this step.
    fn pointed(&mut self, step: Step) {
        let (steps, judge_is_oracle) = (self.plan().len(), self.setup().judge_is_oracle);
        self.ledger.charge(Seat::Judge, Cost::Location, location_bits(steps));
        let written = self.written_for(Seat::Judge).at(step.index());
        self.phase = Phase::Trial(Trial {
            step,
            steps,
            asks: self.plan().ask(step).is_some(),
            judge_is_oracle,
            truth: self.oracle_says(Seat::Judge, step),
            right: [Side::of_claim(!written), Side::of_claim(written)],
            answer: None,
            stage: TrialStage::Judging,
        });
    }

    /// A bit comes to the judge as it is, or, where no copy of Alice wrote the transcript, as she says
    /// it now.
    fn showing(&self, cell: Cell, trial: Trial) -> Next<Self> {
        let show = move |debate: &mut Self, bit| {
            debate.ledger.show(cell, bit);
            debate.phase = Phase::Trial(Trial { stage: TrialStage::Judging, ..trial });
        };
        let bit = match cell {
            Cell::Input(input) => self.plan().inputs().at(input.index()),
            Cell::Step(step) if self.setup().copies => {
                self.written_for(Seat::Judge).at(step.index())
            }
            Cell::Step(_) => {
                let say = offer::bit(Among::<Bit>::ALL, move |debate, Bit(bit)| show(debate, bit));
                return Next::ask(Seat::Alice, [say]);
            }
        };
        let shown = Move::Shows(Bit(bit));
        Next::reveal(shown, Audience::ALL, move |debate: &mut Self| show(debate, bit))
    }

    /// What the debate is about.
    pub fn setup(&self) -> &CrossExaminationInstance {
        &self.shared.setup
    }

    /// Adds what was paid before this debate began, where it is the second part of a longer one.
    pub(crate) fn carry_over(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.ledger.charge(seat, cost, amount);
    }

    /// Whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.shared.gate_check
    }

    /// The computation.
    pub(in crate::protocol::cross_examination) fn plan(&self) -> &Plan {
        &self.setup().machine
    }

    /// The computation on other inputs than its own.
    pub(super) fn blank(&self) -> &Plan {
        &self.shared.blank
    }

    /// How many steps ask the oracle.
    pub(super) fn asks(&self) -> u64 {
        self.shared.asks
    }

    /// What a prover found out in private.
    pub(super) fn prover(&self, prover: Side) -> &PrivateRun {
        &self.provers[prover.seat().index()]
    }

    /// The cell that is on its way to the judge.
    pub(super) fn on_its_way(&self) -> Option<Cell> {
        if let Phase::Showing(cell, _) = self.phase { Some(cell) } else { None }
    }

    /// The true transcript.
    pub(super) fn honest(&self) -> &Bits {
        self.shared.honest.get_or_init(|| self.plan().evaluate())
    }

    /// The steps at which each seat's oracle is wrong; none where there is one oracle for all.
    pub fn wrong_oracles(&self) -> Option<&[BTreeSet<Step>; 3]> {
        self.shared.oracles.as_ref().map(|oracles| &oracles.wrong)
    }

    /// The computation as a seat's oracle has it.
    pub(super) fn plan_by(&self, seat: Seat) -> &Plan {
        self.shared.oracles.as_ref().map_or(self.plan(), |own| &own.plans[seat.index()])
    }

    /// The transcript by a seat's oracle.
    pub(super) fn run_by(&self, seat: Seat) -> &Bits {
        match &self.shared.oracles {
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

/// What the judge read decides, which without copies need not be what Alice wrote.
impl Tried for CrossExamination {
    fn trial(&self) -> Option<&Trial> {
        match &self.phase {
            Phase::Trial(trial) | Phase::Showing(_, trial) => Some(trial),
            _ => None,
        }
    }

    fn trial_mut(&mut self) -> Option<(&mut Trial, &mut Ledger)> {
        match &mut self.phase {
            Phase::Trial(trial) => Some((trial, &mut self.ledger)),
            _ => None,
        }
    }

    fn reading(&self) -> Option<Offered<Self>> {
        // The output is known from the claim, so all steps but the last can be paid for.
        let (plan, readings, trial) = (self.plan(), self.ledger.readings(), *self.trial()?);
        let (steps, inputs) = (plan.len() - 1, plan.inputs().len());
        let cells = Among::<Cell>::unread(steps, inputs, readings, Some(plan.output()));
        let left = readings.list().len() < steps + inputs;
        let read = offer::read(cells, move |debate: &mut Self, cell| {
            debate.phase = Phase::Showing(cell, Trial { stage: TrialStage::Showing, ..trial });
        });
        left.then(|| read.before())
    }

    fn needed(&self) -> Vec<Cell> {
        self.trial().map_or_else(Vec::new, |trial| cells(self.plan(), trial.step))
    }

    fn alleged(&self) -> Option<bool> {
        self.known(Cell::Step(self.trial()?.step))
    }

    fn answer(&self) -> Option<bool> {
        let trial = self.trial()?;
        Some(self.follows(trial.step).unwrap_or(trial.truth))
    }

    fn judgement(&self) -> Option<bool> {
        self.follows(self.trial()?.step)
    }

    fn if_answered(&self, yes: bool) -> Option<Side> {
        let by_transcript = self.trial()?.if_answered(yes);
        Some(self.alleged().map_or(by_transcript, |written| Side::of_claim(written == yes)))
    }

    fn verdict(&self) -> Option<Side> {
        let (trial, written) = (self.trial()?, self.alleged()?);
        let right = match self.plan().op(trial.step) {
            Op::Ask(_) => trial.answer?,
            _ => self.follows(trial.step)?,
        };
        Some(Side::of_claim(written == right))
    }

    /// A gate is decided by some of what it reads if the rest cannot change it.
    fn decided(&self) -> Option<Side> {
        let of_gate = || {
            let (step, written) = (self.trial()?.step, self.alleged()?);
            let read = self.plan().relevant(step).iter().map(|&source| self.known(source.get()));
            Some(Side::of_claim(written == self.plan().op(step).decided(read)?))
        };
        self.verdict().or_else(of_gate)
    }
}

/// The cells that decide a step and have to be paid for: its own, but for the output, which the claim
/// tells, and those that it reads.
pub(super) fn cells(plan: &Plan, step: Step) -> Vec<Cell> {
    let relevant = plan.relevant(step).iter().map(|&source| source.get());
    let mut cells: Vec<Cell> = iter::once(Cell::Step(step)).chain(relevant).collect();
    let mut seen = HashSet::from([Cell::Step(plan.output())]);
    cells.retain(|&cell| seen.insert(cell));
    cells
}
