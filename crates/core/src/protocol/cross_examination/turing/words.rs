//! The texts of a Turing machine's cross-examination.

use super::{Seen, Tableau};
use crate::machine::turing::{CellField, PointedAt, TranscriptRead};
use crate::protocol::cross_examination::{location_bits, words as examined};
use crate::protocol::trial::words::{self as trial, right_or_wrong};
use crate::rules::{Cost, LegalAction, Move, Seat, Side, Verb, Viewer, YesNo};
use crate::text::MANY;
use crate::text::narrate::wins;
use crate::text::number::{self, count};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, ProtocolText, QuestionText,
    said_by_the_view,
};

impl ProtocolText for Tableau {
    said_by_the_view!(board, mistake);

    fn brief(view: Seen<'_>) -> BriefPane {
        let called = ["cross-examination", "Thm 5.3, 2024 paper"];
        let stands = (view.is_written(), view.on_trial());
        examined::brief(called, stands, view.copies(), rule(view), numbers(view))
    }

    fn question(view: Seen<'_>) -> QuestionText {
        if !view.is_written() {
            return QuestionText::new("write the transcript: the true run, or a lie").note(
                "`claims` changes a step, and the run continues from the change. `slips` changes only \
                 that step. `holds` changes a cell far from the head.",
            );
        }
        if view.on_trial().is_none() {
            return examined::to_point(view.steps());
        }
        if !view.is_judging() {
            return examined::to_say_afresh(question_without_copies(view));
        }
        notes(view).into_iter().fold(trial::question(view, || ruling(view)), QuestionText::note)
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            _ if view.is_judging() => trial::offer(view, offer),
            Verb::Tell => {
                let shape = "`run`, or its changes, separated by `; `: `9 claims write=… state=… \
                             head=… from=…`, `9 slips …`, `9 holds 4=1`";
                let start = view.honest_text().map(str::to_owned);
                ActionText::new(
                    "write the transcript",
                    ArgumentPrompt::Text { shape: shape.into(), start, form: false },
                )
            }
            Verb::Name => {
                let Some((step, field)) = view.asked_afresh() else { return "state it".into() };
                let start = view.cell(step).map(|cell| view.table().write_field(&cell, field));
                let shape = format!("`{}=…`", field.key());
                ActionText::new("state it", ArgumentPrompt::Text { shape, start, form: false })
            }
            Verb::Run => format!("run the machine yourself: {} steps", steps(view)).into(),
            Verb::Skipped => "name a step and a later writer that its pointer skips".into(),
            _ => "point at a step that does not follow".into(),
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let machine = view.table();
        let table = machine.states().map(|state| machine.row_words(state)).collect();
        KnownFacts { table, ..KnownFacts::default() }
            .number("steps", view.steps() as f64)
            .number("claim", f64::from(view.claim()))
            .number("copies", f64::from(view.copies()))
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        view.winner()
            .map_or_else(String::new, |winner| ruled(view, winner) + trial::against(view, winner))
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        trial::settled(view)
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    /// By Thm 5.3, the location bits and the pointers that the judge reads grow as log T.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let machine = view.table();
        let all: u64 = Cost::ALL.into_iter().map(|cost| view.limit(cost)).sum();
        let reads = u64::from(machine.oracle().map_or(1, |oracle| oracle.reads()));
        let pointers = |bits: u32| reads * u64::from(bits);
        let own = pointers(machine.cell_bits().pointer) + 2 * location_bits(view.steps());
        let long = pointers(u32::BITS - MANY.leading_zeros()) + 2 * location_bits(MANY as usize);
        let most = count(all - own + long);
        Some(format!(
            "With a million steps on this tape, judging would cost at most {most} bits and \
             questions."
        ))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.steps() as u64 + view.questions())
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let winner = view.winner()?;
        examined::changed_statements_text(&changed_statements(view))
            .or_else(|| decided_by(view, winner))
    }
}

/// The current rule, and how each prover wins.
fn rule(view: Seen<'_>) -> Vec<String> {
    let eye = view.eye();
    let rule = match (view.point(), eye) {
        (Some(PointedAt::Step(step)), _) => format!("The judge rules only on step {step}."),
        (Some(PointedAt::Skip { step, writer }), _) => {
            let (alice, bob) = (wins(Seat::Alice, eye), wins(Seat::Bob, eye));
            return vec![
                format!(
                    "The judge decides only this: does the pointer of step {step} skip step \
                     {writer}, a later writer of its cell?"
                ),
                format!("If it does, {bob}. If it does not, {alice}."),
            ];
        }
        (None, Viewer::Seat(Seat::Alice)) => {
            "Write the whole run. Bob then points at one step. The judge checks only that this step \
             follows from the step before it and the last writer of its cell."
                .into()
        }
        (None, Viewer::Seat(Seat::Bob)) => {
            "Point at a step that does not follow from the step before it and the last writer of its \
             cell (from). If this pointer skips a later writer, name both steps."
                .into()
        }
        _ => "Bob points at one step. The judge checks only that it follows from the step before it \
              and the last writer of its cell (from)."
            .into(),
    };
    vec![rule, right_or_wrong(eye)]
}

