//! What the debate is about, and where it stands.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::machine::turing::{
    Cell, Change, Deviation, Field, Neighbourhood, Reading, Run, Symbol, TuringMachine,
};
use crate::machine::{Machine, Step};
use crate::protocol::trial::{Trial, limits};
use crate::rules::{Ledger, Position, Refusal, Side, Skip};

/// What the debate is about.
#[derive(Clone, Debug)]
pub struct TableauInstance {
    /// The machine's own run.
    pub run: Run,
    /// Whether Alice claims that it accepts.
    pub claim: bool,
    /// What that means, in words; the whole claim.
    pub words: String,
    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript
    /// (cross-examination). Without copies she says afresh what the judge reads of it.
    pub copies: bool,
    /// Whether the judge is the oracle: if the disputed step asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// No state of the machine has the output that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchOutput(pub bool);

/// A cross-examination of a Turing machine, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Tableau {
    shared: Arc<Shared>,
    pub(crate) phase: Phase,
    /// What Alice wrote.
    pub(crate) told: Option<Run>,
    /// Without copies, the cells of which she said something afresh, as they stand by it.
    pub(super) afresh: Arc<BTreeMap<u32, Cell>>,
    /// Who ran the machine: Alice, Bob.
    pub(crate) ran: [bool; 2],
    /// What the judge was shown, in order.
    pub(crate) shown: Arc<Vec<Reading>>,
    pub(super) ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: TableauInstance,
    /// The true transcript, with an end as claimed.
    honest: OnceLock<String>,
}

/// Where Bob points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// At a step.
    Step(Step),
    /// At a step, and at a later writer than its pointer names.
    Skip(Skip),
}

impl Point {
    /// The step on trial.
    pub fn step(self) -> Step {
        match self {
            Self::Step(step) => step,
            Self::Skip(skip) => skip.step,
        }
    }
}

/// Where it stands.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Alice writes.
    Writing,
    /// Bob points.
    Pointing,
    /// The judge is shown the neighbourhood, part by part.
    Showing(Point, Arc<Neighbours>),
    /// The judge rules, knowing the oracle's answer or not yet.
    Judging(Point, Arc<Neighbours>, Option<bool>),
    /// The oracle's answer is on its way to the judge.
    Answering(Point, Arc<Neighbours>),
    /// The judge has ruled.
    Over(Point, Arc<Neighbours>, Option<bool>, Side),
}

/// What the judge reads to check a point, and what it shows.
#[derive(Debug)]
pub(crate) struct Neighbours {
    pub readings: Vec<Reading>,
    /// Who is right, if the oracle answers as the machine says.
    pub winner: Side,
    /// The word on the tape that the disputed step asks the oracle about.
    pub asked: Option<Vec<Symbol>>,
}

