//! Cross-examination of a deterministic plan (PROTOCOLS §2; Brown-Cohen et al. 2024, Fig. 1,
//! Thm 5.3). On a circuit this is the gate check of query complexity (PROTOCOLS §8, Thm 6).
//!
//! Alice writes the whole transcript, Bob points at one step, and the judge checks that step
//! alone: its bit, the bits it reads, and at most one question to the oracle.

mod board;
mod gate_pane;
mod sight;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::machine::{Bits, Circuit, Op, Plan, Step};
use crate::rules::{
    Audience, Bit, Cell, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Position, Prompt,
    Refusal, Rules, Seat, Side, Situation, Turn, Verb, YesNo,
};
use crate::show::{Board, Brief};

/// What a cross-examination is about.
#[derive(Clone, Debug)]
pub struct Setup {
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

/// Why a plan cannot be cross-examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the oracle is unsure at step {0}: cross-examination needs every probability to be 0 or 1; \
     use the stochastic protocol instead"
)]
pub struct Unsure(pub Step);

/// A cross-examination, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct CrossExamination {
    shared: Arc<Shared>,
    phase: Phase,
    /// What Alice wrote, once she did.
    transcript: Option<Bits>,
    /// Who ran the machine: Alice, Bob.
    ran: [bool; 2],
    /// What the oracle answered each seat.
    answers: [Arc<BTreeMap<Step, bool>>; 3],
    ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
struct Shared {
    setup: Setup,
    /// How many steps ask the oracle.
    asks: u64,
    /// Whether this is the gate check of a circuit.
    gate_check: bool,
    /// The true transcript, computed when somebody first needs it.
    honest: OnceLock<Bits>,
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
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
    pub fn new(setup: Setup) -> Result<Self, Unsure> {
        if let Some(step) = setup.plan.first_unsure() {
            return Err(Unsure(step));
        }
        let ledger = limits(&setup.plan);
        let asks = setup.plan.asks().count() as u64;
        Ok(Self {
            shared: Arc::new(Shared { setup, asks, gate_check: false, honest: OnceLock::new() }),
            phase: Phase::Writing,
            transcript: None,
            ran: [false; 2],
            answers: Default::default(),
            ledger,
        })
    }

