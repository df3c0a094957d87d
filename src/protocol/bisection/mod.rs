//! Bisection in time T and space S (PROTOCOLS §3; Brown-Cohen et al. 2024, Fig. 4, Thm 5.1).
//!
//! Alice claims that a computation goes from its start to a configuration that she names, with the
//! output that she claims. Each round she names the configuration at the middle of the disputed
//! interval and Bob says which half is wrong, until one step is left, which the judge checks. What
//! has not the shape of a configuration is refused when it is named, so that every configuration
//! on the table is well formed.

mod board;
mod round;
mod sight;

use std::sync::Arc;

pub use round::{Round, Span};

use crate::machine::{Computation, Configuration, Origin, Step};
use crate::rules::{
    Audience, Cell, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Position, Prompt, Refusal,
    Rules, Seat, Side, Situation, Turn, Verb, YesNo,
};
use crate::show::{Board, Brief};

/// What a bisection is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The computation. Its oracle is deterministic.
    pub computation: Computation,
    /// The output that Alice claims: whether the machine accepts, or the plan's last bit.
    pub claim: bool,
    /// What that output means, in words; the whole claim.
    pub words: String,
    /// Whether the judge is the oracle: if the last step asks, its answer is its ruling.
    pub judge_is_oracle: bool,
}

/// Why a computation cannot be bisected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A stochastic oracle.
    #[error(
        "the oracle is unsure at step {0}: bisection needs every probability to be 0 or 1; use \
         the stochastic protocol instead"
    )]
    Unsure(Step),
    /// A machine whose states all accept, or none.
    #[error("no state of the machine {}: name one with `{}`",
        if *.0 { "accepts" } else { "rejects" }, if *.0 { "accept:" } else { "reject:" })]
    NoSuchOutput(bool),
}

/// A bisection, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Bisection {
    setup: Arc<Setup>,
    /// Rounds that Bob has decided.
    rounds: Arc<Vec<Round>>,
    phase: Phase,
    /// The configuration before step 1.
    start: Configuration,
    /// Whether Alice ran the machine.
    ran: bool,
    ledger: Ledger,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Alice names the last configuration.
    Ending,
    /// Alice names the middle of this interval.
    Naming(Span),
    /// Bob chooses a half; he may run the machine from the interval's start to its middle first.
    Choosing(Round),
    /// The judge checks the one step that is left, knowing the oracle's answer or not yet.
    Checking(Span, Option<bool>),
    /// The oracle's answer is on its way to the judge.
    Answering(Span),
    /// The judge has ruled.
    Over(Span, Option<bool>, Side),
}

