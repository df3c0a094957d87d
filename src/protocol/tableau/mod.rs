//! Cross-examination of a Turing machine (PROTOCOLS §2; Brown-Cohen et al. 2024, Fig. 1, Thm 5.3).
//!
//! Alice writes the machine's whole transcript: for every step what it wrote, the state and the
//! head it left, and which step last wrote what it read. Bob points at one step, or at a step and
//! a later writer of its cell that the step's pointer skipped. The judge is shown the neighbourhood
//! that checks that, and nothing else.

mod board;
mod sight;

use std::sync::{Arc, OnceLock};

use crate::machine::Step;
use crate::machine::turing::{
    Cell, Change, Deviation, Field, Neighbourhood, Reading, Run, TuringMachine,
};
use crate::protocol::bisection::with_commas;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{
    Audience, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Phrase, Position, Prompt, Refusal,
    Rules, Seat, Side, Situation, Skip, Turn, Verb, YesNo,
};
use crate::show::{Board, Brief};

/// What the debate is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The machine's own run.
    pub run: Run,
    /// Whether Alice claims that it accepts.
    pub claim: bool,
    /// What that means, in words; the whole claim.
    pub words: String,
    /// Whether the judge is the oracle: if the disputed step asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// No state of the machine has the output that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no state of the machine {}: name one with `{}`",
    if *.0 { "accepts" } else { "rejects" }, if *.0 { "accept:" } else { "reject:" })]
pub struct NoSuchOutput(pub bool);

/// A cross-examination of a Turing machine, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Tableau {
    shared: Arc<Shared>,
    phase: Phase,
    /// What Alice wrote.
    told: Option<Run>,
    /// Who ran the machine: Alice, Bob.
    ran: [bool; 2],
    /// What the judge was shown, in order.
    shown: Arc<Vec<Reading>>,
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: Setup,
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

