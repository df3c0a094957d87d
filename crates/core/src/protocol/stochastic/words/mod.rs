//! The texts of a stochastic debate. The view decides which facts they may contain.

mod board;
mod brief;
mod mistake;

use super::{ProofRound, SeatRequest, Stochastic, StochasticEnding};
use crate::chance::Probability;
use crate::machine::{Source, Step, location_bits};
use crate::protocol::stochastic::Seen;
use crate::protocol::trial::words::A_GUESS;
use crate::protocol::witness::WitnessOpening;
use crate::rules::{Domain, LegalAction, Move, Side, Verb};
use crate::text::number::{self, count, probability, trimmed};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, Limit, MANY, ProtocolText,
    QuestionText, Topic, contradiction,
};

/// A judge who draws votes in batches needs about this many batches.
const BATCHES: u64 = 18;

/// A question with more characters does not fit beside other text in a row.
const SHORT: usize = 30;

/// If a gate reads more bits than this, the bits are not listed.
const LISTED: usize = 24;

impl ProtocolText for Stochastic {
    fn board(view: Seen<'_>) -> Board<'_> {
        WitnessOpening::board(view.opening(), view, || board::board(view))
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        WitnessOpening::brief(view.opening(), || brief::brief(view))
    }

    fn question(view: Seen<'_>) -> QuestionText {
        WitnessOpening::question(view.opening(), || asked(view))
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        let asks = view.asks(view.step());
        let measured =
            |p: Option<Probability>| p.map_or(ArgumentPrompt::Nothing, ArgumentPrompt::Measured);
        match (offer.verb, view.asked()) {
            (Verb::Write, _) => WitnessOpening::OFFER.into(),
            (Verb::State, _) => ActionText::new(
                "state it",
                match (asks, view.departures().tolerant_gates) {
                    (true, _) => measured(view.own_votes().mean().map(Probability::clamped)),
                    (false, true) => measured(view.gate().map(Probability::certain)),
                    (false, false) => ArgumentPrompt::Certain,
                },
            ),
            (Verb::Fair, _) => "fair: nature draws it".into(),
            (Verb::Share, _) => "choose it by hand".into(),
            (Verb::Bit, _) => "set it".into(),
            (Verb::Continue, SeatRequest::GoOn { bit, .. })
                if view.step() == view.plan().output() =>
            {
                format!("go on: the debate ends, and the last bit is {}", u8::from(bit)).into()
            }
            (Verb::Continue, _) => format!("go on to round {}", view.step().number() + 1).into(),
            (Verb::Abort, SeatRequest::GoOn { stated, .. }) => {
                let judge = if asks { "takes votes on" } else { "checks the gate against" };
                format!("abort: the judge {judge} {}", shown(stated)).into()
            }
            (Verb::Sample, _) => match &offer.domain {
                Domain::Count(range) if range.start() == range.end() => {
                    format!("draw {} votes", count(*range.start())).into()
                }
                _ => "draw votes: 1 query each".into(),
            },
            (verb, _) => verb.word().into(),
        }
    }

    fn topics(view: Seen<'_>) -> Vec<Topic> {
        let is_opening = view.opening().is_some_and(WitnessOpening::is_open);
        if is_opening { Vec::new() } else { vec![Topic::Step(view.step())] }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let (constants, plan) = (view.constants(), view.plan());
        let value = |step| view.known(Source::step(step));
        let known =
            KnownFacts::default().plan(plan, |input| view.known(Source::input(input)), value);
        let own = constants
            .given()
            .map(|own| [("c", own.c), ("s", own.s), ("b", own.b), ("q", own.q), ("v", own.v)]);
        let numbers = [
            ("k", constants.k.get()),
            ("alice_samples", constants.alice as f64),
            ("bob_samples", constants.bob.count as f64),
            ("bob_tolerance", constants.bob.tolerance),
            ("judge_samples", constants.judge.count as f64),
            ("judge_tolerance", constants.judge.tolerance),
        ];
        let all = numbers.into_iter().chain(own.into_iter().flatten());
        let known = all.fold(known, |known, (name, number)| known.number(name, number));
        WitnessOpening::known(view.opening(), known)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        match view.end() {
            Some(StochasticEnding::Ruled(winner)) => why_ruled(view, winner),
            Some(StochasticEnding::LastBit(bit)) => {
                format!("Bob never aborted, and the last bit is {}.", u8::from(bit))
            }
            None => String::new(),
        }
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        match view.opening().filter(|opening| opening.is_open()) {
            Some(opening) => opening.mistake(view, mv),
            None => mistake::mistake(view, mv),
        }
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        let readings = view.readings();
        let read = readings.list().iter().filter_map(|reading| reading.cell.step());
        // The oracle may give different answers to the same question, so only gates can contradict
        // other bits.
        let gates = read.filter(|&step| !view.asks(step));
        contradiction::of_steps(view.plan(), |cell| readings.bit(cell), gates, None)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.has_nothing_to_rule_by()
    }

    /// Thm 6.2: the number of the judge's votes does not depend on T. Only the location depends on
    /// T: it costs ⌈log2 T⌉ bits.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        Some(format!(
            "With a million rounds and the same K and tolerances, judging costs at most {} votes and {} \
             bits of location.",
            count(view.constants().judge.count),
            location_bits(MANY as usize)
        ))
    }

    /// The work of one run of the plan: one unit for each step, and one vote for each step that
    /// asks.
    fn computation(view: Seen<'_>) -> Option<u64> {
        Some((view.steps() + view.plan().asks().count()) as u64)
    }

    fn proof_rounds(view: Seen<'_>, most: usize) -> Vec<String> {
        view.proof_rounds(most).into_iter().map(in_the_proof).collect()
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let plan = view
            .chance_of_output()
            .map(|p| format!("The plan itself gives 1 with probability {}.", probability(p)));
        let first = match view.end()? {
            StochasticEnding::Ruled(_) => view.judged_chance(view.step()).map(|chance| {
                let whose = if view.asks(view.step()) { "The judge's oracle" } else { "The gate" };
                format!("{whose} gives {} there.", shown(chance))
            }),
            StochasticEnding::LastBit(_) => untried(view),
        };
        let said: Vec<String> = [first, plan].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// A round beside the two numbers that the proof compares.
fn in_the_proof(round: ProofRound) -> String {
    let ProofRound { step, distance, output, accepted } = round;
    let from_here = output.map_or_else(String::new, |output| {
        format!(" After these bits, exact numbers give the output 1 with probability {output:.4}.")
    });
    let on_trial = accepted.map_or_else(String::new, |accepted| {
        format!(" If Bob aborts, the judge accepts the number with probability {accepted:.4}.")
    });
    format!(
        "The proof, round {}: Alice's numbers so far are off by at most {}.{from_here}{on_trial}",
        number::step(step),
        Limit::at_most(distance).fixed(4)
    )
}

fn asked(view: Seen<'_>) -> QuestionText {
    let (step, words, constants) = (view.step(), view.question(view.step()), view.constants());
    match view.asked() {
        SeatRequest::Number if view.asks(step) => {
            let votes = view.own_votes();
            let note = match votes.mean() {
                Some(mean) => {
                    let (yes, all) = (count(votes.yes), count(votes.all));
                    format!("your votes: {yes} yes of {all}, mean {mean:.4}")
                }
                None => format!(
                    "an honest Alice draws {} votes and states their mean",
                    count(constants.alice)
                ),
            };
            let question = format!("state the probability of yes for step {step}");
            QuestionText::new(question).note(note).note(words)
        }
        SeatRequest::Number => {
            let asking = match view.departures().tolerant_gates {
                true => {
                    QuestionText::new(format!("state a number for step {step}, which is a gate"))
                        .note(format!(
                            "It gives 0 or 1, and the judge accepts errors below {}: {words}",
                            short(constants.judge.tolerance)
                        ))
                }
                false => QuestionText::new(format!(
                    "state the value of step {step}, which is a gate: 0 or 1"
                ))
                .note(format!("The gate gives exactly 0 or 1: {words}")),
            };
            with_bits(view, asking)
        }
        SeatRequest::Share { stated, bob } => {
            let fair = match (bob, view.departures().without_copies) {
                (Some(bob), _) => format!("You see Bob's share: {bob:.4}."),
                (None, true) => "Alice sees your share before she gives hers.".into(),
                (None, false) => "If one share is fair, the coin is fair.".into(),
            };
            QuestionText::new(format!("give your share of the coin for step {step}"))
                .note("The coin is the sum of both shares. If the sum is 1 or more, subtract 1.")
                .note(format!("The bit is 1 if the coin is below {}. {fair}", shown(stated)))
        }
        SeatRequest::Bit { due } => QuestionText::new(format!("set the bit of step {step}")).note(
            format!("The coin gives {}. Only Bob sees whether you follow it.", u8::from(due)),
        ),
        SeatRequest::GoOn { stated, .. } => to_go_on(view, stated, &words),
        SeatRequest::Verdict { stated, .. } => verdict(view, &shown(stated), words),
        SeatRequest::Nothing => QuestionText::default(),
    }
}

/// Adds the bits that the gate reads, if this viewer knows them. The board may hide the rows with
/// these bits.
fn with_bits(view: Seen<'_>, asking: QuestionText) -> QuestionText {
    let sources = view.plan().relevant(view.step());
    let bit = |source: &Source| view.known(*source).map_or("·", |bit| if bit { "1" } else { "0" });
    let bits: Vec<&str> = sources.iter().map(bit).collect();
    match bits.len() {
        1..=LISTED => asking.note(format!("The gate reads {}.", bits.join(" "))),
        _ => asking,
    }
}

fn to_go_on(view: Seen<'_>, stated: Probability, question: &str) -> QuestionText {
    let honest = view.constants().bob;
    // The board shows a long question.
    let of = match question.chars().count() <= SHORT {
        true => format!("for \"{question}\""),
        false => format!("in round {}", number::step(view.step())),
    };
    let asking = QuestionText::new(format!("abort over Alice's {} {of}, or go on?", shown(stated)));
    if !view.asks(view.step()) {
        return with_bits(view, asking);
    }
    let votes = view.own_votes();
    asking.note(match votes.mean() {
        Some(mean) => format!(
            "your {} votes: mean {mean:.4}, off by {:.4}; honest Bob aborts at {} or more",
            count(votes.all),
            (mean - stated.get()).abs(),
            short(honest.tolerance)
        ),
        None => format!("an honest Bob draws {} votes first", count(honest.count)),
    })
}

fn verdict(view: Seen<'_>, stated: &str, question: String) -> QuestionText {
    let step = view.step();
    if !view.asks(step) {
        let asking =
            QuestionText::new(format!("is {stated} the value of the gate? Rule on step {step}"));
        return with_bits(view, asking.note(view.plan().formula(step)));
    }
    let (all, drawn) = (view.constants().judge.count, view.votes().all);
    let left = all.saturating_sub(drawn);
    let what = match left {
        0 => format!("all votes are drawn: rule on {stated}"),
        _ => format!("draw more votes, or rule on {stated}"),
    };
    // The question is the first note, because a small screen shows only one note.
    let mut asking = QuestionText::new(what).note(question);
    if left > 0 {
        let batch = count(all.div_ceil(BATCHES).min(left));
        asking = asking.note(format!("a batch has {batch} votes; {} votes are left", count(left)));
    }
    if drawn == 0 {
        return asking;
    }
    // In 19 of 20 cases, a mean is within 1.96/(2√n) of the truth.
    let within = |n: u64| 0.98 / (n as f64).sqrt();
    asking.note(format!(
        "the mean of {} votes is within {:.3} of the truth 19 times in 20; of all {} votes, within {:.3}",
        count(drawn),
        within(drawn),
        count(all),
        within(all)
    ))
}

/// A text about the number with the largest error among the numbers that the judge would have
/// rejected. `None` if there is no such number.
fn untried(view: Seen<'_>) -> Option<String> {
    let asks = (0..view.steps()).map(Step::at).filter(|&step| view.asks(step));
    let off = asks.filter_map(|step| {
        let (stated, honest) = (view.round(step).stated?, view.judged_chance(step)?);
        Some((step, stated, honest, (stated.get() - honest.get()).abs()))
    });
    let (step, stated, honest, off) = off.max_by(|a, b| a.3.total_cmp(&b.3))?;
    let tolerance = view.constants().judge.tolerance;
    (off >= tolerance).then(|| {
        format!(
            "In round {} Alice said {}, but the judge's oracle gives {}. The judge accepts errors \
             below {}.",
            number::step(step),
            shown(stated),
            shown(honest),
            number::stated(tolerance)
        )
    })
}

fn why_ruled(view: Seen<'_>, winner: Side) -> String {
    let Some(stated) = view.on_trial() else { return String::new() };
    let found = match view.votes().mean() {
        None => {
            let ruled = if winner == Side::Alice { "right" } else { "wrong" };
            let guess = if view.has_nothing_to_rule_by() { A_GUESS } else { "" };
            format!("The judge ruled that it is {ruled}.{guess}")
        }
        Some(mean) => format!(
            "The mean of the judge's {} votes is {}. It differs from Alice's number by {}, which \
             is {}.",
            count(view.votes().all),
            probability(mean),
            number::distance((mean - stated.get()).abs(), view.constants().judge.tolerance),
            if view.verdict().unwrap_or(winner) == Side::Alice { "near enough" } else { "too far" }
        ),
    };
    let against = match view.verdict() == Some(winner) {
        true => "",
        false => " The judge ruled the opposite.",
    };
    let (step, stated) = (number::step(view.step()), shown(stated));
    format!("Bob aborted in round {step} because of Alice's {stated}. {found}{against}")
}

/// A stated number as a person would type it. Numbers with many digits are shortened.
fn shown(stated: Probability) -> String {
    // Sums such as 0.21 + 0.016 have rounding errors in digits that nobody typed.
    let typed = ((stated.get() * 1e9).round() / 1e9).to_string();
    let as_typed = typed.len() <= 6 && (stated.as_certain().is_some() || typed.len() > 1);
    if as_typed { typed } else { number::stated(stated.get()) }
}

/// The number with at most four decimals, without trailing zeros.
fn short(number: f64) -> String {
    if number < 0.0005 {
        return format!("{number:.1e}");
    }
    trimmed(&format!("{number:.4}")).to_owned()
}