impl Bisection {
    /// A debate about to begin.
    ///
    /// # Errors
    /// If the oracle is not deterministic, or no configuration has the output that is claimed.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        match &setup.computation {
            Computation::Plan { live, .. } => {
                if let Some(step) = live.plan().first_unsure() {
                    return Err(SetupError::Unsure(step));
                }
            }
            Computation::Turing(run) => {
                let machine = run.machine();
                if !machine.states().any(|state| machine.accepts(state) == setup.claim) {
                    return Err(SetupError::NoSuchOutput(setup.claim));
                }
            }
        }
        Ok(Self {
            ledger: limits(&setup.computation),
            start: setup.computation.at(0),
            setup: Arc::new(setup),
            rounds: Arc::default(),
            phase: Phase::Ending,
            ran: false,
        })
    }

    /// What the debate is about.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rounds that Bob has decided, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The interval in dispute; none before Alice has named how it ends.
    pub fn span(&self) -> Option<&Span> {
        match &self.phase {
            Phase::Ending => None,
            Phase::Choosing(round) => Some(&round.span),
            Phase::Naming(span)
            | Phase::Checking(span, _)
            | Phase::Answering(span)
            | Phase::Over(span, ..) => Some(span),
        }
    }

    /// The round in which Bob must choose now.
    pub fn open_round(&self) -> Option<&Round> {
        if let Phase::Choosing(round) = &self.phase { Some(round) } else { None }
    }

    fn computation(&self) -> &Computation {
        &self.setup.computation
    }

    /// Whether Alice is right from here on if everybody plays well: what she has named follows
    /// from its start. Runs the machine over the disputed interval.
    pub fn holds(&self) -> bool {
        match &self.phase {
            Phase::Ending => self.truth() == Some(true),
            Phase::Naming(span) => span.holds(self.computation()),
            Phase::Choosing(round) => round.lie(self.computation()).is_none(),
            Phase::Checking(span, _) | Phase::Answering(span) => span.holds(self.computation()),
            Phase::Over(_, _, winner) => *winner == Side::Alice,
        }
    }

    /// Who is right about the last step, as far as the judge knows; none if the oracle has to be
    /// asked first.
    fn verdict(&self) -> Option<Side> {
        let (span, answer) = match &self.phase {
            Phase::Checking(span, answer) | Phase::Over(span, answer, _) => (span, *answer),
            _ => return None,
        };
        let next = match (self.question(span), answer) {
            (Some(_), None) => return None,
            (Some(_), Some(answer)) => self.computation().answered(&span.start, span.from, answer),
            (None, _) => self.computation().advance(&span.start, span.from, span.to),
        };
        Some(Side::of_claim(next == span.end))
    }

    /// The question that the last step puts to the oracle.
    fn question(&self, span: &Span) -> Option<String> {
        self.computation().question(&span.start, span.from)
    }

    /// What the oracle answers to the last step's question.
    fn answer(&self, span: &Span) -> bool {
        let next = self.computation().advance(&span.start, span.from, span.to);
        let yes = self.computation().answered(&span.start, span.from, true);
        let no = self.computation().answered(&span.start, span.from, false);
        // Where both answers lead to the same configuration it does not matter which it is.
        next == yes && yes != no
    }

    /// The disputed interval is now this one.
    fn narrow_to(&mut self, span: Span) {
        if span.len() > 1 {
            self.phase = Phase::Naming(span);
            return;
        }
        if let Computation::Plan { live, .. } = &self.setup.computation {
            let plan = live.plan();
            for source in plan.relevant(Step::new(span.to)) {
                if let Origin::Input(input) = source.get() {
                    self.ledger.show(Cell::Input(input), plan.inputs().at(input.index()));
                }
            }
        }
        self.phase = Phase::Checking(span, None);
    }

    fn charge_bits(&mut self, step: u32) {
        let bits = u64::from(self.computation().bits(step));
        self.ledger.charge(Seat::Judge, Cost::Transcript, bits);
    }

    fn run_offer(&self, seat: Seat, steps: u32, words: &str) -> Offer {
        let words = format!("{words}: {} steps", with_commas(steps));
        Offer::before(Verb::Run, Domain::Nothing, words).seen_by(Audience::only(seat))
    }

    /// The offer to name the configuration after a step.
    fn name_offer(&self, step: u32, start: &Configuration, must_end: bool) -> Offer {
        let start = Some(self.computation().write(start));
        let setup = Arc::clone(&self.setup);
        let check = move |text: &str| {
            let named = setup.computation.read(text, step).map_err(|e| e.to_string())?;
            if must_end && setup.computation.accepts(&named) != setup.claim {
                return Err(ends_otherwise(&setup));
            }
            Ok(())
        };
        let shape = self.computation().shape(step);
        let words = format!("name the configuration after step {}", with_commas(step));
        Offer::answer(Verb::Name, Domain::Shaped { check: Arc::new(check), start, shape }, words)
    }

    fn ending(&self) -> Prompt {
        let steps = self.computation().steps();
        let end = match self.ran {
            true => self.computation().at(steps),
            false => self.computation().form(steps),
        };
        let start = self.computation().with_output(end, self.setup.claim);
        let mut offers = vec![self.name_offer(steps, &start, true)];
        if !self.ran {
            offers.push(self.run_offer(Seat::Alice, steps, "run the machine yourself"));
        }
        Prompt {
            question: format!("name the configuration after the last step, {}", with_commas(steps)),
            offers,
            notes: vec![match &self.setup.computation {
                Computation::Turing(_) => {
                    let what = if self.setup.claim { "an accepting" } else { "a rejecting" };
                    format!("By your claim it is in {what} state.")
                }
                Computation::Plan { .. } => {
                    format!("By your claim its one bit is {}.", u8::from(self.setup.claim))
                }
            }],
        }
    }

    fn naming(&self, span: &Span) -> Prompt {
        let middle = span.middle();
        // What she has run, or else a form to fill in that tells her nothing.
        let start = match self.ran {
            true => self.computation().advance(&span.start, span.from, middle),
            false => self.computation().form(middle),
        };
        let mut offers = vec![self.name_offer(middle, &start, false)];
        if !self.ran {
            let steps = self.computation().steps();
            offers.push(self.run_offer(Seat::Alice, steps, "run the machine yourself"));
        }
        Prompt {
            question: format!("name the configuration at the middle, step {}", with_commas(middle)),
            offers,
            notes: vec![
                "Anything in the shape of a configuration may be named; Bob chooses which \
                         half to doubt."
                    .into(),
            ],
        }
    }

    fn choosing(&self, round: &Round) -> Prompt {
        let Span { from, to, .. } = round.span;
        let middle = round.span.middle();
        let (from, mid, to) = (with_commas(from), with_commas(middle), with_commas(to));
        let words = format!("first half, {from} to {mid}, or second half, {mid} to {to}");
        let mut offers = vec![Offer::answer(Verb::Dispute, Domain::Half, words)];
        if round.own.is_none() {
            let steps = middle - round.span.from;
            offers.push(self.run_offer(Seat::Bob, steps, "run it from the start of the interval"));
        }
        Prompt {
            question: "which half holds the lie?".into(),
            offers,
            notes: vec!["First half: you dispute her middle. Second half: you accept it.".into()],
        }
    }

    fn checking(&self, span: &Span, answer: Option<bool>) -> Prompt {
        let question = self.question(span);
        let own = question.is_some() && self.setup.judge_is_oracle;
        let step = Step::new(span.to);
        let mut offers = Vec::new();
        if own {
            offers.push(Offer::answer(Verb::Answer, Domain::YesNo, "answer; it is your ruling"));
        } else {
            offers.push(Offer::answer(Verb::Rule, Domain::Side, "rule"));
        }
        if question.is_some() && !own && answer.is_none() {
            let only = move |asked: &Step| {
                let message = || format!("only step {step} is left to ask about");
                if *asked == step { Ok(()) } else { Err(message()) }
            };
            let domain = Domain::some_steps(step.number() as usize, only);
            let words = format!("ask the oracle about step {step}: 1 query");
            offers.push(Offer::before(Verb::Ask, domain, words));
        }
        let mut notes: Vec<String> = question.into_iter().collect();
        if let Some(yes) = answer {
            notes.push(format!("The oracle says {}.", YesNo(yes)));
        }
        Prompt {
            question: if own {
                format!("answer the question of step {step}")
            } else {
                format!("does step {} lead from the start to the end?", with_commas(span.to))
            },
            offers,
            notes,
        }
    }

    fn reason(&self, span: &Span, winner: Side) -> String {
        let step = with_commas(span.to);
        let found = match winner {
            Side::Alice => "follows from the configuration before it",
            Side::Bob => "does not follow from the configuration before it",
        };
        let mut why = format!(
            "After {} rounds one step was left, step {step}; the judge ruled that it {found}.",
            self.rounds.len()
        );
        if self.verdict().is_some_and(|side| side != winner) {
            why += " What the judge read says the opposite.";
        } else if self.truth().is_some_and(|truth| Side::of_claim(truth) != winner) {
            why += match winner {
                Side::Alice => " The claim is false: Bob left the half that held the lie.",
                Side::Bob => " The claim is true: Alice named a wrong configuration.",
            };
        }
        why
    }
}

