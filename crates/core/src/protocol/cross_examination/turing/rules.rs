//! The steps of a Turing machine, checked one by one.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::machine::turing::{
    Deviation, Field, PointedAt, Reading, Run, Symbol, TableChange, TableauCell, TuringMachine,
};
use crate::machine::{JudgeCost, Step};
use crate::protocol::cross_examination::examined::ExaminedTrial;
use crate::protocol::cross_examination::{
    Examination, ExaminationInstance, Examined, Phase, Unexaminable,
};
use crate::protocol::trial::{Checked, TrialStage, Tried};
use crate::rules::{
    Among, Audience, Cost, Move, Next, Offered, Phrase, Refusal, Seat, Side, Skip, offer,
};

/// A cross-examination of a Turing machine's run.
pub type Tableau = Examination<Run>;

/// What a cross-examination of a Turing machine's run is about.
pub type TableauInstance = ExaminationInstance<Run>;

/// What is known of the step on trial.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Where Bob pointed.
    pub(super) point: PointedAt,
    /// What the judge reads to check that.
    readings: Arc<Vec<Reading>>,
    /// Who is right, if the oracle answers as the machine says.
    pub(super) right: Side,
    /// The word on the tape that the step asks the oracle about.
    pub(super) asked: Option<Vec<Symbol>>,
    /// What the judge was shown, in order.
    pub(super) shown: Arc<Vec<Reading>>,
    /// Without copies, the cells of which Alice said something afresh, as they stand by it.
    afresh: Arc<BTreeMap<u32, TableauCell>>,
}

impl Examined for Run {
    type Transcript = Self;
    /// The true transcript as text, with an end as claimed.
    type Kept = TuringFacts;

    fn kept(&self) -> TuringFacts {
        TuringFacts { honest: OnceLock::new(), blank: self.machine().without_input() }
    }

    fn examinable(&self, claim: bool) -> Result<(), Unexaminable> {
        let machine = self.machine();
        let ends = machine.states().any(|state| machine.accepts(state) == claim);
        ends.then_some(()).ok_or(Unexaminable::NoSuchOutput(claim))
    }

    fn length(&self) -> usize {
        self.steps() as usize
    }

    fn limits(&self) -> JudgeCost {
        Self::limits(self)
    }

    fn output(debate: &Tableau) -> bool {
        let run = debate.run();
        run.machine().accepts(run.at(run.steps()).state())
    }

    /// The run, or what differs from it, as text.
    fn writing(debate: &Tableau) -> Offered<Tableau> {
        let start = debate.clone();
        let texts = Among::<Phrase>::checked(move |text| start.told_by(text).map(drop));
        let tell = offer::tell(texts, |debate: &mut Tableau, text| {
            // The domain admits no other text.
            if let Ok(told) = debate.told_by(text.as_str()) {
                debate.transcript = Some(told);
                debate.phase = Phase::Pointing;
            }
        });
        tell.seen_by(Audience::PROVERS)
    }

    fn pointing(debate: &Tableau) -> Vec<Offered<Tableau>> {
        let most = debate.run().length();
        let point = offer::point(Among::<Step>::up_to(most), |debate: &mut Tableau, step| {
            debate.point_at(PointedAt::Step(step), 1);
        });
        let skip = offer::skipped(Among::<Skip>::up_to(most), |debate: &mut Tableau, skip| {
            let Skip { step, writer } = skip;
            debate.point_at(PointedAt::Skip { step, writer }, 2);
        });
        std::iter::once(point).chain((most > 1).then_some(skip)).collect()
    }

    fn questions(debate: &Tableau, _: Side) -> u64 {
        u64::from(debate.run().asked())
    }
}

impl Checked<Tableau> for Run {
    type Evidence = Evidence;
    /// Readings of one step, or one input cell.
    type Part = Vec<Reading>;

    /// A part comes as it is, or, where no copy of Alice wrote the transcript, as she says it now.
    fn showing(
        debate: &Tableau,
        trial: &ExaminedTrial<Self>,
        part: &Vec<Reading>,
    ) -> Next<Tableau> {
        let trial = trial.clone();
        if let [Reading::Transcript(step, field)] = part[..]
            && !debate.setup().copies
        {
            let (now, by) = (debate.clone(), trial.clone());
            let said = move |text: &str| now.said(&by.evidence, step, field, text).map(drop);
            let say = move |debate: &mut Tableau, text: Phrase| {
                debate.say(trial, step, field, text.as_str());
            };
            return Next::ask(Seat::Alice, [offer::name(Among::<Phrase>::checked(said), say)]);
        }
        let cells = |step| debate.cell(&trial.evidence, step);
        let text = debate.machine().write_readings(part, cells);
        match text.parse::<Phrase>() {
            Ok(text) => {
                let part = part.clone();
                let show = move |debate: &mut Tableau| debate.show(trial, &part);
                Next::reveal(Move::Reveals(text), Audience::ALL, show)
            }
            // What is shown is never empty and has no control characters in it.
            Err(_) => Next::ask(Seat::Judge, []),
        }
    }

