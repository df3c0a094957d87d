//! Cross-examination of a plan, said and shown.

use super::{CrossExamination, Seen};
use crate::machine::Step;
use crate::protocol::cross_examination::{location_bits, words as examined};
use crate::protocol::trial::words::{self as trial, right_or_wrong};
use crate::protocol::witness::Opening;
use crate::rules::{Cell, Cost, Eye, Move, Offer, Seat, Side, Verb};
use crate::text::MANY;
use crate::text::number::{self, count, plural};
use crate::text::{Asking, Board, Brief, Fill, Known, OfferWords, Words, contradiction};

impl Words for CrossExamination {
    fn board(view: Seen<'_>) -> Board<'_> {
        Opening::board(view.opening(), view, || view.board())
    }

    fn brief(view: Seen<'_>) -> Brief {
        Opening::brief(view.opening(), || {
            let stands = (view.is_written(), view.on_trial());
            examined::brief(called(view), stands, view.copies(), rule(view), numbers(view))
        })
    }

    fn question(view: Seen<'_>) -> Asking {
        Opening::question(view.opening(), || question(view))
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        match offer.verb {
            _ if view.is_judging() => trial::offer(view, offer),
            Verb::Write if view.opening().is_some_and(Opening::is_open) => Opening::OFFER.into(),
            Verb::Write => OfferWords::new("write the transcript", start(view)),
            Verb::Point => "point at it; that ends your turn".into(),
            Verb::Run => {
                let (asks, perhaps_less) = view.asks_expected();
                let most = if perhaps_less { "at most " } else { "" };
                let queries = match asks {
                    0 => "no query".to_owned(),
                    asks => plural(asks, "query", "queries"),
                };
                format!("run the plan yourself: {most}{queries}").into()
            }
            Verb::Ask => "ask the oracle: 1 query".into(),
            _ => "answer".into(),
        }
    }

    fn told(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Read(Cell::Input(input)) => {
                Some(format!("read {}", view.plan().input_name(*input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> Known {
        let known = Known::default()
            .plan(view.plan(), |input| view.input(input), |step| view.value(step))
            .number("claim", f64::from(view.claim()))
            .number("copies", f64::from(view.copies()));
        Opening::known(view.opening(), known)
    }

    fn why(view: Seen<'_>) -> String {
        view.winner()
            .map_or_else(String::new, |winner| ruled(view, winner) + trial::against(view, winner))
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        match view.opening().filter(|opening| opening.is_open()) {
            Some(opening) => opening.mistake(view, mv),
            None => view.mistaken(mv),
        }
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    /// Thm 5.3: only the location grows, as ⌈log2 T⌉; Thm 6 of the 2026 paper: ⌈log2 s⌉ + 3.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let location = location_bits(MANY as usize);
        let bound = view.query_limit() - view.limit(Cost::Location) + location;
        let what = if view.is_gate_check() { "gates" } else { "such steps" };
        Some(format!("A million {what}: at most {} of {} bits.", count(bound), count(MANY.into())))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.steps() as u64 + view.asks_expected().0)
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let winner = view.winner()?;
        examined::told_otherwise(&told_otherwise(view)).or_else(|| decided_by(view, winner))
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        if view.opening().is_some_and(Opening::is_open) {
            return Vec::new();
        }
        let read = view.readings().list().iter().filter_map(|reading| reading.cell.step());
        let read = read.chain([view.plan().output()]);
        contradiction::of_steps(view.plan(), |cell| view.known(cell), read, view.on_trial())
    }
}

/// What the protocol is called, and the theorem about it.
fn called(view: Seen<'_>) -> [&'static str; 2] {
    match view.is_gate_check() {
        true => ["gate check", "Thm 6, 2026 paper"],
        false => ["cross-examination", "Thm 5.3, 2024 paper"],
    }
}

/// The rule in force, and who wins by it.
fn rule(view: Seen<'_>) -> Vec<String> {
    let eye = view.eye();
    let Some(step) = view.on_trial().map(number::step) else {
        let then = "the judge reads it and its relevant steps, and rules on that step alone.";
        let rule = match eye {
            Eye::Seat(Seat::Alice) => {
                format!("Write a bit for every step. Bob then points at one; {then}")
            }
            Eye::Seat(Seat::Bob) => format!("Point at one step. Then {then}"),
            _ => format!("Bob points at one step. Then {then}"),
        };
        return vec![rule, right_or_wrong(eye)];
    };
    let only = format!("Only step {step} is on trial.");
    if !view.judge_answers() {
        return vec![only, right_or_wrong(eye)];
    }
    let answer = " Answer its question: here you are the oracle.";
    let answer = if view.addresses(Seat::Judge) { answer } else { "" };
    vec![
        format!("{only}{answer}"),
        format!("Same as Alice wrote: step {step} stands, and Alice wins. Not the same: Bob wins."),
    ]
}

/// This debate's numbers.
fn numbers(view: Seen<'_>) -> Vec<String> {
    let steps = count(view.steps() as u64);
    let (limit, location) = (view.query_limit(), view.limit(Cost::Location));
    let mut numbers = vec![if view.is_gate_check() {
        let gates = plural(view.steps() as u64, "gate", "gates");
        format!("⌈log2 {steps}⌉ + 3 = {location} + 3 = {limit} bits settle {gates}.")
    } else {
        let check = limit - location;
        let bits = format!("At most {location} bits to point and {check} to check");
        match view.copies() {
            true => format!(
                "{bits} settle these {steps} steps; a million such, {}.",
                check + location_bits(1_000_000)
            ),
            false => format!("{bits} are read of these {steps} steps. They settle nothing."),
        }
    }];
    if view.addresses(Seat::Judge) && view.on_trial().is_some() {
        numbers.push("You may read more. Each bit is charged once.".into());
    }
    numbers
}

fn question(view: Seen<'_>) -> Asking {
    if !view.is_written() {
        return Asking::of("write the transcript: one bit for each step")
            .note("The last bit is your claim. Bob sees all of it, the judge what it reads.");
    }
    let Some(step) = view.on_trial() else { return examined::to_point(view.steps()) };
    let name = number::step(step);
    if !view.is_judging() {
        let cell = view.asked_afresh().map_or_else(String::new, |cell| cell.to_string());
        return examined::to_say_afresh(format!(
            "the judge checks step {name} and reads {cell}: what does it say?"
        ));
    }
    let ruling = || format!("does step {name} follow from what you read?");
    trial::question(view, ruling).note(match view.plan().ask(step) {
        // What is asked, in full: the judge may have to answer it.
        Some(ask) => ask.question.replace("{t}", &step.to_string()),
        None => view.plan().words(step).into_owned(),
    })
}

/// What the judge ruled, for this side.
fn ruled(view: Seen<'_>, winner: Side) -> String {
    let Some(step) = view.on_trial() else { return String::new() };
    let named = number::step(step);
    let concedes = step == view.plan().output();
    let pointed = match concedes && winner == Side::Alice {
        true => format!("the output, step {named}, which concedes unless it is wrong; "),
        false => format!("step {named}, "),
    };
    let found = match winner {
        // A step that follows from a wrong one is not true.
        Side::Alice if !concedes && !view.judge_answers() => "follows from what it reads",
        Side::Alice => "is right",
        Side::Bob => "is wrong",
    };
    format!("Bob pointed at {pointed}and the judge ruled that it {found}.")
}

/// What Alice told the judge that is not what she had written: without copies she may.
fn told_otherwise(view: Seen<'_>) -> Vec<String> {
    let Some(written) = view.transcript() else { return Vec::new() };
    let said = |step: Step, bit: bool| {
        let (step, own) = (number::step(step), u8::from(!bit));
        format!("step {step} is {}, and had written {own}", u8::from(bit))
    };
    let differing = view.readings().list().iter().filter_map(|reading| match reading.cell {
        Cell::Step(step) if written.at(step.index()) != reading.bit => {
            Some(said(step, reading.bit))
        }
        _ => None,
    });
    differing.collect()
}

/// What decided the debate that this side won, if Alice told the judge what she had written.
fn decided_by(view: Seen<'_>, winner: Side) -> Option<String> {
    let (step, written) = (view.on_trial()?, view.transcript()?);
    let is_right = view.ruled_on().is_right_at(step, written);
    Some(match (view.ruled_on().first_wrong(written), winner) {
        (_, Side::Bob) if !is_right => view.broken(step, written),
        (None, Side::Alice) => "All that she wrote follows from what it reads.".into(),
        (_, Side::Alice) if !is_right => {
            format!("It is wrong, though. {}", view.broken(step, written))
        }
        (Some(wrong), Side::Alice) => {
            format!("The mistake was elsewhere. {}", view.broken(wrong, written))
        }
        (_, Side::Bob) => "By what it reads it is right all the same.".into(),
    })
}

/// The bits that Alice may start from: the truth, if she ran the plan, but for her claim.
fn start(view: Seen<'_>) -> Fill {
    let Some(run) = view.own_run() else { return Fill::Nothing };
    Fill::Bits(run.clone().with(view.plan().output().index(), view.claim()))
}
