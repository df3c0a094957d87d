//! The rules of Fig. 1 of the 2024 paper, for a Turing machine.

use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, OnceLock};

use crate::machine::turing::{
    CellField, Deviation, PointedAt, Symbol, TableChange, TableauCell, TranscriptRead,
    TuringMachine, TuringRun,
};
use crate::machine::{Step, location_bits};
use crate::protocol::cross_examination::{ExaminationError, ExaminationInstance};
use crate::protocol::trial::{self, Trial, TrialProtocol, TrialStage};
use crate::rules::{
    ArgumentDomain, Cost, EffectfulAction, Ledger, Move, Next, Protocol, Refusal, Seat, Side,
    SingleLine, SkippedWriter, Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The subject of a cross-examination of a Turing machine's run.
pub type TableauInstance = ExaminationInstance<TuringRun>;

/// The state of a cross-examination of a Turing machine's run.
#[derive(Clone, Debug)]
pub struct Tableau {
    shared: Arc<Shared>,
    phase: Phase,
    /// Alice's transcript. `None` before she writes it.
    pub(super) transcript: Option<TuringRun>,
    /// For each prover, true if the prover ran the machine.
    ran: [bool; 2],
    pub(super) ledger: Ledger,
}

/// The data that never change during a debate.
#[derive(Debug)]
struct Shared {
    setup: TableauInstance,
    /// The true transcript as text, with the claimed last state.
    honest: OnceLock<String>,
    /// The machine with an empty tape.
    blank: TuringMachine,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Alice writes the transcript.
    Writing,
    /// Bob points at a step.
    Pointing,
    /// The judge checks one step.
    Trial(TrialEvidence, Trial),
}

/// The facts about the disputed step.
#[derive(Clone, Debug)]
pub(super) struct TrialEvidence {
    /// The step that Bob disputes, or the step and the skipped writer.
    pub point: PointedAt,
    /// The fields that the judge reads to check it.
    readings: Arc<Vec<TranscriptRead>>,
    /// The prover who is right, if the oracle answers as the machine says.
    pub right: Side,
    /// The word on the tape that the step asks the oracle about. `None` if it asks nothing.
    pub asked: Option<Vec<Symbol>>,
    /// The fields that the judge was shown, in order.
    pub shown: Arc<Vec<TranscriptRead>>,
    /// In a debate without copies, the cells with fields that Alice stated a second time.
    afresh: Arc<BTreeMap<u32, TableauCell>>,
}

impl Protocol for Tableau {
    fn next(&self) -> Next<Self> {
        match &self.phase {
            // Alice writes the transcript as text: `run`, or its differences from the run.
            Phase::Writing => {
                let start = self.clone();
                let texts = ArgumentDomain::<SingleLine>::checked(move |text| {
                    start.run_with_deviations(text).map(drop)
                });
                let tell = effectful::tell(texts, |debate: &mut Self, text| {
                    // The domain accepts only texts of valid transcripts.
                    if let Ok(told) = debate.run_with_deviations(text.as_str()) {
                        debate.transcript = Some(told);
                        debate.phase = Phase::Pointing;
                    }
                });
                let tell = iter::once(tell.seen_by(Visibility::PROVERS));
                Next::ask(Seat::Alice, tell.chain(self.running(Side::Alice)))
            }
            // Bob points at a step, or at a step and a writer that its pointer skips.
            Phase::Pointing => {
                let most = self.run().steps() as usize;
                let point = effectful::point(
                    ArgumentDomain::<Step>::up_to(most),
                    |debate: &mut Self, step| {
                        debate.point_at(PointedAt::Step(step), 1);
                    },
                );
                let skip = effectful::skipped(
                    ArgumentDomain::<SkippedWriter>::up_to(most),
                    |debate: &mut Self, skip| {
                        let SkippedWriter { step, writer } = skip;
                        debate.point_at(PointedAt::Skip { step, writer }, 2);
                    },
                );
                let skip = (most > 1).then_some(skip);
                Next::ask(Seat::Bob, iter::once(point).chain(skip).chain(self.running(Side::Bob)))
            }
            // The judge checks the step with the fields that the rules show.
            Phase::Trial(evidence, trial) => match self.next_part(evidence) {
                Some(part) => self.showing(evidence, &part),
                None => trial::next(self, trial),
            },
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self, _: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Ok(Some(self.is_true()))
    }
}

impl TrialProtocol for Tableau {
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
    /// A debate before its first move.
    ///
    /// # Errors
    /// Returns an error if no state of the machine has the claimed output.
    pub fn new(setup: TableauInstance) -> Result<Self, ExaminationError> {
        let machine = setup.machine.machine();
        if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
            return Err(ExaminationError::NoSuchOutput(setup.claim));
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

    /// The subject of the debate.
    pub fn setup(&self) -> &TableauInstance {
        &self.shared.setup
    }

    pub(super) fn run(&self) -> &TuringRun {
        &self.setup().machine
    }

    pub(super) fn machine(&self) -> &TuringMachine {
        self.run().machine()
    }

    /// The machine with an empty tape.
    pub(super) fn blank(&self) -> &TuringMachine {
        &self.shared.blank
    }

    pub(super) fn ran(&self, prover: Side) -> bool {
        self.ran[prover.seat().index()]
    }

    pub(super) fn evidence(&self) -> Option<&TrialEvidence> {
        if let Phase::Trial(evidence, _) = &self.phase { Some(evidence) } else { None }
    }

    /// Returns whether the machine ends as Alice claims.
    fn is_true(&self) -> bool {
        self.machine().accepts(self.run().at(self.run().steps()).state()) == self.setup().claim
    }

    /// Returns whether Alice wins from here if both provers play optimally.
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

    /// The run with these deviations, if it ends as Alice claims.
    fn run_with_deviations(&self, text: &str) -> Result<TuringRun, Refusal> {
        let (machine, claim) = (self.machine(), self.setup().claim);
        let deviations = machine.read_deviations(text).map_err(Refusal::Unreadable)?;
        let told = TuringRun::deviating(machine.clone(), deviations);
        let told = told.map_err(|e| Refusal::Unreadable(e.to_string()))?;
        let last = told.cell(told.steps()).state;
        if machine.accepts(last) == claim {
            return Ok(told);
        }
        let written = (Step::new(told.steps()), machine.state_name(last).to_owned());
        Err(Refusal::EndsInState { good: machine.ending_in(claim), written: Some(written) })
    }

    /// The true transcript as text, with the claimed last state.
    pub(super) fn honest(&self) -> &str {
        self.shared.honest.get_or_init(|| {
            let deviations = ending_as_claimed(self.run(), Vec::new(), self.setup().claim);
            self.machine().write_deviations(&deviations)
        })
    }

    /// Alice's transcript. Before she writes it, the true run.
    fn written(&self) -> &TuringRun {
        self.transcript.as_ref().unwrap_or(self.run())
    }

    /// The transcript cell of a step, with the fields that Alice stated a second time.
    pub(super) fn cell(&self, evidence: &TrialEvidence, step: u32) -> TableauCell {
        let afresh = evidence.afresh.get(&step).cloned();
        afresh.unwrap_or_else(|| self.written().cell(step))
    }

    /// The action of running the machine, for a prover who has not run it.
    fn running(&self, prover: Side) -> Option<EffectfulAction<Self>> {
        let run = trial::run(prover, move |debate: &mut Self| {
            let (asked, steps) = (debate.run().asked(), debate.run().steps());
            debate.ran[prover.seat().index()] = true;
            debate.ledger.charge(prover.seat(), Cost::Oracle, u64::from(asked));
            debate.ledger.charge(prover.seat(), Cost::Steps, u64::from(steps));
        });
        (!self.ran(prover)).then_some(run)
    }

    /// Puts this point on trial. `named` is the number of steps that Bob named for it.
    fn point_at(&mut self, point: PointedAt, named: u64) {
        let (steps, judge_is_oracle) = (self.run().steps() as usize, self.setup().judge_is_oracle);
        self.ledger.charge(Seat::Judge, Cost::Location, named * location_bits(steps));
        let evidence = TrialEvidence {
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

    /// Checks the point with the current cells, and starts or continues the trial.
    fn put_on_trial(&mut self, mut evidence: TrialEvidence, mut trial: Trial) {
        let check = |answer| self.checked(evidence.point, &evidence.afresh, answer);
        let (readings, right, asked) = check(None);
        trial.asks = asked.is_some();
        trial.right = match trial.asks {
            true => [false, true].map(|yes| check(Some(yes)).1),
            false => [right; 2],
        };
        let [no, yes] = trial.right;
        // If both answers give the same result, it does not matter which of them is true.
        trial.truth = right == yes && yes != no;
        (evidence.readings, evidence.right, evidence.asked) = (Arc::new(readings), right, asked);
        self.shown(evidence, trial);
    }

    /// Continues after the judge was shown these fields. When no field is left, the judge rules.
    fn shown(&mut self, evidence: TrialEvidence, trial: Trial) {
        let stage = match self.next_part(&evidence) {
            Some(_) => TrialStage::Showing,
            None => TrialStage::Judging,
        };
        self.phase = Phase::Trial(evidence, Trial { stage, ..trial });
    }

    /// The next part for the judge: the fields of one step, or one input cell. In a debate without copies, the part is
    /// one field, which Alice states a second time.
    fn next_part(&self, evidence: &TrialEvidence) -> Option<Vec<TranscriptRead>> {
        let rest = evidence.readings.get(evidence.shown.len()..).unwrap_or_default();
        match rest {
            [field @ TranscriptRead::Transcript(..), ..] if !self.setup().copies => {
                Some(vec![*field])
            }
            _ => rest.chunk_by(TranscriptRead::is_beside).next().map(<[TranscriptRead]>::to_vec),
        }
    }

    /// The field of a step that Alice must state now, in a debate without copies.
    pub(super) fn asked_afresh(&self) -> Option<(u32, CellField)> {
        match self.next_part(self.evidence()?)?[..] {
            [TranscriptRead::Transcript(step, field)] if !self.setup().copies => {
                Some((step, field))
            }
            _ => None,
        }
    }

    /// Returns whether the rules are showing the judge something.
    pub(super) fn is_showing(&self) -> bool {
        self.trial().is_some_and(|trial| trial.stage == TrialStage::Showing)
    }

    /// Shows the judge a part. With copies, this is the part as written. Without copies, Alice now states a field of
    /// the transcript.
    fn showing(&self, evidence: &TrialEvidence, part: &[TranscriptRead]) -> Next<Self> {
        if let [TranscriptRead::Transcript(step, field)] = *part
            && !self.setup().copies
        {
            let (now, by) = (self.clone(), evidence.clone());
            let said = move |text: &str| now.cell_with_field(&by, step, field, text).map(drop);
            let say = move |debate: &mut Self, text: SingleLine| {
                debate.set_field_text(step, field, text.as_str())
            };
            return Next::ask(
                Seat::Alice,
                [effectful::name(ArgumentDomain::<SingleLine>::checked(said), say)],
            );
        }
        let cells = |step| self.cell(evidence, step);
        match self.machine().write_readings(part, cells).parse::<SingleLine>() {
            Ok(text) => {
                let part = part.to_vec();
                let show = move |debate: &mut Self| debate.show(&part);
                Next::reveal(Move::Reveals(text), Visibility::ALL, show)
            }
            // The text of the fields is never empty and has no control characters.
            Err(_) => Next::ask(Seat::Judge, []),
        }
    }

    /// Shows fields to the judge and charges their cost.
    fn show(&mut self, part: &[TranscriptRead]) {
        let Phase::Trial(mut evidence, trial) = self.phase.clone() else { return };
        for &reading in part {
            let (cost, pointers) = match reading {
                TranscriptRead::Transcript(step, _) => {
                    (Cost::Transcript, self.cell(&evidence, step).from.len() as u32)
                }
                TranscriptRead::Input(_) => (Cost::Input, 1),
            };
            let bits = reading.bits(self.machine().cell_bits(), pointers);
            self.ledger.charge(Seat::Judge, cost, u64::from(bits));
            Arc::make_mut(&mut evidence.shown).push(reading);
        }
        self.shown(evidence, trial);
    }

    /// The cell of a step with one field changed to this text. The last state must agree with the
    /// claim.
    fn cell_with_field(
        &self,
        evidence: &TrialEvidence,
        step: u32,
        field: CellField,
        text: &str,
    ) -> Result<TableauCell, Refusal> {
        let (machine, claim) = (self.machine(), self.setup().claim);
        let mut cell = self.cell(evidence, step);
        machine.read_field(&mut cell, field, text).map_err(Refusal::Unreadable)?;
        if field == CellField::Pointers {
            // Alice may still choose the state before this step.
            let shaped = machine.check_pointers(&cell, machine.states());
            shaped.map_err(|malformed| Refusal::Unreadable(malformed.to_string()))?;
        }
        if step == machine.steps() && machine.accepts(cell.state) != claim {
            return Err(Refusal::EndsInState { good: machine.ending_in(claim), written: None });
        }
        Ok(cell)
    }

    /// Records a field that Alice states a second time. The judge's next reads may depend on it.
    fn set_field_text(&mut self, step: u32, field: CellField, text: &str) {
        let Phase::Trial(mut evidence, trial) = self.phase.clone() else { return };
        // The domain accepts only texts of valid fields.
        let Ok(cell) = self.cell_with_field(&evidence, step, field, text) else { return };
        Arc::make_mut(&mut evidence.afresh).insert(step, cell);
        self.put_on_trial(evidence, trial);
        self.show(&[TranscriptRead::Transcript(step, field)]);
    }

    /// The fields that check a point, the prover who is right, and the question to the oracle. They follow from the
    /// current cells, and from `answer` or the machine's own answer.
    fn checked(
        &self,
        point: PointedAt,
        afresh: &BTreeMap<u32, TableauCell>,
        answer: Option<bool>,
    ) -> (Vec<TranscriptRead>, Side, Option<Vec<Symbol>>) {
        let written = self.written();
        let cells = |step| afresh.get(&step).cloned().unwrap_or_else(|| written.cell(step));
        let (readings, right, asked) = self.machine().check(point, cells, answer);
        (readings, Side::of_claim(right), asked)
    }

    /// The prover who would be right about Alice's transcript if Bob pointed here.
    pub(super) fn right_at(&self, point: PointedAt) -> Side {
        self.checked(point, &BTreeMap::new(), None).1
    }
}

/// Adds a deviation at the last step if the run would otherwise not end as claimed.
pub(super) fn ending_as_claimed(
    run: &TuringRun,
    mut deviations: Vec<Deviation>,
    claim: bool,
) -> Vec<Deviation> {
    let machine = run.machine();
    let steps = run.steps();
    let Ok(told) = TuringRun::deviating(machine.clone(), deviations.clone()) else {
        return deviations;
    };
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
