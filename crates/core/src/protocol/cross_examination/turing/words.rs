//! Cross-examination of a Turing machine, said and shown.

use super::{Seen, Tableau};
use crate::machine::turing::{Field, PointedAt, Reading};
use crate::protocol::cross_examination::{location_bits, words as examined};
use crate::protocol::trial::words::{self as trial, right_or_wrong};
use crate::rules::{Cost, Eye, Move, Offer, Seat, Side, Verb, YesNo};
use crate::text::MANY;
use crate::text::narrate::wins;
use crate::text::number::{self, count};
use crate::text::{Asking, Board, Brief, Fill, Known, OfferWords, Words, said_by_the_view};

impl Words for Tableau {
    said_by_the_view!(board, mistake);

    fn brief(view: Seen<'_>) -> Brief {
        let called = ["cross-examination", "Thm 5.3, 2024 paper"];
        let stands = (view.is_written(), view.on_trial());
        examined::brief(called, stands, view.copies(), rule(view), numbers(view))
    }

    fn question(view: Seen<'_>) -> Asking {
        if !view.is_written() {
            return Asking::of("write the transcript, as the machine runs or with a lie in it").note(
                "claims: the step says so, and the run goes on from it. slips: it says so, and nothing \
                 follows. holds: a cell changes with no head nearby.",
            );
        }
        if view.on_trial().is_none() {
            return examined::to_point(view.steps());
        }
        if !view.is_judging() {
            return examined::to_say_afresh(afresh(view));
        }
        notes(view).into_iter().fold(trial::question(view, || ruling(view)), Asking::note)
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        match offer.verb {
            _ if view.is_judging() => trial::offer(view, offer),
            Verb::Tell => {
                let shape = "`run`, or what differs from it: `9 claims write=… state=… head=… \
                             from=…`, `9 slips …`, `9 holds 4=1`, with `; ` between";
                let start = view.honest_text().map(str::to_owned);
                OfferWords::new(
                    "write the transcript",
                    Fill::Text { shape: shape.into(), start, form: false },
                )
            }
            Verb::Name => {
                let Some((step, field)) = view.asked_afresh() else { return "say it".into() };
                let start = view.cell(step).map(|cell| view.table().write_field(&cell, field));
                let shape = format!("`{}=…`", field.key());
                OfferWords::new("say it", Fill::Text { shape, start, form: false })
            }
            Verb::Run => format!("run the machine yourself: {} steps", steps(view)).into(),
            Verb::Skipped => "name a later writer than a step's pointer does".into(),
            _ => "point at a step that does not follow".into(),
        }
    }

    fn known(view: Seen<'_>) -> Known {
        let machine = view.table();
        let table = machine.states().map(|state| machine.row_words(state)).collect();
        Known { table, ..Known::default() }
            .number("steps", view.steps() as f64)
            .number("claim", f64::from(view.claim()))
            .number("copies", f64::from(view.copies()))
    }

    fn why(view: Seen<'_>) -> String {
        view.winner()
            .map_or_else(String::new, |winner| ruled(view, winner) + trial::against(view, winner))
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    /// Thm 5.3 on a machine: the location and the pointers read grow as log T.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let machine = view.table();
        let all: u64 = Cost::ALL.into_iter().map(|cost| view.limit(cost)).sum();
        let reads = u64::from(machine.oracle().map_or(1, |oracle| oracle.reads()));
        let pointers = |bits: u32| reads * u64::from(bits);
        let own = pointers(machine.cell_bits().pointer) + 2 * location_bits(view.steps());
        let long = pointers(u32::BITS - MANY.leading_zeros()) + 2 * location_bits(MANY as usize);
        let most = count(all - own + long);
        Some(format!("A million steps on this tape: at most {most} bits and questions."))
    }

    fn computation(view: Seen<'_>) -> Option<u64> {
        Some(view.steps() as u64 + view.questions())
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let winner = view.winner()?;
        examined::told_otherwise(&told_otherwise(view)).or_else(|| decided_by(view, winner))
    }
}

