//! Fig. 1 of the 2024 paper on a Turing machine: its steps, checked one by one.

use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, OnceLock};

use crate::machine::turing::{
    Deviation, Field, PointedAt, Reading, Run, Symbol, TableChange, TableauCell, TuringMachine,
};
use crate::machine::{Step, location_bits};
use crate::protocol::cross_examination::{ExaminationInstance, Unexaminable};
use crate::protocol::trial::{self, Trial, TrialStage, Tried};
use crate::rules::{
    Among, Audience, Cost, Ledger, Move, Next, Offered, Phrase, Protocol, Refusal, Seat, Side,
    Skip, offer,
};
use crate::work::{Stopped, Token};

/// What a cross-examination of a Turing machine's run is about.
pub type TableauInstance = ExaminationInstance<Run>;

/// A cross-examination of a Turing machine's run, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Tableau {
    shared: Arc<Shared>,
    phase: Phase,
    /// What Alice wrote, once she did.
    pub(super) transcript: Option<Run>,
    /// Which provers ran the machine.
    ran: [bool; 2],
    pub(super) ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: TableauInstance,
    /// The true transcript as text, but for its last state if that is not what Alice claims.
    honest: OnceLock<String>,
    /// The machine on an empty tape.
    blank: TuringMachine,
}

/// Where it stands.
#[derive(Clone, Debug)]
enum Phase {
    /// Alice writes.
    Writing,
    /// Bob points.
    Pointing,
    /// The judge checks one step.
    Trial(Evidence, Trial),
}

/// What is known of the step on trial.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    /// Where Bob pointed.
    pub point: PointedAt,
    /// What the judge reads to check that.
    readings: Arc<Vec<Reading>>,
    /// Who is right, if the oracle answers as the machine says.
    pub right: Side,
    /// The word on the tape that the step asks the oracle about.
    pub asked: Option<Vec<Symbol>>,
    /// What the judge was shown, in order.
    pub shown: Arc<Vec<Reading>>,
    /// Without copies, the cells of which Alice said something afresh, as they stand by it.
    afresh: Arc<BTreeMap<u32, TableauCell>>,
}

impl Protocol for Tableau {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            // Alice writes the transcript: the run, or what differs from it, as text.
            Phase::Writing => {
                let start = self.clone();
                let texts = Among::<Phrase>::checked(move |text| start.told_by(text).map(drop));
                let tell = offer::tell(texts, |debate: &mut Self, text| {
                    // The domain admits no other text.
                    if let Ok(told) = debate.told_by(text.as_str()) {
                        debate.transcript = Some(told);
                        debate.phase = Phase::Pointing;
                    }
                });
                let tell = iter::once(tell.seen_by(Audience::PROVERS));
                Next::ask(Seat::Alice, tell.chain(self.running(Side::Alice)))
            }
            // Bob points at a step, or at one that overlooks another.
            Phase::Pointing => {
                let most = self.run().steps() as usize;
                let point = offer::point(Among::<Step>::up_to(most), |debate: &mut Self, step| {
                    debate.point_at(PointedAt::Step(step), 1);
                });
                let skip = offer::skipped(Among::<Skip>::up_to(most), |debate: &mut Self, skip| {
                    let Skip { step, writer } = skip;
                    debate.point_at(PointedAt::Skip { step, writer }, 2);
                });
                let skip = (most > 1).then_some(skip);
                Next::ask(Seat::Bob, iter::once(point).chain(skip).chain(self.running(Side::Bob)))
            }
            // The judge checks that by what it is shown.
            Phase::Trial(evidence, trial) => match self.next_part(evidence) {
                Some(part) => self.showing(evidence, &part),
                None => trial::next(self, trial),
            },
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &Token) -> Result<Option<bool>, Stopped> {
        Ok(Some(self.is_true()))
    }
}

impl Tried for Tableau {
    fn trial(&self) -> Option<&Trial> {
        if let Phase::Trial(_, trial) = &self.phase { Some(trial) } else { None }
    }

