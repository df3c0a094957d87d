//! Players of a bisection.

use super::{Bisection, Seen};
use crate::machine::{Configuration, Lie, Story};
use crate::protocol::trial::trusting;
use crate::rules::{Half, Move, Phrase, Seat};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::judges::honest;
use crate::strategy::{Choice, Listed, Made, Players, plays};

impl Players for Bisection {
    fn roster() -> Vec<Listed<Self>> {
        let (listed, plain) = (Listed::new, Listed::plain);
        vec![
            plain(
                Seat::Alice,
                "honest",
                "names what follows from the interval's start, and a last configuration as claimed",
                honest_alice,
            ),
            listed(
                Seat::Alice,
                "false-final",
                Argument::None,
                "tells the truth at every step but the last",
                |debate, _| told(debate, Lie::FalseFinal, true),
            ),
            listed(
                Seat::Alice,
                "wrong-at",
                Argument::StepAndCell("t", "cell"),
                "goes wrong at step t (there cell changes, if named) and stays consistent after it",
                |debate, given| {
                    let (step, cell) = step_and_cell(given)?;
                    told(debate, Lie::WrongAt { step, cell }, true)
                },
            ),
            listed(
                Seat::Alice,
                "forger",
                Argument::NumberOr("seed", 1),
                "names garbage in the shape of a configuration",
                |debate, given| told(debate, Lie::Forger { seed: given.number() }, false),
            ),
            plain(
                Seat::Bob,
                "honest",
                "runs the machine to the middle; first half if Alice's middle is wrong, else second",
                honest_bob,
            ),
            plain(Seat::Bob, "always-first", "disputes every middle, unseen", |_| first()),
            plain(Seat::Bob, "always-objects", "as always-first: a half is an objection", |_| {
                first()
            }),
            plain(Seat::Bob, "always-second", "accepts every middle, unseen", |_| second()),
            plain(Seat::Bob, "random", "chooses each half by a fair coin", |_| {
                Choice::uniform([Half::First, Half::Second].map(Move::Dispute).to_vec())
            }),
            plain(
                Seat::Bob,
                "lazy",
                "never runs the machine, and so never disputes a middle",
                |_| second(),
            ),
            plain(
                Seat::Judge,
                "honest",
                "checks the last step by the machine's own table, and asks the oracle if it must",
                honest,
            ),
            plain(
                Seat::Judge,
                "trusting",
                "checks the last step, but believes Alice rather than ask the oracle",
                trusting,
            ),
        ]
    }
}

/// Runs the machine, then names the true last configuration (with the output that she claims, if
/// it is another) and, at every middle, what follows from the start of the interval.
fn honest_alice(view: Seen<'_>) -> Choice {
    let (Some(step), Some(computation)) = (view.to_name(), view.own_run()) else {
        return Move::Run.into();
    };
    let configuration = match view.span() {
        Some(span) => computation.advance(&span.start, span.from, step),
        None => computation.with_output(computation.at(step), view.claim()),
    };
    name(view, &configuration)
}

/// An Alice who tells a story, whatever the interval, after running the machine if she has to know
/// it.
fn told(debate: &Bisection, lie: Lie, runs: bool) -> Made<Bisection> {
    let setup = debate.setup();
    let story = Story::new(&setup.computation, lie, setup.claim).map_err(|e| e.to_string())?;
    plays(move |view: Seen<'_>| match view.to_name() {
        Some(step) if !runs || view.own_run().is_some() => name(view, &story.at(step)),
        _ => Move::Run.into(),
    })
}

fn name(view: Seen<'_>, configuration: &Configuration) -> Choice {
    match view.computation().write(configuration).parse::<Phrase>() {
        Ok(text) => Move::Name(text).into(),
        // A configuration's text is never empty and has no control characters in it.
        Err(_) => Move::Run.into(),
    }
}

/// Runs the machine from the start of the interval to its middle: if Alice names something else
/// there, the first half, else the second.
fn honest_bob(view: Seen<'_>) -> Choice {
    match view.open_round().and_then(|round| Some((round, view.found(round)?))) {
        Some((round, own)) if *own != round.middle => first(),
        Some(_) => second(),
        None => Move::Run.into(),
    }
}

fn first() -> Choice {
    Move::Dispute(Half::First).into()
}

fn second() -> Choice {
    Move::Dispute(Half::Second).into()
}

pub(crate) fn step_and_cell(given: Given) -> Result<(u32, Option<i32>), String> {
    let (step, cell) = match given {
        Given::StepAndCell(step, cell) => (step, cell),
        other => (other.number(), None),
    };
    let step = u32::try_from(step).map_err(|_| format!("there is no step {step}"))?;
    Ok((step, cell))
}