    /// The gate check of a circuit: the same rules, with the bound of Theorem 6 of the 2026 paper,
    /// ⌈log2 s⌉ + 3 queries in all. `claim` is the output that Alice claims, 0 in the paper.
    pub fn gate_check(circuit: &Circuit, claim: bool, words: String) -> Self {
        let plan = circuit.plan().clone();
        let ledger = limits(&plan).with_query_limit(Seat::Judge, location_bits(plan.len()) + 3);
        let setup = Setup { plan, claim, words, copies: true, judge_is_oracle: false };
        Self {
            shared: Arc::new(Shared { setup, asks: 0, gate_check: true, honest: OnceLock::new() }),
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
    pub(super) fn carry_over(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.ledger.charge(seat, cost, amount);
    }

    /// What the debate is about.
    pub fn setup(&self) -> &Setup {
        &self.shared.setup
    }

    fn plan(&self) -> &Plan {
        &self.shared.setup.plan
    }

    /// The true transcript.
    fn honest(&self) -> &Bits {
        self.shared.honest.get_or_init(|| self.plan().evaluate())
    }

    /// The step that Bob pointed at.
    fn pointed(&self) -> Option<Step> {
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
    fn known_to_judge(&self, cell: Cell) -> Option<bool> {
        match cell {
            Cell::Step(step) if step == self.plan().output() => Some(self.setup().claim),
            cell => self.ledger.readings().bit(cell),
        }
    }

    /// What the oracle says to the question of `step` where the judge knows all that it reads.
    fn judgement(&self, step: Step) -> Option<bool> {
        let values: Option<Vec<bool>> = self
            .plan()
            .relevant(step)
            .iter()
            .map(|&source| self.known_to_judge(source.into()))
            .collect();
        self.plan().chance(step, values?.into_iter()).as_certain()
    }

    /// The verdict that follows from what the judge read and asked; none if that is not enough.
    fn verdict(&self, step: Step) -> Option<Side> {
        let written = self.known_to_judge(Cell::Step(step))?;
        let right = match self.plan().op(step) {
            Op::Ask(_) => *self.answers[Seat::Judge.index()].get(&step)?,
            _ => self.judgement(step)?,
        };
        Some(Side::of_claim(written == right))
    }

    /// What the oracle answers `seat` about `step`, the earlier steps being as Alice wrote them.
    fn answer(&self, seat: Seat, step: Step) -> bool {
        let written = self.transcript.as_ref().unwrap_or_else(|| self.honest());
        match seat {
            // Without copies the judge's question is about what it was shown.
            Seat::Judge => self.judgement(step),
            Seat::Alice | Seat::Bob => None,
        }
        .unwrap_or_else(|| self.plan().chance_in(step, written).get() > 0.5)
    }

    fn prover_offers(&self, seat: Seat) -> Vec<Offer> {
        let plan = self.plan();
        let asked = &self.answers[seat.index()];
        let mut offers = Vec::new();
        if !self.ran[seat.index()] {
            let words = format!("run the plan yourself: {}", questions(self.shared.asks));
            let run = Offer::before(Verb::Run, Domain::Nothing, words);
            offers.push(run.seen_by(Audience::only(seat)));
            if (asked.len() as u64) < self.shared.asks {
                let (plan, asked) = (plan.clone(), Arc::clone(asked));
                let domain = Domain::some_steps(plan.len(), move |step| {
                    if plan.ask(*step).is_none() {
                        Err(format!("step {step} is a gate: there is nothing to ask"))
                    } else if asked.contains_key(step) {
                        Err(format!("you asked about step {step} already"))
                    } else {
                        Ok(())
                    }
                });
                let ask = Offer::before(Verb::Ask, domain, "ask the oracle: 1 query");
                offers.push(ask.seen_by(Audience::only(seat)));
            }
        }
        offers
    }

    fn writing(&self) -> Prompt {
        let plan = self.plan();
        let last = plan.len() as u32 - 1;
        let start = self.ran[Seat::Alice.index()].then(|| {
            let mut honest = self.honest().clone();
            honest.set(last as usize, self.setup().claim);
            honest
        });
        let domain =
            Domain::Bits { len: plan.len() as u32, fixed: vec![(last, self.setup().claim)], start };
        let mut offers = vec![
            Offer::answer(Verb::Write, domain, "write the transcript").seen_by(Audience::PROVERS),
        ];
        offers.extend(self.prover_offers(Seat::Alice));
        Prompt {
            question: "write the transcript: one bit for each step".into(),
            offers,
            notes: vec!["The last bit is your claim. Bob sees all of it, the judge none.".into()],
        }
    }

    fn pointing(&self) -> Prompt {
        let last = self.plan().output();
        let mut offers = vec![Offer::answer(
            Verb::Point,
            Domain::steps(self.plan().len()),
            "point at it; that ends your turn",
        )];
        offers.extend(self.prover_offers(Seat::Bob));
        Prompt {
            question: "point at the step you think is wrong".into(),
            offers,
            notes: vec![format!(
                "Pointing at the last step, {last}, concedes: you lose unless it is wrong."
            )],
        }
    }

    fn judging(&self, step: Step) -> Prompt {
        let plan = self.plan();
        let is_ask = plan.ask(step).is_some();
        let own = is_ask && self.setup().judge_is_oracle;
        let mut offers = Vec::new();
        if own {
            offers.push(Offer::answer(Verb::Answer, Domain::YesNo, "answer; it is your ruling"));
        } else {
            offers.push(Offer::answer(Verb::Rule, Domain::Side, "rule"));
        }
        // The output is known from the claim, so all steps but the last can be paid for.
        let (steps, inputs) = (plan.len() as u32 - 1, plan.inputs().len() as u32);
        if self.ledger.readings().list().len() < (steps + inputs) as usize {
            let domain = Domain::Cell { steps, inputs, readings: self.ledger.readings().clone() };
            offers.push(Offer::before(Verb::Read, domain, "read a bit: 1 query"));
        }
        if is_ask && !own && !self.answers[Seat::Judge.index()].contains_key(&step) {
            let domain = Domain::some_steps(plan.len(), move |asked| {
                if *asked == step { Ok(()) } else { Err(format!("only step {step} is on trial")) }
            });
            let words = format!("ask the oracle about step {step}: 1 query");
            offers.push(Offer::before(Verb::Ask, domain, words));
        }
        Prompt {
            question: if own {
                format!("answer the question of step {step}")
            } else {
                format!("does step {step} follow from what you read?")
            },
            offers,
            notes: vec![match plan.ask(step) {
                // What is asked, in full: the judge may have to answer it.
                Some(ask) => ask.question.replace("{t}", &step.to_string()),
                None => plan.words(step).into_owned(),
            }],
        }
    }

    fn rule(&mut self, step: Step, side: Side) {
        self.phase = Phase::Over(step, side);
    }

    fn reason(&self, step: Step, winner: Side) -> String {
        let conceded = step == self.plan().output() && winner == Side::Alice;
        let found = match winner {
            Side::Alice => "right",
            Side::Bob => "wrong",
        };
        let mut why = if conceded {
            format!("Bob pointed at the output, step {step}, which concedes unless it is wrong; ")
        } else {
            format!("Bob pointed at step {step}, ")
        };
        why += &format!("and the judge ruled that it is {found}.");
        match self.verdict(step) {
            Some(side) if side != winner => {
                why += " What the judge read says the opposite.";
            }
            None if self.setup().judge_is_oracle && self.plan().ask(step).is_some() => {
                let truth =
                    self.plan().chance_in(step, self.transcript.as_ref().unwrap_or(self.honest()));
                let written = self.transcript.as_ref().is_some_and(|a| a.at(step.index()));
                if Side::of_claim((truth.get() > 0.5) == written) != winner {
                    why += " The scenario's own oracle answers otherwise.";
                }
            }
            _ => {}
        }
        why
    }
}

/// "9 queries", "1 query", "no query".
fn questions(count: u64) -> String {
    match count {
        0 => "no query".into(),
        1 => "1 query".into(),
        n => format!("{n} queries"),
    }
}

/// ⌈log2 n⌉, the bits that say which of n places is meant.
pub fn location_bits(places: usize) -> u64 {
    u64::from(places.max(1).next_power_of_two().trailing_zeros())
}

/// The judge's limits by Theorem 5.3, before anybody knows where Bob points: the worst over steps.
fn limits(plan: &Plan) -> Ledger {
    let (mut transcript, mut input, mut oracle) = (0, 0, 0);
    let mut seen = Vec::new();
    for step in plan.steps() {
        seen.clear();
        seen.extend_from_slice(plan.relevant(step));
        seen.sort_unstable();
        seen.dedup();
        let inputs = seen.iter().filter(|s| matches!(Cell::from(**s), Cell::Input(_))).count();
        let own = usize::from(step != plan.output());
        transcript = transcript.max(seen.len() - inputs + own);
        input = input.max(inputs);
        oracle = oracle.max(u64::from(plan.ask(step).is_some()));
    }
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Location, location_bits(plan.len()))
        .with_limit(Seat::Judge, Cost::Transcript, transcript as u64)
        .with_limit(Seat::Judge, Cost::Input, input as u64)
        .with_limit(Seat::Judge, Cost::Oracle, oracle)
}

impl Position for CrossExamination {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Writing => Turn::Ask(Seat::Alice),
            Phase::Pointing => Turn::Ask(Seat::Bob),
            Phase::Judging(_) => Turn::Ask(Seat::Judge),
            Phase::Showing(_, Cell::Input(input)) => Turn::Reveal {
                mv: Move::Shows(Bit(self.plan().inputs().at(input.index()))),
                to: Audience::ALL,
            },
            Phase::Showing(_, Cell::Step(step)) if self.setup().copies => Turn::Reveal {
                mv: Move::Shows(Bit(self.transcript.as_ref().is_some_and(|a| a.at(step.index())))),
                to: Audience::ALL,
            },
            Phase::Showing(_, Cell::Step(_)) => Turn::Ask(Seat::Alice),
            Phase::Answering(seat, step, _) => Turn::Reveal {
                mv: Move::Answer(YesNo(self.answer(*seat, *step))),
                to: match seat {
                    Seat::Judge => Audience::ALL,
                    prover => Audience::only(*prover),
                },
            },
            Phase::Over(_, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
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
        Some(self.honest().at(self.plan().output().index()) == self.setup().claim)
    }
}

impl crate::show::Show for CrossExamination {
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
        match self.phase {
            Phase::Over(step, side) => self.reason(step, side),
            _ => String::new(),
        }
    }
}

impl CrossExamination {
    pub(super) fn old_prompt(&self) -> Prompt {
        match &self.phase {
            Phase::Writing => self.writing(),
            Phase::Pointing => self.pointing(),
            Phase::Judging(step) => self.judging(*step),
            Phase::Showing(step, cell) => Prompt {
                question: format!(
                    "the judge checks step {step} and reads {cell}: what does it say?"
                ),
                offers: vec![Offer::answer(Verb::Bit, Domain::Bit, "answer")],
                notes: vec![
                    "Without copies you answer afresh; nobody holds you to your transcript.".into(),
                ],
            },
            Phase::Answering(..) | Phase::Over(..) => {
                Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() }
            }
        }
    }
}