    /// What the oracle answers: where both answers come to the same it does not matter which it is.
    fn answer(debate: &Tableau, trial: &ExaminedTrial<Self>) -> bool {
        let yes = Self::if_answered(debate, trial, true);
        let no = Self::if_answered(debate, trial, false);
        trial.evidence.right == yes && yes != no
    }

    fn if_answered(debate: &Tableau, trial: &ExaminedTrial<Self>, yes: bool) -> Side {
        debate.checked(trial.evidence.point, &trial.evidence.afresh, Some(yes)).1
    }

    fn verdict(debate: &Tableau, trial: &ExaminedTrial<Self>) -> Option<Side> {
        match (trial.asks, trial.answer) {
            (false, _) => Some(trial.evidence.right),
            (true, Some(yes)) => Some(Self::if_answered(debate, trial, yes)),
            (true, None) => None,
        }
    }
}

/// What is worked out once for a debate.
#[derive(Debug)]
pub struct TuringFacts {
    /// The true transcript as text, but for its last state if that is not what Alice claims.
    honest: OnceLock<String>,
    /// The machine on an empty tape.
    pub(super) blank: TuringMachine,
}

impl Tableau {
    /// The machine's own run.
    pub(super) fn run(&self) -> &Run {
        &self.setup().machine
    }

    /// The machine.
    pub(super) fn machine(&self) -> &TuringMachine {
        self.run().machine()
    }

    /// Whether Alice wins from here on if everybody plays well.
    pub(super) fn holds(&self) -> bool {
        match (self.trial(), &self.transcript) {
            (None, Some(told)) => self.run().first_difference(told).is_none(),
            (None, None) => Run::output(self) == self.setup().claim,
            (Some(trial), _) => match trial.stage {
                TrialStage::Over(side) => side == Side::Alice,
                _ => trial.evidence.right == Side::Alice,
            },
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
        self.kept().honest.get_or_init(|| {
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

    /// Bob names so many steps.
    fn point_at(&mut self, point: PointedAt, named: u64) {
        let afresh = Arc::default();
        let (readings, right, asked) = self.checked(point, &afresh, None);
        let readings = Arc::new(readings);
        let (asks, shown) = (asked.is_some(), Arc::default());
        let evidence = Evidence { point, readings, right, asked, shown, afresh };
        let stage = self.next_part(&evidence);
        self.put_on_trial(point.step(), named, asks, evidence, stage);
    }

    /// The judge is shown what is left of a neighbourhood, and rules once that is nothing: the
    /// readings of one step, or one input cell; one field where Alice says it afresh.
    fn next_part(&self, evidence: &Evidence) -> TrialStage<Vec<Reading>> {
        let rest = evidence.readings.get(evidence.shown.len()..).unwrap_or_default();
        match (rest, rest.chunk_by(Reading::is_beside).next()) {
            ([field @ Reading::Transcript(..), ..], _) if !self.setup().copies => {
                TrialStage::Showing(vec![*field])
            }
            (_, Some(part)) => TrialStage::Showing(part.to_vec()),
            (_, None) => TrialStage::Judging,
        }
    }

    /// Hands readings to the judge: charges them, and remembers them as shown.
    fn show(&mut self, mut trial: ExaminedTrial<Run>, part: &[Reading]) {
        for &reading in part {
            let (cost, pointers) = match reading {
                Reading::Transcript(step, _) => {
                    (Cost::Transcript, self.cell(&trial.evidence, step).from.len() as u32)
                }
                Reading::Input(_) => (Cost::Input, 1),
            };
            let bits = reading.bits(self.machine().cell_bits(), pointers);
            self.ledger.charge(Seat::Judge, cost, u64::from(bits));
            Arc::make_mut(&mut trial.evidence.shown).push(reading);
        }
        let stage = self.next_part(&trial.evidence);
        self.go_on(trial.at(stage));
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
    fn say(&mut self, mut trial: ExaminedTrial<Run>, step: u32, field: Field, text: &str) {
        // The domain admits no other text.
        let Ok(cell) = self.said(&trial.evidence, step, field, text) else { return };
        let evidence = &mut trial.evidence;
        Arc::make_mut(&mut evidence.afresh).insert(step, cell);
        let (readings, right, asked) = self.checked(evidence.point, &evidence.afresh, None);
        trial.asks = asked.is_some();
        (evidence.readings, evidence.right, evidence.asked) = (Arc::new(readings), right, asked);
        self.show(trial, &[Reading::Transcript(step, field)]);
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
