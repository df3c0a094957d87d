//! Stochastic debate, said and shown.

mod board;
mod brief;
mod mistake;

use super::{AskedFor, End, Stochastic};
use crate::chance::Probability;
use crate::machine::location_bits;
use crate::machine::{Source, Step};
use crate::protocol::stochastic::Seen;
use crate::protocol::trial::words::A_GUESS;
use crate::protocol::witness::Opening;
use crate::rules::{Domain, Move, Offer, Side, Verb};
use crate::text::number::{self, count, probability};
use crate::text::{
    Asking, Board, Brief, Fill, Known, MANY, OfferWords, Topic, Words, contradiction,
};

/// The judge draws its votes in about this many batches, if it draws them by batches.
const BATCHES: u64 = 18;

impl Words for Stochastic {
    fn board(view: Seen<'_>) -> Board<'_> {
        Opening::board(view.opening(), view, || board::board(view))
    }

    fn brief(view: Seen<'_>) -> Brief {
        Opening::brief(view.opening(), || brief::brief(view))
    }

    fn question(view: Seen<'_>) -> Asking {
        Opening::question(view.opening(), || asked(view))
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        let asks = view.asks(view.step());
        match (offer.verb, view.asked()) {
            (Verb::Write, _) => Opening::OFFER.into(),
            (Verb::State, _) if !asks && view.departures().tolerant_gates => {
                let gives = view.gate().map(Probability::certain);
                OfferWords::new("state it", gives.map_or(Fill::Nothing, Fill::Measured))
            }
            (Verb::State, _) if !asks => OfferWords::new("state it", Fill::Certain),
            (Verb::State, _) => {
                let mean = view.own_votes().mean().map(Probability::clamped);
                OfferWords::new("state it", mean.map_or(Fill::Nothing, Fill::Measured))
            }
            (Verb::Fair, _) => "fair: nature draws it".into(),
            (Verb::Share, _) => "choose it by hand".into(),
            (Verb::Bit, _) => "set it".into(),
            (Verb::Continue, AskedFor::GoOn { bit, .. })
                if view.step().number() as usize == view.steps() =>
            {
                format!("go on: the debate ends, and the last bit is {}", u8::from(bit)).into()
            }
            (Verb::Continue, _) => format!("go on to round {}", view.step().number() + 1).into(),
            (Verb::Abort, AskedFor::GoOn { stated, .. }) => {
                let stated = shown(stated);
                match asks {
                    true => format!("abort: the judge takes votes on {stated}"),
                    false => format!("abort: the judge checks the gate against {stated}"),
                }
                .into()
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
        let is_opening = view.opening().is_some_and(Opening::is_open);
        if is_opening { Vec::new() } else { vec![Topic::Step(view.step())] }
    }

    fn known(view: Seen<'_>) -> Known {
        let (constants, plan) = (view.constants(), view.plan());
        let value = |step| view.known(Source::step(step));
        let mut known =
            Known::default().plan(plan, |input| view.known(Source::input(input)), value);
        for (name, number) in [
            ("k", constants.k.get()),
            ("alice_samples", constants.alice as f64),
            ("bob_samples", constants.bob.count as f64),
            ("bob_tolerance", constants.bob.tolerance),
            ("judge_samples", constants.judge.count as f64),
            ("judge_tolerance", constants.judge.tolerance),
        ] {
            known = known.number(name, number);
        }
        if let Some(own) = constants.given() {
            let all = [("c", own.c), ("s", own.s), ("b", own.b), ("q", own.q), ("v", own.v)];
            known = all.into_iter().fold(known, |known, (name, number)| known.number(name, number));
        }
        Opening::known(view.opening(), known)
    }

    fn why(view: Seen<'_>) -> String {
        match view.end() {
            Some(End::Ruled(winner)) => why_ruled(view, winner),
            Some(End::LastBit(bit)) => {
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
        // Two votes on one question may well differ.
        let gates = read.filter(|&step| !view.asks(step));
        contradiction::of_steps(view.plan(), |cell| readings.bit(cell), gates, None)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.has_nothing_to_rule_by()
    }

    /// Thm 6.2: the judge's votes do not hang on T, only where the number stands, ⌈log2 T⌉ bits.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        Some(format!(
            "A million rounds, K and tolerances as here: at most {} votes and {} bits of location.",
            count(view.constants().judge.count),
            location_bits(MANY as usize)
        ))
    }

    /// One run: a vote for each step that asks.
    fn computation(view: Seen<'_>) -> Option<u64> {
        Some((view.steps() + view.plan().asks().count()) as u64)
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let plan = view
            .chance_of_output()
            .map(|p| format!("The plan itself says 1 with probability {}.", probability(p)));
        let first = match view.end()? {
            End::Ruled(_) => view.judged_chance(view.step()).map(|chance| {
                let whose = if view.asks(view.step()) { "The judge's oracle" } else { "The gate" };
                format!("{whose} gives {} there.", shown(chance))
            }),
            End::LastBit(_) => untried(view),
        };
        let said: Vec<String> = [first, plan].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

fn asked(view: Seen<'_>) -> Asking {
    let step = view.step();
    let words = view.question(step);
    match view.asked() {
        AskedFor::Number if view.asks(step) => {
            let votes = view.own_votes();
            let note = match votes.mean() {
                Some(mean) => {
                    let (yes, all) = (count(votes.yes), count(votes.all));
                    format!("your votes: {yes} yes of {all} = {mean:.4}")
                }
                None => format!(
                    "an honest Alice draws {} votes and states their mean",
                    count(view.constants().alice)
                ),
            };
            Asking::of(format!("state how likely yes is, for step {step}")).note(note).note(words)
        }
        AskedFor::Number => {
            let (asked, note) = match view.departures().tolerant_gates {
                true => (
                    format!("state a number for the gate, step {step}"),
                    format!(
                        "It gives 0 or 1, and the judge takes what is less than {} off: {words}",
                        view.constants().judge.tolerance
                    ),
                ),
                false => (
                    format!("state the value of the gate, step {step}: 0 or 1"),
                    format!("Exactly 0 or 1, as its gate says: {words}"),
                ),
            };
            let mut asking = Asking::of(asked).note(note);
            asking.notes.extend(gate_bits(view, step));
            asking
        }
        AskedFor::Share { stated, bob } => {
            let fair = match (bob, view.departures().without_copies) {
                (Some(bob), _) => format!("You see Bob's share: {bob:.4}."),
                (None, true) => "Alice sees your share before she gives hers.".into(),
                (None, false) => "One fair share makes it fair.".into(),
            };
            Asking::of(format!("give your share of the coin for step {step}"))
                .note("The coin is the sum of both shares, less 1 if that reaches 1.")
                .note(format!("The bit is 1 if it falls below {}. {fair}", shown(stated)))
        }
        AskedFor::Bit { due } => Asking::of(format!("set the bit of step {step}"))
            .note(format!("The coin says {}. Only Bob sees whether you follow it.", u8::from(due))),
        AskedFor::GoOn { stated, .. } => to_go_on(view, stated),
        AskedFor::Verdict { stated, .. } => verdict(view, stated),
        AskedFor::Nothing => Asking::default(),
    }
}

/// The bits that a gate reads, as far as these eyes know them: its rows may be out of view.
fn gate_bits(view: Seen<'_>, step: Step) -> Option<String> {
    const LISTED: usize = 24;
    let sources = view.plan().relevant(step);
    let bit = |source: &Source| view.known(*source).map_or("·", |bit| if bit { "1" } else { "0" });
    let bits: Vec<&str> = sources.iter().map(bit).collect();
    (1..=LISTED).contains(&bits.len()).then(|| format!("The gate reads {}.", bits.join(" ")))
}

/// A question that stands beside others in a row has no more characters.
const SHORT: usize = 30;

fn to_go_on(view: Seen<'_>, stated: Probability) -> Asking {
    let (step, honest) = (view.step(), view.constants().bob);
    let question = view.question(step);
    // A long one stands on the board.
    let of = match question.chars().count() <= SHORT {
        true => format!("for \"{question}\""),
        false => format!("in round {}", number::step(step)),
    };
    let mut asking = Asking::of(format!("abort over Alice's {} {of}, or go on?", shown(stated)));
    if !view.asks(step) {
        asking.notes.extend(gate_bits(view, step));
        return asking;
    }
    let votes = view.own_votes();
    asking.note(match votes.mean() {
        Some(mean) => format!(
            "your {} votes: {mean:.4}, off {:.4}; honest Bob aborts at {} or more",
            count(votes.all),
            (mean - stated.get()).abs(),
            brief::short(honest.tolerance)
        ),
        None => format!("an honest Bob draws {} votes first", count(honest.count)),
    })
}

fn verdict(view: Seen<'_>, stated: Probability) -> Asking {
    let (step, stated) = (view.step(), shown(stated));
    if !view.asks(step) {
        let asked = format!("is {stated} what the gate gives? Rule on step {step}");
        let mut asking = Asking::of(asked).note(view.plan().formula(step));
        asking.notes.extend(gate_bits(view, step));
        return asking;
    }
    let (all, drawn) = (view.constants().judge.count, view.votes().all);
    let left = all.saturating_sub(drawn);
    // What is on trial comes first: on a small screen there is a row for it alone.
    let asking = match left {
        0 => Asking::of(format!("all votes are drawn: rule on {stated}")).note(view.question(step)),
        _ => Asking::of(format!("draw more votes, or rule on {stated}"))
            .note(view.question(step))
            .note(format!(
                "a batch is {} votes; {} votes are to come",
                count(all.div_ceil(BATCHES).min(left)),
                count(left)
            )),
    };
    if drawn == 0 {
        return asking;
    }
    // Nineteen times in twenty a mean is within 1.96/(2√n) of the truth, or nearer.
    let within = |n: u64| 0.98 / (n as f64).sqrt();
    asking.note(format!(
        "{} votes are within {:.3} of the truth 19 times in 20; all {}, within {:.3}",
        count(drawn),
        within(drawn),
        count(all),
        within(all)
    ))
}

/// The number furthest off of those that the judge would have found too far off, had Bob objected.
fn untried(view: Seen<'_>) -> Option<String> {
    let asks = (0..view.steps()).map(Step::at).filter(|&step| view.asks(step));
    let off = asks.filter_map(|step| {
        let (stated, honest) = (view.round(step).stated?, view.judged_chance(step)?);
        Some((step, stated, honest, (stated.get() - honest.get()).abs()))
    });
    let (step, stated, honest, off) = off.max_by(|a, b| a.3.total_cmp(&b.3))?;
    let forgiven = view.constants().judge.tolerance;
    (off >= forgiven).then(|| {
        format!(
            "In round {} Alice said {} where the judge's oracle gives {}: the judge forgives less \
             than {}.",
            number::step(step),
            shown(stated),
            shown(honest),
            number::stated(forgiven)
        )
    })
}

fn why_ruled(view: Seen<'_>, winner: Side) -> String {
    let Some(stated) = view.on_trial() else { return String::new() };
    let guess = if view.has_nothing_to_rule_by() { A_GUESS } else { "" };
    let found = match (view.votes().mean(), winner) {
        (None, Side::Alice) => format!("The judge ruled that it is right.{guess}"),
        (None, Side::Bob) => format!("The judge ruled that it is wrong.{guess}"),
        (Some(mean), winner) => format!(
            "The judge's mean of {} votes is {}, {} away: {}.",
            count(view.votes().all),
            probability(mean),
            probability((mean - stated.get()).abs()),
            if view.verdict().unwrap_or(winner) == Side::Alice { "near enough" } else { "too far" }
        ),
    };
    let against = match view.verdict() == Some(winner) {
        true => "",
        false => " The judge ruled the opposite.",
    };
    let (step, stated) = (number::step(view.step()), shown(stated));
    format!("Bob aborted in round {step} over Alice's {stated}. {found}{against}")
}

/// A stated number as it was typed, or cut where nobody types so much.
fn shown(stated: Probability) -> String {
    // Sums such as 0.21 + 0.016 carry noise far behind what anybody typed.
    let typed = ((stated.get() * 1e9).round() / 1e9).to_string();
    if typed.len() <= 6 { typed } else { number::stated(stated.get()) }
}