impl Tableau {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If no state of the machine has the output that is claimed.
    pub fn new(setup: TableauInstance) -> Result<Self, NoSuchOutput> {
        let machine = setup.run.machine();
        if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
            return Err(NoSuchOutput(setup.claim));
        }
        Ok(Self {
            ledger: limits(setup.run.limits()),
            shared: Arc::new(Shared { setup, honest: OnceLock::new() }),
            phase: Phase::Writing,
            told: None,
            afresh: Arc::default(),
            ran: [false; 2],
            shown: Arc::default(),
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &TableauInstance {
        &self.shared.setup
    }

    /// The machine.
    pub(crate) fn machine(&self) -> &TuringMachine {
        self.setup().run.machine()
    }

    /// Where Bob pointed.
    pub fn point(&self) -> Option<Point> {
        match &self.phase {
            Phase::Writing | Phase::Pointing => None,
            Phase::Showing(point, _)
            | Phase::Judging(point, ..)
            | Phase::Answering(point, _)
            | Phase::Over(point, ..) => Some(*point),
        }
    }

    /// Whether Alice wins from here on if everybody plays well.
    pub fn holds(&self) -> bool {
        match (&self.phase, &self.told) {
            (Phase::Pointing, Some(told)) => self.setup().run.first_difference(told).is_none(),
            (Phase::Writing | Phase::Pointing, _) => self.truth() == Some(true),
            (
                Phase::Showing(_, neighbours)
                | Phase::Judging(_, neighbours, _)
                | Phase::Answering(_, neighbours),
                _,
            ) => neighbours.winner == Side::Alice,
            (Phase::Over(_, _, _, side), _) => *side == Side::Alice,
        }
    }

    /// A run told by these deviations, if it ends as Alice claims.
    pub(super) fn read(setup: &TableauInstance, text: &str) -> Result<Run, Refusal> {
        let machine = setup.run.machine();
        let deviations = machine.read_deviations(text).map_err(Refusal::Unreadable)?;
        let told = Run::deviating(machine.clone(), deviations);
        let told = told.map_err(|e| Refusal::Unreadable(e.to_string()))?;
        let last = told.cell(told.steps()).state;
        if machine.accepts(last) == setup.claim {
            return Ok(told);
        }
        let written = (Step::new(told.steps()), machine.state_name(last).to_owned());
        Err(Refusal::EndsInState { good: machine.ending_in(setup.claim), written: Some(written) })
    }

    /// The true transcript, but for its last state if that is not what Alice claims.
    pub(crate) fn honest(&self) -> &str {
        self.shared.honest.get_or_init(|| {
            let deviations = ending_as_claimed(&self.setup().run, Vec::new(), self.setup().claim);
            self.machine().write_deviations(&deviations)
        })
    }

    /// The transcript cell of a step as it stands: as Alice wrote it, but for what she said afresh.
    pub(crate) fn cell(&self, step: u32) -> Cell {
        let written = || self.told.as_ref().unwrap_or(&self.setup().run).cell(step);
        self.afresh.get(&step).cloned().unwrap_or_else(written)
    }

    /// What Alice says afresh now, there being no copy of her that wrote it: a field of a step.
    pub(crate) fn asked_afresh(&self) -> Option<(u32, Field)> {
        match &self.phase {
            Phase::Showing(_, neighbours) if !self.setup().copies => {
                match neighbours.readings.get(self.shown.len())? {
                    Reading::Transcript(step, field) => Some((*step, *field)),
                    Reading::Input(_) => None,
                }
            }
            _ => None,
        }
    }

    /// A step's cell with one field as a text says it. The last state is as claimed.
    pub(super) fn said(&self, step: u32, field: Field, text: &str) -> Result<Cell, Refusal> {
        let (machine, setup) = (self.machine(), self.setup());
        let mut cell = self.cell(step);
        machine.read_field(&mut cell, field, text).map_err(Refusal::Unreadable)?;
        if field == Field::Pointers {
            // Which state came before she may still say.
            let shaped = machine.check_pointers(&cell, machine.states());
            shaped.map_err(|malformed| Refusal::Unreadable(malformed.to_string()))?;
        }
        if step == setup.run.steps() && machine.accepts(cell.state) != setup.claim {
            let good = machine.ending_in(setup.claim);
            return Err(Refusal::EndsInState { good, written: None });
        }
        Ok(cell)
    }

    /// What the judge has to rule on when Bob points here.
    pub(crate) fn trial(
        &self,
        point: Point,
        neighbours: &Neighbours,
        answer: Option<bool>,
    ) -> Trial {
        Trial {
            step: point.step(),
            steps: self.setup().run.steps() as usize,
            asks: neighbours.asked.is_some(),
            judge_is_oracle: self.setup().judge_is_oracle,
            answer,
        }
    }

    /// What checks a point of Alice's transcript.
    pub(crate) fn neighbours(&self, point: Point, answer: Option<bool>) -> Neighbours {
        let cells = |step: u32| self.cell(step);
        match point {
            Point::Step(step) => {
                let Neighbourhood { readings, outcome, asked } =
                    self.machine().check_step_answered(step.number(), cells, answer);
                Neighbours { readings, winner: Side::of_claim(outcome.is_ok()), asked }
            }
            Point::Skip(Skip { step, writer }) => {
                let Neighbourhood { readings, outcome, asked } =
                    self.machine().check_skip(step.number(), writer.number(), cells);
                Neighbours { readings, winner: Side::of_claim(outcome.is_err()), asked }
            }
        }
    }

    /// Who is right, as far as the judge knows; none if the oracle has to be asked first.
    pub(crate) fn verdict(&self) -> Option<Side> {
        let (point, neighbours, answer) = match &self.phase {
            Phase::Judging(point, neighbours, answer)
            | Phase::Over(point, neighbours, answer, _) => (point, neighbours, *answer),
            _ => return None,
        };
        match (&neighbours.asked, answer) {
            (Some(_), None) => None,
            (Some(_), answer) => Some(self.neighbours(*point, answer).winner),
            (None, _) => Some(neighbours.winner),
        }
    }

    /// What the oracle answers to the disputed step's question.
    pub(super) fn answer(&self, point: Point, neighbours: &Neighbours) -> bool {
        let yes = self.neighbours(point, Some(true)).winner;
        let no = self.neighbours(point, Some(false)).winner;
        // Where both answers come to the same it does not matter which it is.
        neighbours.winner == yes && yes != no
    }
}

/// Deviations with one more at the last step, if without it the run would not end as claimed.
pub fn ending_as_claimed(run: &Run, mut deviations: Vec<Deviation>, claim: bool) -> Vec<Deviation> {
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
        deviations.push(Deviation { step: steps, change: Change::Slips(cell) });
    }
    deviations
}