impl Rules for CrossExamination {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase.clone(), mv) {
            (Phase::Writing, Move::Write(bits)) => {
                self.transcript = Some(bits.clone());
                self.phase = Phase::Pointing;
            }
            (Phase::Writing | Phase::Pointing, Move::Run) => {
                let seat = if self.phase == Phase::Writing { Seat::Alice } else { Seat::Bob };
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Oracle, self.shared.asks);
                self.ledger.charge(seat, Cost::Steps, self.plan().len() as u64);
            }
            (phase @ (Phase::Writing | Phase::Pointing | Phase::Judging(_)), Move::Ask(step)) => {
                let seat = match phase {
                    Phase::Writing => Seat::Alice,
                    Phase::Pointing => Seat::Bob,
                    _ => Seat::Judge,
                };
                self.ledger.charge(seat, Cost::Oracle, 1);
                self.phase = Phase::Answering(seat, *step, Box::new(phase));
            }
            (Phase::Answering(seat, step, then), Move::Answer(YesNo(yes))) => {
                Arc::make_mut(&mut self.answers[seat.index()]).insert(step, *yes);
                self.phase = *then;
            }
            (Phase::Pointing, Move::Point(step)) => {
                self.ledger.charge(Seat::Judge, Cost::Location, location_bits(self.plan().len()));
                self.phase = Phase::Judging(*step);
            }
            (Phase::Judging(step), Move::Read(cell)) => self.phase = Phase::Showing(step, *cell),
            (Phase::Showing(step, cell), Move::Shows(Bit(bit)) | Move::Bit(Bit(bit))) => {
                self.ledger.show(cell, *bit);
                self.phase = Phase::Judging(step);
            }
            (Phase::Judging(step), Move::Rule(side)) => self.rule(step, *side),
            (Phase::Judging(step), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                let written = match self.known_to_judge(Cell::Step(step)) {
                    Some(bit) => bit,
                    None => self.transcript.as_ref().is_some_and(|a| a.at(step.index())),
                };
                Arc::make_mut(&mut self.answers[Seat::Judge.index()]).insert(step, *yes);
                self.rule(step, Side::of_claim(written == *yes));
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