    fn trial_mut(&mut self) -> Option<(&mut Trial, &mut Ledger)> {
        match &mut self.phase {
            Phase::Trial(_, trial) => Some((trial, &mut self.ledger)),
            _ => None,
        }
    }
}

impl Tableau {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If no state of the machine has the output that is claimed.
    pub fn new(setup: TableauInstance) -> Result<Self, Unexaminable> {
        let machine = setup.machine.machine();
        if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
            return Err(Unexaminable::NoSuchOutput(setup.claim));
        }
        let (blank, honest) = (machine.without_input(), OnceLock::new());
        Ok(Self {
            ledger: trial::limits(setup.machine.limits()),
            shared: Arc::new(Shared { setup, honest, blank }),
            phase: Phase::Writing,
            transcript: None,
            ran: [false; 2],
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &TableauInstance {
        &self.shared.setup
    }

    /// The machine's own run.
    pub(super) fn run(&self) -> &Run {
        &self.setup().machine
    }

    /// The machine.
    pub(super) fn machine(&self) -> &TuringMachine {
        self.run().machine()
    }

    /// The machine on an empty tape.
    pub(super) fn blank(&self) -> &TuringMachine {
        &self.shared.blank
    }

    /// Whether this prover ran the machine.
    pub(super) fn ran(&self, prover: Side) -> bool {
        self.ran[prover.seat().index()]
    }

    /// What is known of the step on trial.
    pub(super) fn evidence(&self) -> Option<&Evidence> {
        if let Phase::Trial(evidence, _) = &self.phase { Some(evidence) } else { None }
    }

    /// Whether the machine ends as Alice claims.
    fn is_true(&self) -> bool {
        self.machine().accepts(self.run().at(self.run().steps()).state()) == self.setup().claim
    }

    /// Whether Alice wins from here on if everybody plays well.
    pub(super) fn holds(&self) -> bool {
        match (&self.phase, &self.transcript) {
            (Phase::Trial(_, Trial { stage: TrialStage::Over(side), .. }), _) => {
                *side == Side::Alice
            }
            (Phase::Trial(evidence, _), _) => evidence.right == Side::Alice,
            (_, Some(told)) => self.run().first_difference(told).is_none(),
            (_, None) => self.is_true(),
        }
    }

    /// A run told by these deviations, if it ends as Alice claims.
    fn told_by(&self, text: &str) -> Result<Run, Refusal> {
        let (machine, claim) = (self.machine(), self.setup().claim);
        let deviations = machine.read_deviations(text).map_err(Refusal::Unreadable)?;
        let told = Run::deviating(machine.clone(), deviations);
        let told = told.map_err(|e| Refusal::Unreadable(e.to_string()))?;
        let last = told.cell(told.steps()).state;
        if machine.accepts(last) == claim {
            return Ok(told);
        }
        let written = (Step::new(told.steps()), machine.state_name(last).to_owned());
        Err(Refusal::EndsInState { good: machine.ending_in(claim), written: Some(written) })
    }

    /// The true transcript as text, but for its last state if that is not what Alice claims.
    pub(super) fn honest(&self) -> &str {
        self.shared.honest.get_or_init(|| {
            let deviations = ending_as_claimed(self.run(), Vec::new(), self.setup().claim);
            self.machine().write_deviations(&deviations)
        })
    }

    /// What Alice wrote; before she did, the machine's own run.
    fn written(&self) -> &Run {
        self.transcript.as_ref().unwrap_or(self.run())
    }

    /// The transcript cell of a step as it stands: as Alice wrote it, but for what she said afresh.
    pub(super) fn cell(&self, evidence: &Evidence, step: u32) -> TableauCell {
        let afresh = evidence.afresh.get(&step).cloned();
        afresh.unwrap_or_else(|| self.written().cell(step))
    }

    /// A prover who has not run the machine may do so.
    fn running(&self, prover: Side) -> Option<Offered<Self>> {
        let run = trial::run(prover, move |debate: &mut Self| {
            let (asked, steps) = (debate.run().asked(), debate.run().steps());
            debate.ran[prover.seat().index()] = true;
            debate.ledger.charge(prover.seat(), Cost::Oracle, u64::from(asked));
            debate.ledger.charge(prover.seat(), Cost::Steps, u64::from(steps));
        });
        (!self.ran(prover)).then_some(run)
    }

    /// Bob names so many steps.
    fn point_at(&mut self, point: PointedAt, named: u64) {
        let (steps, judge_is_oracle) = (self.run().steps() as usize, self.setup().judge_is_oracle);
        self.ledger.charge(Seat::Judge, Cost::Location, named * location_bits(steps));
        let evidence = Evidence {
            point,
            readings: Arc::default(),
            right: Side::Alice,
            asked: None,
            shown: Arc::default(),
            afresh: Arc::default(),
        };
        let trial = Trial {
            step: point.step(),
            steps,
            asks: false,
            judge_is_oracle,
            truth: false,
            right: [Side::Alice; 2],
            answer: None,
            stage: TrialStage::Showing,
        };
        self.put_on_trial(evidence, trial);
    }

    /// The trial goes on by the cells as they stand.
    fn put_on_trial(&mut self, mut evidence: Evidence, mut trial: Trial) {
        let check = |answer| self.checked(evidence.point, &evidence.afresh, answer);
        let (readings, right, asked) = check(None);
        trial.asks = asked.is_some();
        trial.right = match trial.asks {
            true => [false, true].map(|yes| check(Some(yes)).1),
            false => [right; 2],
        };
        let [no, yes] = trial.right;
        // Where both answers come to the same it does not matter which it is.
        trial.truth = right == yes && yes != no;
        (evidence.readings, evidence.right, evidence.asked) = (Arc::new(readings), right, asked);
        self.shown(evidence, trial);
    }

    /// The judge has been shown what is noted so, and rules once nothing is left to be shown.
    fn shown(&mut self, evidence: Evidence, trial: Trial) {
        let stage = match self.next_part(&evidence) {
            Some(_) => TrialStage::Showing,
            None => TrialStage::Judging,
        };
        self.phase = Phase::Trial(evidence, Trial { stage, ..trial });
    }

    /// What the judge is shown next: the readings of one step, or one input cell; one field where Alice
    /// says it afresh.
    fn next_part(&self, evidence: &Evidence) -> Option<Vec<Reading>> {
        let rest = evidence.readings.get(evidence.shown.len()..).unwrap_or_default();
        match rest {
            [field @ Reading::Transcript(..), ..] if !self.setup().copies => Some(vec![*field]),
            _ => rest.chunk_by(Reading::is_beside).next().map(<[Reading]>::to_vec),
        }
    }

    /// The field of a step that Alice says afresh now.
    pub(super) fn asked_afresh(&self) -> Option<(u32, Field)> {
        match self.next_part(self.evidence()?)?[..] {
            [Reading::Transcript(step, field)] if !self.setup().copies => Some((step, field)),
            _ => None,
        }
    }

    /// Whether something is on its way to the judge.
    pub(super) fn is_showing(&self) -> bool {
        self.trial().is_some_and(|trial| trial.stage == TrialStage::Showing)
    }

    /// A part comes to the judge as it is, or, where no copy of Alice wrote the transcript, as she says
    /// it now.
    fn showing(&self, evidence: &Evidence, part: &[Reading]) -> Next<Self> {
        if let [Reading::Transcript(step, field)] = *part
            && !self.setup().copies
        {
            let (now, by) = (self.clone(), evidence.clone());
            let said = move |text: &str| now.said(&by, step, field, text).map(drop);
            let say = move |debate: &mut Self, text: Phrase| debate.say(step, field, text.as_str());
            return Next::ask(Seat::Alice, [offer::name(Among::<Phrase>::checked(said), say)]);
        }
        let cells = |step| self.cell(evidence, step);
        match self.machine().write_readings(part, cells).parse::<Phrase>() {
            Ok(text) => {
                let part = part.to_vec();
                let show = move |debate: &mut Self| debate.show(&part);
                Next::reveal(Move::Reveals(text), Audience::ALL, show)
            }
            // What is shown is never empty and has no control characters in it.
            Err(_) => Next::ask(Seat::Judge, []),
        }
    }

    /// Hands readings to the judge: charges them, and remembers them as shown.
    fn show(&mut self, part: &[Reading]) {
        let Phase::Trial(mut evidence, trial) = self.phase.clone() else { return };
        for &reading in part {
            let (cost, pointers) = match reading {
                Reading::Transcript(step, _) => {
                    (Cost::Transcript, self.cell(&evidence, step).from.len() as u32)
                }
                Reading::Input(_) => (Cost::Input, 1),
            };
            let bits = reading.bits(self.machine().cell_bits(), pointers);
            self.ledger.charge(Seat::Judge, cost, u64::from(bits));
            Arc::make_mut(&mut evidence.shown).push(reading);
        }
        self.shown(evidence, trial);
    }

    /// A step's cell with one field as a text says it. The last state is as claimed.
    fn said(
        &self,
        evidence: &Evidence,
        step: u32,
        field: Field,
        text: &str,
    ) -> Result<TableauCell, Refusal> {
        let (machine, claim) = (self.machine(), self.setup().claim);
        let mut cell = self.cell(evidence, step);
        machine.read_field(&mut cell, field, text).map_err(Refusal::Unreadable)?;
        if field == Field::Pointers {
            // Which state came before she may still say.
            let shaped = machine.check_pointers(&cell, machine.states());
            shaped.map_err(|malformed| Refusal::Unreadable(malformed.to_string()))?;
        }
        if step == machine.steps() && machine.accepts(cell.state) != claim {
            return Err(Refusal::EndsInState { good: machine.ending_in(claim), written: None });
        }
        Ok(cell)
    }

    /// Alice says a field afresh. What the judge reads next may depend on it.
    fn say(&mut self, step: u32, field: Field, text: &str) {
        let Phase::Trial(mut evidence, trial) = self.phase.clone() else { return };
        // The domain admits no other text.
        let Ok(cell) = self.said(&evidence, step, field, text) else { return };
        Arc::make_mut(&mut evidence.afresh).insert(step, cell);
        self.put_on_trial(evidence, trial);
        self.show(&[Reading::Transcript(step, field)]);
    }

    /// What the judge reads to check a point, who is right, and what the step asks the oracle: by the
    /// cells as they stand, the oracle answering so, or as the machine says.
    fn checked(
        &self,
        point: PointedAt,
        afresh: &BTreeMap<u32, TableauCell>,
        answer: Option<bool>,
    ) -> (Vec<Reading>, Side, Option<Vec<Symbol>>) {
        let written = self.written();
        let cells = |step| afresh.get(&step).cloned().unwrap_or_else(|| written.cell(step));
        let (readings, right, asked) = self.machine().check(point, cells, answer);
        (readings, Side::of_claim(right), asked)
    }

    /// Who would be right if Bob pointed here, by what Alice wrote.
    pub(super) fn right_at(&self, point: PointedAt) -> Side {
        self.checked(point, &BTreeMap::new(), None).1
    }
}

/// Deviations with one more at the last step, if without it the run would not end as claimed.
pub(super) fn ending_as_claimed(
    run: &Run,
    mut deviations: Vec<Deviation>,
    claim: bool,
) -> Vec<Deviation> {
    let machine = run.machine();
    let steps = run.steps();
    let Ok(told) = Run::deviating(machine.clone(), deviations.clone()) else { return deviations };
    let mut cell = told.cell(steps);
    if machine.accepts(cell.state) == claim {
        return deviations;
    }
    if let Some(state) = machine.states().find(|&state| machine.accepts(state) == claim) {
        cell.state = state;
        deviations.retain(|deviation| deviation.step < steps);
        deviations.push(Deviation { step: steps, change: TableChange::Slips(cell) });
    }
    deviations
}
