//! The texts of a plan's cross-examination.

use super::{CrossExamination, Seen};
use crate::machine::Step;
use crate::protocol::cross_examination::{location_bits, words as examined};
use crate::protocol::trial::words::{self as trial, right_or_wrong};
use crate::protocol::witness::WitnessOpening;
use crate::rules::{BitRef, Cost, LegalAction, Move, Seat, Side, Verb, Viewer};
use crate::text::MANY;
use crate::text::number::{self, count, plural};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, ProtocolText, QuestionText,
    contradiction,
};

impl ProtocolText for CrossExamination {
    fn board(view: Seen<'_>) -> Board<'_> {
        WitnessOpening::board(view.opening(), view, || view.board())
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        WitnessOpening::brief(view.opening(), || {
            let stands = (view.is_written(), view.on_trial());
            examined::brief(called(view), stands, view.copies(), rule(view), numbers(view))
        })
    }

    fn question(view: Seen<'_>) -> QuestionText {
        WitnessOpening::question(view.opening(), || question(view))
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            _ if view.is_judging() => trial::offer(view, offer),
            Verb::Write if view.opening().is_some_and(WitnessOpening::is_open) => {
                WitnessOpening::OFFER.into()
            }
            Verb::Write => ActionText::new("write the transcript", start(view)),
            Verb::Point => "point at it and end your turn".into(),
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

    fn move_text(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Read(BitRef::Input(input)) => {
                Some(format!("read {}", view.plan().input_name(*input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let known = KnownFacts::default()
            .plan(view.plan(), |input| view.input(input), |step| view.value(step))
            .number("claim", f64::from(view.claim()))
            .number("copies", f64::from(view.copies()));
        WitnessOpening::known(view.opening(), known)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        view.winner()
            .map_or_else(String::new, |winner| ruled(view, winner) + trial::against(view, winner))
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        match view.opening().filter(|opening| opening.is_open()) {
            Some(opening) => opening.mistake(view, mv),
            None => view.mistaken(mv),
        }
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        trial::settled(view)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    /// By Thm 5.3, only the location bits grow, as ⌈log2 T⌉. By Thm 6 of the 2026 paper, a gate check costs at most
    /// ⌈log2 s⌉ + 3 bits.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let location = location_bits(MANY as usize);
        let bound = view.query_limit() - view.limit(Cost::Location) + location;
        let what = if view.is_gate_check() { "gates" } else { "steps" };
        let (bound, many) = (count(bound), count(MANY.into()));
        Some(format!("With a million {what}, the judge would read at most {bound} of {many} bits."))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.steps() as u64 + view.asks_expected().0)
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let winner = view.winner()?;
        examined::changed_statements_text(&changed_statements(view))
            .or_else(|| decided_by(view, winner))
    }

    fn contradictions(view: Seen<'_>) -> Vec<String> {
        if view.opening().is_some_and(WitnessOpening::is_open) {
            return Vec::new();
        }
        let read = view.readings().list().iter().filter_map(|reading| reading.cell.step());
        let read = read.chain([view.plan().output()]);
        contradiction::of_steps(view.plan(), |cell| view.known(cell), read, view.on_trial())
    }
}

/// The name of the protocol, and its theorem.
fn called(view: Seen<'_>) -> [&'static str; 2] {
    match view.is_gate_check() {
        true => ["gate check", "Thm 6, 2026 paper"],
        false => ["cross-examination", "Thm 5.3, 2024 paper"],
    }
}

/// The current rule, and how each prover wins.
fn rule(view: Seen<'_>) -> Vec<String> {
    let eye = view.eye();
    let Some(step) = view.on_trial().map(number::step) else {
        let then = "the judge reads this step and its relevant steps, and rules only on this step.";
        let rule = match eye {
            Viewer::Seat(Seat::Alice) => {
                format!("Write a bit for every step. Bob points at one step. Then {then}")
            }
            Viewer::Seat(Seat::Bob) => format!("Point at one step. Then {then}"),
            _ => format!("Bob points at one step. Then {then}"),
        };
        return vec![rule, right_or_wrong(eye)];
    };
    let only = format!("The judge rules only on step {step}.");
    if !view.judge_answers() {
        return vec![only, right_or_wrong(eye)];
    }
    let answer = " You are the oracle here, so answer its question.";
    let answer = if view.addresses(Seat::Judge) { answer } else { "" };
    vec![
        format!("{only}{answer}"),
        format!(
            "If the answer agrees with what Alice wrote at step {step}, Alice wins. If not, Bob \
             wins."
        ),
    ]
}

fn numbers(view: Seen<'_>) -> Vec<String> {
    let steps = count(view.steps() as u64);
    let (limit, location) = (view.query_limit(), view.limit(Cost::Location));
    let mut numbers = vec![if view.is_gate_check() {
        let gates = plural(view.steps() as u64, "gate", "gates");
        format!("Judging {gates} costs at most ⌈log2 {steps}⌉ + 3 = {location} + 3 = {limit} bits.")
    } else {
        let check = limit - location;
        let bits = format!(
            "Judging costs at most {limit} bits here: {location} for the location and {check} for the \
             check."
        );
        match view.copies() {
            true => format!(
                "{bits} For a million steps it would cost at most {}.",
                check + location_bits(1_000_000)
            ),
            false => format!("{bits} Without copies these bits decide nothing."),
        }
    }];
    if view.addresses(Seat::Judge) && view.on_trial().is_some() {
        numbers
            .push("You may read more. A bit costs 1 query the first time that you read it.".into());
    }
    numbers
}

fn question(view: Seen<'_>) -> QuestionText {
    if !view.is_written() {
        return QuestionText::new("write the transcript: one bit for each step").note(
            "The last bit is your claim. Bob sees all bits. The judge sees only the bits \
                   that it reads.",
        );
    }
    let Some(step) = view.on_trial() else { return examined::to_point(view.steps()) };
    let name = number::step(step);
    if !view.is_judging() {
        let cell = view.asked_afresh().map_or_else(String::new, |cell| cell.to_string());
        return examined::to_say_afresh(format!(
            "state the bit of {cell}, which the judge reads to check step {name}"
        ));
    }
    let asked = view.plan().ask(step).map(|ask| ask.question.replace("{t}", &step.to_string()));
    match asked.filter(|_| view.judge_answers()) {
        Some(asked) => QuestionText::new(asked).note(format!(
            "If Alice wrote the same answer at step {name}, she wins. If not, Bob wins."
        )),
        None => {
            let ruling = || format!("does step {name} follow from what you read?");
            trial::question(view, ruling).note(view.plan().words(step).into_owned())
        }
    }
}

/// The ruling in words, for a debate that this prover won.
fn ruled(view: Seen<'_>, winner: Side) -> String {
    let Some(step) = view.on_trial() else { return String::new() };
    let named = number::step(step);
    let concedes = step == view.plan().output();
    if concedes && winner == Side::Alice {
        return format!(
            "Bob pointed at the last step, {named}, and the judge ruled that it is \
             right."
        );
    }
    let found = match winner {
        // A step that follows from a wrong step need not be true.
        Side::Alice if !view.judge_answers() => "follows from what it reads",
        Side::Alice => "is right",
        Side::Bob => "is wrong",
    };
    format!("Bob pointed at step {named}, and the judge ruled that it {found}.")
}

/// The bits that Alice stated differently from her transcript, which she may do without copies.
fn changed_statements(view: Seen<'_>) -> Vec<String> {
    let Some(written) = view.transcript() else { return Vec::new() };
    let said = |step: Step, bit: bool| {
        let (step, own) = (number::step(step), u8::from(!bit));
        format!("step {step} from {own} to {}", u8::from(bit))
    };
    let differing = view.readings().list().iter().filter_map(|reading| match reading.cell {
        BitRef::Step(step) if written.at(step.index()) != reading.bit => {
            Some(said(step, reading.bit))
        }
        _ => None,
    });
    differing.collect()
}

/// The fact that decided the debate for this prover, if Alice repeated her transcript.
fn decided_by(view: Seen<'_>, winner: Side) -> Option<String> {
    let (step, written) = (view.on_trial()?, view.transcript()?);
    let is_right = view.ruled_on().is_right_at(step, written);
    Some(match (view.ruled_on().first_wrong(written), winner) {
        (_, Side::Bob) if !is_right => view.broken(step, written),
        (None, Side::Alice) => "Every step that she wrote follows from what it reads.".into(),
        (_, Side::Alice) if !is_right => {
            format!("The step is wrong. {}", view.broken(step, written))
        }
        (Some(wrong), Side::Alice) => {
            format!("The mistake was at another step. {}", view.broken(wrong, written))
        }
        (_, Side::Bob) => "But it does follow from what it reads.".into(),
    })
}

/// The bits that Alice can start from: the true transcript with her claim, if she ran the plan.
fn start(view: Seen<'_>) -> ArgumentPrompt {
    let Some(run) = view.own_run() else { return ArgumentPrompt::Nothing };
    ArgumentPrompt::Bits(run.clone().with_bit(view.plan().output().index(), view.claim()))
}