/// The judge's limits by Theorem 5.1.
fn limits(computation: &Computation) -> Ledger {
    let rounds = rounds_for(computation.steps());
    let transcript = (rounds + 2) * u64::from(computation.most_bits());
    let inputs = match computation {
        Computation::Turing(_) => 0,
        Computation::Plan { live, .. } => {
            let plan = live.plan();
            let read = |step: Step| {
                let mut inputs: Vec<_> = plan
                    .relevant(step)
                    .iter()
                    .filter(|source| matches!(source.get(), Origin::Input(_)))
                    .collect();
                inputs.sort_unstable();
                inputs.dedup();
                inputs.len() as u64
            };
            plan.steps().map(read).max().unwrap_or_default()
        }
    };
    Ledger::default()
        .with_limit(Seat::Judge, Cost::Rounds, rounds)
        .with_limit(Seat::Judge, Cost::Transcript, transcript)
        .with_limit(Seat::Judge, Cost::Input, inputs)
        .with_limit(Seat::Judge, Cost::Oracle, 1)
}

/// ⌈log2 T⌉, the most rounds that halving T steps takes.
pub fn rounds_for(steps: u32) -> u64 {
    u64::from(steps.max(1).next_power_of_two().trailing_zeros())
}

fn ends_otherwise(setup: &Setup) -> String {
    match &setup.computation {
        Computation::Plan { .. } => {
            format!("by the claim the last bit is {}", u8::from(setup.claim))
        }
        Computation::Turing(run) => {
            let machine = run.machine();
            let good: Vec<&str> = machine
                .states()
                .filter(|&state| machine.accepts(state) == setup.claim)
                .take(8)
                .map(|state| machine.state_name(state))
                .collect();
            format!("by the claim the last configuration is in state {}", good.join(" or "))
        }
    }
}

