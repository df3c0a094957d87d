//! The rules of Fig. 1 of the 2024 paper, for a plan.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter;
use std::sync::{Arc, OnceLock};

use crate::machine::{Bits, Circuit, Op, Plan, Step, location_bits, plan};
use crate::protocol::cross_examination::{ExaminationError, ExaminationInstance};
use crate::protocol::trial::{self, Trial, TrialProtocol, TrialStage};
use crate::protocol::witness::WitnessOpening;
use crate::rules::{
    ArgumentDomain, Bit, BitRef, Cost, EffectfulAction, Ledger, Move, Next, Protocol, Refusal,
    Seat, Side, StateKey, Visibility, YesNo, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The subject of a cross-examination of a plan.
pub type CrossExaminationInstance = ExaminationInstance<Plan>;

/// The state of a cross-examination of a plan.
#[derive(Clone, Debug)]
pub struct CrossExamination {
    shared: Arc<Shared>,
    phase: Phase,
    /// Alice's transcript. `None` before she writes it.
    pub(super) transcript: Option<Bits>,
    provers: [PrivateRun; 2],
    pub(super) ledger: Ledger,
    /// The witness that Alice writes first, if the debate has one.
    pub(in crate::protocol) opening: Option<WitnessOpening>,
}

/// The data that never change during a debate.
#[derive(Debug)]
struct Shared {
    setup: CrossExaminationInstance,
    /// The number of steps that ask the oracle.
    asks: u64,
    /// True for the gate check of a circuit.
    gate_check: bool,
    /// The plan with other inputs, for a judge who must read the true ones.
    blank: Plan,
    /// The true transcript, computed on first use.
    honest: OnceLock<Bits>,
    /// The oracles, if the players have different ones.
    oracles: Option<Oracles>,
}

/// A separate oracle for each seat. This differs from Fig. 1, which has one (see
/// `docs/reference/departures.md`).
#[derive(Debug)]
struct Oracles {
    /// The steps where each seat's oracle is wrong.
    wrong: [BTreeSet<Step>; 3],
    /// The plan with the answers of each seat's oracle.
    plans: [Plan; 3],
    /// The transcript that each seat's oracle gives, computed on first use.
    runs: [OnceLock<Bits>; 3],
}

/// The private knowledge of a prover.
#[derive(Clone, Debug, Default)]
pub(super) struct PrivateRun {
    /// True if the prover ran the plan.
    pub ran: bool,
    /// The oracle's answers about single steps.
    pub answers: Arc<BTreeMap<Step, bool>>,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Alice writes the transcript.
    Writing,
    /// Bob points at a step.
    Pointing,
    /// The oracle answers a prover. Then the earlier phase continues.
    Answering { prover: Side, step: Step, yes: bool },
    /// The judge checks one step.
    Trial(Trial),
    /// The rules show the judge one bit, during the check of one step.
    Showing(BitRef, Trial),
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

    fn situation(&self) -> Option<StateKey> {
        self.opening.as_ref()?.situation(|| None)
    }

    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled> {
        let own = self.honest().at(self.plan().output().index()) == self.setup().claim;
        match &self.opening {
            Some(opening) => opening.truth(Some(own), token),
            None => Ok(Some(own)),
        }
    }
}

impl CrossExamination {
    /// A debate before its first move.
    ///
    /// # Errors
    /// Returns an error if the oracle is not deterministic.
    pub fn new(setup: CrossExaminationInstance) -> Result<Self, ExaminationError> {
        match setup.machine.first_unsure() {
            Some(step) => Err(ExaminationError::Unsure(step)),
            None => {
                let ledger = trial::limits(plan::limits(&setup.machine));
                Ok(Self::begun(setup, false, None, ledger))
            }
        }
    }

    /// The gate check of a circuit. The rules are the same, and Theorem 6 of the 2026 paper bounds
    /// the queries by ⌈log2 s⌉ + 3 in all. `claim` is the output that Alice claims, 0 in the paper.
    pub fn gate_check(circuit: &Circuit, claim: bool) -> Self {
        let machine = circuit.plan().clone();
        let all = location_bits(machine.len()) + 3;
        let ledger = trial::limits(plan::limits(&machine)).with_query_limit(Seat::Judge, all);
        let (copies, judge_is_oracle) = (true, false);
        let setup = ExaminationInstance { machine, claim, copies, judge_is_oracle };
        Self::begun(setup, true, None, ledger)
    }

    /// The same debate before its first move. Each seat has its own oracle, and `wrong` has the
    /// steps where that oracle is wrong.
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

    /// The same debate before its first move. Alice writes the plan's witness first.
    #[must_use]
    pub fn with_a_witness(self) -> Self {
        let opening = Some(WitnessOpening::new(self.plan(), Some(self.setup().claim)));
        Self { opening, ..self }
    }

    /// The debate with this witness, before its first move.
    pub(super) fn begun_on(&self, witness: &Bits) -> Self {
        let setup = self.setup().clone();
        let setup = ExaminationInstance { machine: setup.machine.with_witness(witness), ..setup };
        // If the oracle is deterministic on one input, it is deterministic on all inputs, so this needs no check.
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
        let blank = plan.with_inputs((0..plan.inputs().len()).map(|_| false).collect());
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

    fn figure(&self) -> Next<Self> {
        match &self.phase {
            // Alice writes the transcript: a bit for every step. The last bit is the claim.
            Phase::Writing => {
                let len = self.plan().len();
                let rows =
                    ArgumentDomain::<Bits>::rows(len, Some((len as u32 - 1, self.setup().claim)));
                let write = effectful::write(rows, |debate: &mut Self, bits| {
                    debate.transcript = Some(bits);
                    debate.phase = Phase::Pointing;
                });
                let write = iter::once(write.seen_by(Visibility::PROVERS));
                Next::ask(Seat::Alice, write.chain(self.computing(Side::Alice)))
            }
            // Bob points at a step.
            Phase::Pointing => {
                let steps = ArgumentDomain::<Step>::up_to(self.plan().len());
                let point = effectful::point(steps, |debate: &mut Self, step| debate.pointed(step));
                Next::ask(Seat::Bob, iter::once(point).chain(self.computing(Side::Bob)))
            }
            &Phase::Answering { prover, step, yes } => {
                let to = Visibility::only(prover.seat());
                Next::reveal(Move::Answer(YesNo(yes)), to, move |debate: &mut Self| {
                    let answers = &mut debate.provers[prover.seat().index()].answers;
                    Arc::make_mut(answers).insert(step, yes);
                    debate.phase = match prover {
                        Side::Alice => Phase::Writing,
                        Side::Bob => Phase::Pointing,
                    };
                })
            }
            // The judge checks that step with the bits that it reads.
            Phase::Trial(trial) => trial::next(self, trial),
            &Phase::Showing(cell, trial) => self.showing(cell, trial),
        }
    }

    /// The private actions that a prover may take before answering: run the plan, or ask the oracle about single
    /// steps. There are none for a prover who has run the plan.
    fn computing(&self, prover: Side) -> impl Iterator<Item = EffectfulAction<Self>> + use<> {
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
        let questions = ArgumentDomain::<Step>::some(plan.len(), move |step: &Step| {
            if plan.ask(*step).is_none() {
                Err(Refusal::GateCannotBeAsked(*step))
            } else if asked.contains_key(step) {
                Err(Refusal::AlreadyAsked(*step))
            } else {
                Ok(())
            }
        });
        let ask = effectful::ask(questions, move |debate: &mut Self, step| {
            debate.ledger.charge(seat, Cost::Oracle, 1);
            let yes = debate.oracle_says(seat, step);
            debate.phase = Phase::Answering { prover, step, yes };
        });
        let ask = asks_left.then(|| ask.before().seen_by(Visibility::only(seat)));
        let open = !self.prover(prover).ran;
        iter::once(run).chain(ask).filter(move |_| open)
    }

    /// The number of questions that a run of the plan would ask now. A prover does not ask again
    /// for an answer that is already known. If a question depends on a wrong bit of Alice's, the
    /// run asks a different question.
    fn questions(&self, prover: Side) -> u64 {
        let (written, own) = (self.written_for(prover.seat()), self.run_by(prover.seat()));
        let rests_on_truth = |step: &&Step| {
            self.plan().relevant(**step).iter().all(|source| match source.get() {
                BitRef::Step(step) => written.at(step.index()) == own.at(step.index()),
                BitRef::Input(_) => true,
            })
        };
        let answered = self.prover(prover).answers.keys();
        self.asks() - answered.filter(rests_on_truth).count() as u64
    }

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

    /// Shows the judge a bit. With copies, this is the bit that Alice wrote. Without copies, Alice now states the bit
    /// if it is in the transcript.
    fn showing(&self, cell: BitRef, trial: Trial) -> Next<Self> {
        let show = move |debate: &mut Self, bit| {
            debate.ledger.show(cell, bit);
            debate.phase = Phase::Trial(Trial { stage: TrialStage::Judging, ..trial });
        };
        let bit = match cell {
            BitRef::Input(input) => self.plan().inputs().at(input.index()),
            BitRef::Step(step) if self.setup().copies => {
                self.written_for(Seat::Judge).at(step.index())
            }
            BitRef::Step(_) => {
                let say = effectful::bit(ArgumentDomain::<Bit>::ALL, move |debate, Bit(bit)| {
                    show(debate, bit)
                });
                return Next::ask(Seat::Alice, [say]);
            }
        };
        let shown = Move::Shows(Bit(bit));
        Next::reveal(shown, Visibility::ALL, move |debate: &mut Self| show(debate, bit))
    }

    /// The subject of the debate.
    pub fn setup(&self) -> &CrossExaminationInstance {
        &self.shared.setup
    }

    /// Adds a cost from before this debate, for a debate that is the second part of a longer one.
    pub(crate) fn carry_over(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.ledger.charge(seat, cost, amount);
    }

    /// Returns whether this is the gate check of a circuit.
    pub fn is_gate_check(&self) -> bool {
        self.shared.gate_check
    }

    pub(in crate::protocol::cross_examination) fn plan(&self) -> &Plan {
        &self.setup().machine
    }

    /// The computation with other inputs than the true ones.
    pub(super) fn blank(&self) -> &Plan {
        &self.shared.blank
    }

    pub(super) fn asks(&self) -> u64 {
        self.shared.asks
    }

    pub(super) fn prover(&self, prover: Side) -> &PrivateRun {
        &self.provers[prover.seat().index()]
    }

    /// The cell that the judge reads now.
    pub(super) fn on_its_way(&self) -> Option<BitRef> {
        if let Phase::Showing(cell, _) = self.phase { Some(cell) } else { None }
    }

    /// The true transcript.
    pub(super) fn honest(&self) -> &Bits {
        self.shared.honest.get_or_init(|| self.plan().evaluate())
    }

    /// The steps where each seat's oracle is wrong. `None` if all share one oracle.
    pub fn wrong_oracles(&self) -> Option<&[BTreeSet<Step>; 3]> {
        self.shared.oracles.as_ref().map(|oracles| &oracles.wrong)
    }

    /// The computation with the answers of this seat's oracle.
    pub(super) fn plan_by(&self, seat: Seat) -> &Plan {
        self.shared.oracles.as_ref().map_or(self.plan(), |own| &own.plans[seat.index()])
    }

    /// The transcript that this seat's oracle gives.
    pub(super) fn run_by(&self, seat: Seat) -> &Bits {
        match &self.shared.oracles {
            Some(own) => {
                let at = seat.index();
                own.runs[at].get_or_init(|| own.plans[at].evaluate())
            }
            None => self.honest(),
        }
    }

    /// Alice's transcript. Before she writes it, the transcript that this seat's oracle gives.
    fn written_for(&self, seat: Seat) -> &Bits {
        self.transcript.as_ref().unwrap_or_else(|| self.run_by(seat))
    }

    /// The answer of this seat's oracle at a step, given Alice's values for the earlier steps.
    fn oracle_says(&self, seat: Seat, step: Step) -> bool {
        self.plan_by(seat).chance_in(step, self.written_for(seat)).get() > 0.5
    }

    /// The value of a cell, if everybody knows it. Everybody knows the output from the claim, and
    /// other cells from the judge's reads.
    pub(super) fn known(&self, cell: BitRef) -> Option<bool> {
        match cell == BitRef::Step(self.plan().output()) {
            true => Some(self.setup().claim),
            false => self.ledger.readings().bit(cell),
        }
    }

    /// The value that the step should have, given the judge's reads. `None` if the judge has not read all sources of
    /// the step.
    fn follows(&self, step: Step) -> Option<bool> {
        let read = self.plan().relevant(step).iter().map(|&source| self.known(source.get()));
        let values: Option<Vec<bool>> = read.collect();
        self.plan_by(Seat::Judge).chance(step, values?.into_iter()).as_certain()
    }
}

/// The bits that the judge read decide the debate. Without copies they may differ from Alice's
/// transcript.
impl TrialProtocol for CrossExamination {
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

    fn reading(&self) -> Option<EffectfulAction<Self>> {
        // The output is known from the claim, so the judge can read all steps but the last.
        let (plan, readings, trial) = (self.plan(), self.ledger.readings(), *self.trial()?);
        let (steps, inputs) = (plan.len() - 1, plan.inputs().len());
        let cells = ArgumentDomain::<BitRef>::unread(steps, inputs, readings, Some(plan.output()));
        let left = readings.list().len() < steps + inputs;
        let read = effectful::read(cells, move |debate: &mut Self, cell| {
            debate.phase = Phase::Showing(cell, Trial { stage: TrialStage::Showing, ..trial });
        });
        left.then(|| read.before())
    }

    fn needed(&self) -> Vec<BitRef> {
        self.trial().map_or_else(Vec::new, |trial| cells(self.plan(), trial.step))
    }

    fn alleged(&self) -> Option<bool> {
        self.known(BitRef::Step(self.trial()?.step))
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

    /// A few sources decide a gate if the other sources cannot change its value.
    fn decided(&self) -> Option<Side> {
        let of_gate = || {
            let (step, written) = (self.trial()?.step, self.alleged()?);
            let read = self.plan().relevant(step).iter().map(|&source| self.known(source.get()));
            Some(Side::of_claim(written == self.plan().op(step).decided(read)?))
        };
        self.verdict().or_else(of_gate)
    }
}

/// The cells that the judge must read to decide a step: the step itself and its sources, without
/// the output, which is known from the claim.
pub(super) fn cells(plan: &Plan, step: Step) -> Vec<BitRef> {
    let relevant = plan.relevant(step).iter().map(|&source| source.get());
    let mut cells: Vec<BitRef> = iter::once(BitRef::Step(step)).chain(relevant).collect();
    let mut seen = HashSet::from([BitRef::Step(plan.output())]);
    cells.retain(|&cell| seen.insert(cell));
    cells
}