#[derive(Clone, Debug)]
enum Phase {
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
struct Neighbours {
    readings: Vec<Reading>,
    /// Who is right, if the oracle answers as the machine says.
    winner: Side,
    question: Option<String>,
}

impl Tableau {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If no state of the machine has the output that is claimed.
    pub fn new(setup: Setup) -> Result<Self, NoSuchOutput> {
        let machine = setup.run.machine();
        if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
            return Err(NoSuchOutput(setup.claim));
        }
        Ok(Self {
            ledger: limits(machine),
            shared: Arc::new(Shared { setup, honest: OnceLock::new() }),
            phase: Phase::Writing,
            told: None,
            ran: [false; 2],
            shown: Arc::default(),
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &Setup {
        &self.shared.setup
    }

    fn machine(&self) -> &TuringMachine {
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
    fn read(setup: &Setup, text: &str) -> Result<Run, String> {
        let machine = setup.run.machine();
        let deviations = machine.read_deviations(text)?;
        let told = Run::deviating(machine.clone(), deviations).map_err(|e| e.to_string())?;
        let last = told.cell(told.steps());
        if machine.accepts(last.state) == setup.claim {
            return Ok(told);
        }
        let good: Vec<&str> = machine
            .states()
            .filter(|&state| machine.accepts(state) == setup.claim)
            .take(8)
            .map(|state| machine.state_name(state))
            .collect();
        Err(format!(
            "by the claim step {} leaves the machine in state {}, but this transcript says {}; a \
             last entry `{} slips …` can change that",
            with_commas(told.steps()),
            good.join(" or "),
            machine.state_name(last.state),
            told.steps(),
        ))
    }

    /// The true transcript, but for its last state if that is not what Alice claims.
    fn honest(&self) -> &str {
        self.shared.honest.get_or_init(|| {
            let deviations = ending_as_claimed(&self.setup().run, Vec::new(), self.setup().claim);
            self.machine().write_deviations(&deviations)
        })
    }

    /// What checks a point of Alice's transcript.
    fn neighbours(&self, point: Point, answer: Option<bool>) -> Neighbours {
        let told = self.told.as_ref().unwrap_or(&self.setup().run);
        let cells = |step: u32| told.cell(step);
        match point {
            Point::Step(step) => {
                let Neighbourhood { readings, outcome, question } =
                    self.machine().check_step_answered(step.number(), cells, answer);
                Neighbours { readings, winner: Side::of_claim(outcome.is_ok()), question }
            }
            Point::Skip(Skip { step, writer }) => {
                let Neighbourhood { readings, outcome, question } =
                    self.machine().check_skip(step.number(), writer.number(), cells);
                Neighbours { readings, winner: Side::of_claim(outcome.is_err()), question }
            }
        }
    }

    /// Who is right, as far as the judge knows; none if the oracle has to be asked first.
    fn verdict(&self) -> Option<Side> {
        let (point, neighbours, answer) = match &self.phase {
            Phase::Judging(point, neighbours, answer)
            | Phase::Over(point, neighbours, answer, _) => (point, neighbours, *answer),
            _ => return None,
        };
        match (&neighbours.question, answer) {
            (Some(_), None) => None,
            (Some(_), answer) => Some(self.neighbours(*point, answer).winner),
            (None, _) => Some(neighbours.winner),
        }
    }

    /// What the oracle answers to the disputed step's question.
    fn answer(&self, point: Point, neighbours: &Neighbours) -> bool {
        let yes = self.neighbours(point, Some(true)).winner;
        let no = self.neighbours(point, Some(false)).winner;
        // Where both answers come to the same it does not matter which it is.
        neighbours.winner == yes && yes != no
    }

    /// The readings that are shown next: those of one step, or one input cell.
    fn next_shown<'a>(&self, neighbours: &'a Neighbours) -> &'a [Reading] {
        let rest = &neighbours.readings[self.shown.len().min(neighbours.readings.len())..];
        let same = |reading: &Reading| match (rest.first(), reading) {
            (Some(Reading::Transcript(a, _)), Reading::Transcript(b, _)) => a == b,
            (Some(first), reading) => first == reading,
            (None, _) => false,
        };
        &rest[..rest.iter().take_while(|reading| same(reading)).count()]
    }

    /// What is shown, as text: `6: write=b state=home head=1 from=2`.
    fn reveal(&self, readings: &[Reading]) -> String {
        let machine = self.machine();
        let told = self.told.as_ref().unwrap_or(&self.setup().run);
        let Some(first) = readings.first() else { return "nothing".into() };
        match *first {
            Reading::Input(cell) => {
                format!(
                    "input: cell {cell} is {}",
                    machine.alphabet().glyph(machine.input_at(cell))
                )
            }
            Reading::Transcript(step, _) => {
                let cell = told.cell(step);
                let fields: Vec<String> =
                    readings.iter().map(|reading| field_words(machine, &cell, *reading)).collect();
                format!("{step}: {}", fields.join(" "))
            }
        }
    }

    fn run_offer(&self, seat: Seat) -> Option<Offer> {
        let steps = with_commas(self.setup().run.steps());
        let offer = Offer::before(
            Verb::Run,
            Domain::Nothing,
            format!("run the machine yourself: {steps} steps"),
        );
        (!self.ran[seat.index()]).then(|| offer.seen_by(Audience::only(seat)))
    }

    fn writing(&self) -> Prompt {
        let shared = Arc::clone(&self.shared);
        let check = move |text: &str| Self::read(&shared.setup, text).map(|_| ());
        let shape = "`run`, or what differs from it: `9 claims write=… state=… head=… from=…`, \
                     `9 slips …`, `9 holds 4=1`, with `; ` between";
        let domain = Domain::Shaped {
            check: Arc::new(check),
            start: Some(self.honest().to_owned()),
            shape: shape.into(),
        };
        let mut offers = vec![
            Offer::answer(Verb::Tell, domain, "write the transcript").seen_by(Audience::PROVERS),
        ];
        offers.extend(self.run_offer(Seat::Alice));
        Prompt {
            question: "write the transcript, as the machine runs or with a lie in it".into(),
            offers,
            notes: vec![
                "claims: the step says so, and the run goes on from it. slips: it says so, and \
                 nothing follows. holds: a cell changes with no head nearby."
                    .into(),
            ],
        }
    }

    fn pointing(&self) -> Prompt {
        let steps = self.setup().run.steps();
        let mut offers = vec![Offer::answer(
            Verb::Point,
            Domain::steps(steps as usize),
            "point at a step that does not follow",
        )];
        if steps > 1 {
            let words = "name a later writer than a step's pointer does";
            offers.push(Offer::answer(Verb::Skipped, Domain::Skip { most: steps }, words));
        }
        offers.extend(self.run_offer(Seat::Bob));
        Prompt {
            question: "point at the step you think is wrong".into(),
            offers,
            notes: vec![format!(
                "c concedes, which points at the last step, {}: you lose unless that one is wrong",
                with_commas(steps)
            )],
        }
    }

    fn judging(&self, point: Point, neighbours: &Neighbours, answer: Option<bool>) -> Prompt {
        let step = point.step();
        let own = neighbours.question.is_some() && self.setup().judge_is_oracle;
        let mut offers = Vec::new();
        if own {
            offers.push(Offer::answer(Verb::Answer, Domain::YesNo, "answer; it is your ruling"));
        } else {
            offers.push(Offer::answer(Verb::Rule, Domain::Side, "rule"));
        }
        if neighbours.question.is_some() && !own && answer.is_none() {
            let only = move |asked: &Step| {
                let message = || format!("only step {step} is on trial");
                if *asked == step { Ok(()) } else { Err(message()) }
            };
            let domain = Domain::some_steps(step.number() as usize, only);
            let words = format!("ask the oracle about step {step}: 1 query");
            offers.push(Offer::before(Verb::Ask, domain, words));
        }
        let mut notes: Vec<String> = neighbours.question.iter().cloned().collect();
        if let Some(yes) = answer {
            notes.push(format!("The oracle says {}.", YesNo(yes)));
        }
        let question = match point {
            _ if own => format!("answer the question of step {step}"),
            Point::Step(_) => format!("does step {step} follow from what you were shown?"),
            Point::Skip(skip) => {
                format!("does step {step} overlook that step {} wrote its cell?", skip.writer)
            }
        };
        Prompt { question, offers, notes }
    }

    fn reason(&self, point: Point, winner: Side) -> String {
        let step = with_commas(point.step().number());
        let mut why = match (point, winner) {
            (Point::Step(_), Side::Alice) => {
                format!("Bob pointed at step {step}, and the judge ruled that it is right.")
            }
            (Point::Step(_), Side::Bob) => {
                format!("Bob pointed at step {step}, and the judge ruled that it is wrong.")
            }
            (Point::Skip(skip), Side::Alice) => format!(
                "Bob said that step {step} overlooks step {}; the judge ruled that it does not.",
                skip.writer
            ),
            (Point::Skip(skip), Side::Bob) => format!(
                "Bob said that step {step} overlooks step {}, and the judge agreed.",
                skip.writer
            ),
        };
        if self.verdict().is_some_and(|side| side != winner) {
            why += " What the judge read says the opposite.";
        }
        why
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

/// `state=home`, `from=2`: one field of a transcript cell as text.
fn field_words(machine: &TuringMachine, cell: &Cell, reading: Reading) -> String {
    let Reading::Transcript(_, field) = reading else { return String::new() };
    match field {
        Field::Symbol => format!("write={}", machine.alphabet().glyph(cell.wrote)),
        Field::State => format!("state={}", machine.state_name(cell.state)),
        Field::Head => format!("head={}", machine.space().cell(cell.head)),
        Field::Pointers => {
            let from: Vec<String> = cell.from.iter().map(u32::to_string).collect();
            format!("from={}", from.join(","))
        }
    }
}

/// The judge's limits by Theorem 5.3: what checks a step at the most.
fn limits(machine: &TuringMachine) -> Ledger {
    let bits = machine.cell_bits();
    let reads = machine.oracle().map_or(1, |oracle| oracle.reads());
    let step = bits.symbol + bits.state + bits.head + reads * bits.pointer;
    let before = bits.state + bits.head;
    let writers = reads * (bits.head + bits.symbol);
    let location = 2 * location_bits(machine.steps() as usize);
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Location, location)
        .with_limit(Seat::Judge, Cost::Transcript, u64::from(step + before + writers))
        .with_limit(Seat::Judge, Cost::Input, u64::from(reads * bits.symbol))
        .with_limit(Seat::Judge, Cost::Oracle, u64::from(machine.oracle().is_some()))
}

impl Position for Tableau {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Writing => Turn::Ask(Seat::Alice),
            Phase::Pointing => Turn::Ask(Seat::Bob),
            Phase::Showing(_, neighbours) => {
                let text = self.reveal(self.next_shown(neighbours));
                match text.parse::<Phrase>() {
                    Ok(part) => Turn::Reveal { mv: Move::Reveals(part), to: Audience::ALL },
                    // What is shown is never empty and has no control characters in it.
                    Err(_) => Turn::Ask(Seat::Judge),
                }
            }
            Phase::Judging(..) => Turn::Ask(Seat::Judge),
            Phase::Answering(point, neighbours) => Turn::Reveal {
                mv: Move::Answer(YesNo(self.answer(*point, neighbours))),
                to: Audience::ALL,
            },
            Phase::Over(_, _, _, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    fn truth(&self) -> Option<bool> {
        let run = &self.setup().run;
        Some(self.machine().accepts(run.at(run.steps()).state()) == self.setup().claim)
    }
}

impl crate::show::Show for Tableau {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        self.draw_board(eye)
    }

    fn brief(&self, eye: Eye) -> Brief {
        self.draw_brief(eye)
    }

    fn asking(&self) -> crate::show::Asking {
        crate::protocol::legacy::asking(self.old_prompt())
    }

    fn why(&self) -> String {
        match &self.phase {
            Phase::Over(point, _, _, side) => self.reason(*point, *side),
            _ => String::new(),
        }
    }
}

impl Tableau {
    pub(super) fn old_prompt(&self) -> Prompt {
        match &self.phase {
            Phase::Writing => self.writing(),
            Phase::Pointing => self.pointing(),
            Phase::Judging(point, neighbours, answer) => self.judging(*point, neighbours, *answer),
            Phase::Showing(..) | Phase::Answering(..) | Phase::Over(..) => {
                Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() }
            }
        }
    }
}

impl Rules for Tableau {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        let location = location_bits(self.setup().run.steps() as usize);
        match (self.phase.clone(), mv) {
            (Phase::Writing, Move::Tell(text)) => {
                let told = Self::read(self.setup(), text.as_str()).map_err(Refusal::Unreadable)?;
                self.told = Some(told);
                self.phase = Phase::Pointing;
            }
            (phase @ (Phase::Writing | Phase::Pointing), Move::Run) => {
                let seat = if matches!(phase, Phase::Writing) { Seat::Alice } else { Seat::Bob };
                let (steps, asked) = (self.setup().run.steps(), self.setup().run.asked());
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Steps, u64::from(steps));
                self.ledger.charge(seat, Cost::Oracle, u64::from(asked));
            }
            (Phase::Pointing, Move::Point(step)) => {
                self.ledger.charge(Seat::Judge, Cost::Location, location);
                let point = Point::Step(*step);
                self.phase = Phase::Showing(point, Arc::new(self.neighbours(point, None)));
            }
            (Phase::Pointing, Move::Skipped(skip)) => {
                self.ledger.charge(Seat::Judge, Cost::Location, 2 * location);
                let point = Point::Skip(*skip);
                self.phase = Phase::Showing(point, Arc::new(self.neighbours(point, None)));
            }
            (Phase::Showing(point, neighbours), Move::Reveals(_)) => {
                let next = self.next_shown(&neighbours).to_vec();
                for reading in &next {
                    self.show(*reading);
                }
                let done = next.is_empty() || self.shown.len() == neighbours.readings.len();
                self.phase = match done {
                    true => Phase::Judging(point, neighbours, None),
                    false => Phase::Showing(point, neighbours),
                };
            }
            (Phase::Judging(point, neighbours, _), Move::Ask(_)) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Answering(point, neighbours);
            }
            (Phase::Answering(point, neighbours), Move::Answer(YesNo(yes))) => {
                self.phase = Phase::Judging(point, neighbours, Some(*yes));
            }
            (Phase::Judging(point, neighbours, None), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                let side = self.neighbours(point, Some(*yes)).winner;
                self.phase = Phase::Over(point, neighbours, Some(*yes), side);
            }
            (Phase::Judging(point, neighbours, answer), Move::Rule(side)) => {
                self.phase = Phase::Over(point, neighbours, answer, *side);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Tableau {
    /// Hands the judge one reading: charges it, and remembers it as shown.
    fn show(&mut self, reading: Reading) {
        let told = self.told.as_ref().unwrap_or(&self.setup().run);
        let (cost, pointers) = match reading {
            Reading::Transcript(step, _) => (Cost::Transcript, told.cell(step).from.len() as u32),
            Reading::Input(_) => (Cost::Input, 1),
        };
        let bits = reading.bits(self.machine().cell_bits(), pointers);
        self.ledger.charge(Seat::Judge, cost, u64::from(bits));
        Arc::make_mut(&mut self.shown).push(reading);
    }
}