/// The rule in force, and who wins by it.
fn rule(view: Seen<'_>) -> Vec<String> {
    let eye = view.eye();
    let rule = match (view.point(), eye) {
        (Some(PointedAt::Step(step)), _) => format!("Only step {step} is on trial."),
        (Some(PointedAt::Skip { step, writer }), _) => {
            let (alice, bob) = (wins(Seat::Alice, eye), wins(Seat::Bob, eye));
            return vec![
                format!(
                    "Only this is on trial: does step {step} overlook that step {writer} wrote its cell?"
                ),
                format!("It does: {bob}. It does not: {alice}."),
            ];
        }
        (None, Eye::Seat(Seat::Alice)) => {
            "Write the whole run. Bob then points at one step; the judge checks it against \
             the step before it and the last writer of its cell, and nothing else."
                .into()
        }
        (None, Eye::Seat(Seat::Bob)) => {
            "Point at a step that does not follow from the step before it and the step that \
             last wrote its cell (from). If from skips a later writer, name both."
                .into()
        }
        _ => "Bob points at one step. It is checked against the step before it and the step \
              that last wrote its cell (from)."
            .into(),
    };
    vec![rule, right_or_wrong(eye)]
}

/// This debate's numbers.
fn numbers(view: Seen<'_>) -> Vec<String> {
    vec![format!(
        "At most {} bits settle {} steps, and {} for each step named.",
        view.limit(Cost::Transcript) + view.limit(Cost::Input),
        steps(view),
        view.limit(Cost::Location) / 2
    )]
}

/// What Alice is asked where no copy of her wrote the transcript.
fn afresh(view: Seen<'_>) -> String {
    let (Some(checked), Some((step, field))) = (view.on_trial(), view.asked_afresh()) else {
        return String::new();
    };
    let what = match field {
        Field::Symbol => "what it wrote",
        Field::State => "the state it left",
        Field::Head => "where it left the head",
        Field::Pointers => "which step last wrote what it read",
    };
    let checked = number::step(checked);
    format!("the judge checks step {checked} and reads of step {} {what}", count(step.into()))
}

/// What a judge who is not the oracle is asked.
fn ruling(view: Seen<'_>) -> String {
    match view.point() {
        Some(PointedAt::Step(step)) => {
            format!("does step {step} follow from what you were shown?")
        }
        Some(PointedAt::Skip { step, writer }) => {
            format!("does step {step} overlook that step {writer} wrote its cell?")
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
    question.into_iter().chain(view.told_by_oracle().map(says)).collect()
}

/// What the judge ruled, for this side.
fn ruled(view: Seen<'_>, winner: Side) -> String {
    let step = view.on_trial().map_or_else(String::new, number::step);
    match (view.point(), winner) {
        (Some(PointedAt::Skip { writer, .. }), Side::Alice) => format!(
            "Bob said that step {step} overlooks step {writer}; the judge ruled that it does \
             not."
        ),
        (Some(PointedAt::Skip { writer, .. }), Side::Bob) => {
            format!("Bob said that step {step} overlooks step {writer}, and the judge agreed.")
        }
        (_, winner) => {
            let found = if winner == Side::Alice { "right" } else { "wrong" };
            format!("Bob pointed at step {step}, and the judge ruled that it is {found}.")
        }
    }
}

/// What Alice told the judge that is not what she had written: without copies she may.
fn told_otherwise(view: Seen<'_>) -> Vec<String> {
    let differing = view.shown().iter().filter_map(|reading| {
        let Reading::Transcript(step, field) = *reading else { return None };
        let cells = [view.cell(step)?, view.transcript()?.cell(step)];
        let [said, written] = cells.map(|cell| view.table().write_field(&cell, field));
        let step = count(step.into());
        (said != written).then(|| format!("step {step} says {said}, and had written {written}"))
    });
    differing.collect()
}

/// What decided the debate that this side won, if Alice told the judge what she had written.
fn decided_by(view: Seen<'_>, winner: Side) -> Option<String> {
    let (on_trial, told) = (view.on_trial()?, view.transcript()?);
    match (view.broken(told), winner) {
        (None, Side::Alice) => Some("What she wrote is the machine's own run.".into()),
        (None, Side::Bob) => Some("Yet what she wrote is the machine's own run.".into()),
        (Some(broken), Side::Alice)
            if view.objection(told).map(PointedAt::step) != Some(on_trial) =>
        {
            let smuggled = told.smuggled_at().map(|step| {
                format!(
                    " From step {} on the tape that she tells of holds what no step wrote; a \
                     step shows its own cell alone, and this is the first to read it.",
                    count(step.into())
                )
            });
            Some(format!("The mistake was elsewhere. {broken}{}", smuggled.unwrap_or_default()))
        }
        (broken, _) => broken,
    }
}

fn steps(view: Seen<'_>) -> String {
    count(view.steps() as u64)
}