fn numbers(view: Seen<'_>) -> Vec<String> {
    vec![format!(
        "Judging costs at most {} bits for these {} steps, plus {} for each step that Bob names.",
        view.limit(Cost::Transcript) + view.limit(Cost::Input),
        steps(view),
        view.limit(Cost::Location) / 2
    )]
}

/// The question to Alice about the field that the judge reads, in a debate without copies.
fn question_without_copies(view: Seen<'_>) -> String {
    let (Some(checked), Some((step, field))) = (view.on_trial(), view.asked_afresh()) else {
        return String::new();
    };
    let (checked, step) = (number::step(checked), count(step.into()));
    let what = match field {
        CellField::Symbol => format!("the symbol that step {step} wrote"),
        CellField::State => format!("the state after step {step}"),
        CellField::Head => format!("the head position after step {step}"),
        CellField::Pointers => format!("the last writer of the cell that step {step} read"),
    };
    format!("name {what}, which the judge reads to check step {checked}")
}

/// The question to a judge who is not the oracle.
fn ruling(view: Seen<'_>) -> String {
    match view.point() {
        Some(PointedAt::Step(step)) => {
            format!("does step {step} follow from what you were shown?")
        }
        Some(PointedAt::Skip { step, writer }) => {
            format!(
                "does the pointer of step {step} skip step {writer}, a later writer of its cell?"
            )
        }
        None => String::new(),
    }
}

/// Sentences that help the judge.
fn notes(view: Seen<'_>) -> Vec<String> {
    let state = view.table().oracle().map(|oracle| oracle.state());
    let asked = state.zip(view.asked());
    let question = asked.and_then(|(state, word)| view.table().question(state, word));
    let says = |yes| format!("The oracle says {}.", YesNo(yes));
    question.into_iter().chain(view.oracle_answer().map(says)).collect()
}

/// The ruling in words, for a debate that this prover won.
fn ruled(view: Seen<'_>, winner: Side) -> String {
    let step = view.on_trial().map_or_else(String::new, number::step);
    match (view.point(), winner) {
        (Some(PointedAt::Skip { writer, .. }), Side::Alice) => format!(
            "Bob said that the pointer of step {step} skips step {writer}. The judge ruled that it \
             does not."
        ),
        (Some(PointedAt::Skip { writer, .. }), Side::Bob) => {
            format!(
                "Bob said that the pointer of step {step} skips step {writer}, and the judge \
                 agreed."
            )
        }
        (_, winner) => {
            let found = if winner == Side::Alice { "right" } else { "wrong" };
            format!("Bob pointed at step {step}, and the judge ruled that it is {found}.")
        }
    }
}

/// The fields that Alice stated differently from her transcript, which she may do without copies.
fn changed_statements(view: Seen<'_>) -> Vec<String> {
    let differing = view.shown().iter().filter_map(|reading| {
        let TranscriptRead::Transcript(step, field) = *reading else { return None };
        let cells = [view.cell(step)?, view.transcript()?.cell(step)];
        let [said, written] = cells.map(|cell| view.table().write_field(&cell, field));
        let step = count(step.into());
        (said != written).then(|| format!("step {step} from {written} to {said}"))
    });
    differing.collect()
}

/// The fact that decided the debate for this prover, if Alice repeated her transcript.
fn decided_by(view: Seen<'_>, winner: Side) -> Option<String> {
    let (on_trial, told) = (view.on_trial()?, view.transcript()?);
    match (view.broken(told), winner) {
        (None, Side::Alice) => Some("Her transcript is the true run.".into()),
        (None, Side::Bob) => Some("But her transcript is the true run.".into()),
        (Some(broken), Side::Alice)
            if view.objection(told).map(PointedAt::step) != Some(on_trial) =>
        {
            let smuggled = told.smuggled_at().map(|step| {
                format!(
                    " From step {} on, her tape has a symbol that no step wrote. No earlier step read \
                     this cell, so only this step shows it.",
                    count(step.into())
                )
            });
            Some(format!(
                "The mistake was at another step. {broken}{}",
                smuggled.unwrap_or_default()
            ))
        }
        (broken, _) => broken,
    }
}

fn steps(view: Seen<'_>) -> String {
    count(view.steps() as u64)
}