/// A number with commas: 1,048,556.
pub(super) fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Position for Bisection {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Ending | Phase::Naming(_) => Turn::Ask(Seat::Alice),
            Phase::Choosing(_) => Turn::Ask(Seat::Bob),
            Phase::Checking(..) => Turn::Ask(Seat::Judge),
            Phase::Answering(span) => {
                Turn::Reveal { mv: Move::Answer(YesNo(self.answer(span))), to: Audience::ALL }
            }
            Phase::Over(_, _, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
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
        let computation = self.computation();
        Some(computation.accepts(&computation.at(computation.steps())) == self.setup.claim)
    }
}

impl crate::show::Show for Bisection {
    fn claim(&self) -> String {
        self.setup.words.clone()
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
            Phase::Over(span, _, side) => self.reason(span, *side),
            _ => String::new(),
        }
    }
}

impl Bisection {
    pub(super) fn old_prompt(&self) -> Prompt {
        match &self.phase {
            Phase::Ending => self.ending(),
            Phase::Naming(span) => self.naming(span),
            Phase::Choosing(round) => self.choosing(round),
            Phase::Checking(span, answer) => self.checking(span, *answer),
            Phase::Answering(_) | Phase::Over(..) => {
                Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() }
            }
        }
    }
}

impl Rules for Bisection {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        let read = |text: &str, step: u32| -> Result<Configuration, Refusal> {
            self.setup.computation.read(text, step).map_err(|e| Refusal::Unreadable(e.to_string()))
        };
        match (self.phase.clone(), mv) {
            (Phase::Ending | Phase::Naming(_), Move::Run) => {
                let steps = self.computation().steps();
                let asks = self.computation().asks_between(0, steps);
                self.ran = true;
                self.ledger.charge(Seat::Alice, Cost::Steps, u64::from(steps));
                self.ledger.charge(Seat::Alice, Cost::Oracle, u64::from(asks));
            }
            (Phase::Ending, Move::Name(text)) => {
                let to = self.computation().steps();
                let end = read(text.as_str(), to)?;
                if self.computation().accepts(&end) != self.setup.claim {
                    return Err(Refusal::Unreadable(ends_otherwise(&self.setup)));
                }
                let start = self.start.clone();
                self.charge_bits(0);
                self.charge_bits(to);
                self.narrow_to(Span { from: 0, to, start, end });
            }
            (Phase::Naming(span), Move::Name(text)) => {
                let middle = read(text.as_str(), span.middle())?;
                self.phase = Phase::Choosing(Round::new(span, middle));
            }
            (Phase::Choosing(mut round), Move::Run) => {
                let Span { from, start, .. } = &round.span;
                let middle = round.span.middle();
                let (own, asks) = self.computation().advance_asking(start, *from, middle);
                self.ledger.charge(Seat::Bob, Cost::Steps, u64::from(middle - from));
                self.ledger.charge(Seat::Bob, Cost::Oracle, u64::from(asks));
                round.own = Some(own);
                self.phase = Phase::Choosing(round);
            }
            (Phase::Choosing(mut round), Move::Dispute(half)) => {
                self.charge_bits(round.span.middle());
                self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
                let span = round.half(*half);
                round.kept = Some(*half);
                Arc::make_mut(&mut self.rounds).push(round);
                self.narrow_to(span);
            }
            (Phase::Checking(span, _), Move::Ask(_)) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Answering(span);
            }
            (Phase::Answering(span), Move::Answer(YesNo(yes))) => {
                self.phase = Phase::Checking(span, Some(*yes));
            }
            (Phase::Checking(span, None), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Checking(span.clone(), Some(*yes));
                let side = self.verdict().unwrap_or(Side::Alice);
                self.phase = Phase::Over(span, Some(*yes), side);
            }
            (Phase::Checking(span, answer), Move::Rule(side)) => {
                self.phase = Phase::Over(span, answer, *side);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}
