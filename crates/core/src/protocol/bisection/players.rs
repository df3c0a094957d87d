//! Players of a bisection.

use super::{Bisection, Seen};
use crate::machine::{ClaimedRun, Configuration, Lie};
use crate::protocol::trial::trusting;
use crate::rules::{Half, Move, Seat, SingleLine};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::judges::honest;
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry, StrategyResult, plays};

impl StrategyRegistry for Bisection {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let (listed, plain) = (StrategyEntry::new, StrategyEntry::plain);
        vec![
            plain(
                Seat::Alice,
                "honest",
                "computes each middle from the interval's start; the last configuration agrees \
                 with the claim",
                honest_alice,
            ),
            listed(
                Seat::Alice,
                "false-final",
                StrategyParameter::None,
                "lies only about the last configuration",
                |debate, _| lying_strategy(debate, Lie::FalseFinal, true),
            ),
            listed(
                Seat::Alice,
                "wrong-at",
                StrategyParameter::StepAndCell("t", "cell"),
                "lies at step t (by changing this cell, if given) and continues the run from the \
                 lie",
                |debate, given| {
                    let (step, cell) = step_and_cell(given)?;
                    lying_strategy(debate, Lie::WrongAt { step, cell }, true)
                },
            ),
            listed(
                Seat::Alice,
                "forger",
                StrategyParameter::NumberOr("seed", 1),
                "names random configurations",
                |debate, given| lying_strategy(debate, Lie::Forger { seed: given.number() }, false),
            ),
            plain(
                Seat::Bob,
                "honest",
                "runs the machine to the middle; disputes the first half if Alice's middle is \
                 wrong",
                honest_bob,
            ),
            plain(Seat::Bob, "always-first", "always disputes the first half", |_| first()),
            plain(Seat::Bob, "always-objects", "the same as always-first", |_| first()),
            plain(Seat::Bob, "always-second", "always disputes the second half", |_| second()),
            plain(Seat::Bob, "random", "disputes a random half", |_| {
                Choice::uniform([Half::First, Half::Second].map(Move::Dispute).to_vec())
            }),
            plain(Seat::Bob, "lazy", "never runs the machine, and accepts every middle", |_| {
                second()
            }),
            plain(
                Seat::Judge,
                "honest",
                "checks the last step with the machine's table, and asks the oracle if necessary",
                honest,
            ),
            plain(
                Seat::Judge,
                "trusting",
                "checks the last step, but believes Alice instead of asking the oracle",
                trusting,
            ),
        ]
    }
}

/// Alice runs the machine and names the true last configuration, with the claimed output. At every middle she names
/// the configuration that follows from the start of the interval.
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

/// An Alice who follows a prepared lie in every interval. If `runs` is true, she runs the machine
/// first.
fn lying_strategy(debate: &Bisection, lie: Lie, runs: bool) -> StrategyResult<Bisection> {
    let setup = debate.setup();
    let story = ClaimedRun::new(&setup.computation, lie, setup.claim).map_err(|e| e.to_string())?;
    plays(move |view: Seen<'_>| match view.to_name() {
        Some(step) if !runs || view.own_run().is_some() => name(view, &story.at(step)),
        _ => Move::Run.into(),
    })
}

fn name(view: Seen<'_>, configuration: &Configuration) -> Choice {
    match view.computation().write(configuration).parse::<SingleLine>() {
        Ok(text) => Move::Name(text).into(),
        // The text of a configuration is never empty and has no control characters.
        Err(_) => Move::Run.into(),
    }
}

/// Bob runs the machine from the start of the interval to its middle. If Alice named another configuration there, he
/// disputes the first half. Otherwise he disputes the second half.
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

pub(crate) fn step_and_cell(given: ParameterValue) -> Result<(u32, Option<i32>), String> {
    let (step, cell) = match given {
        ParameterValue::StepAndCell(step, cell) => (step, cell),
        other => (other.number(), None),
    };
    let step = u32::try_from(step).map_err(|_| format!("step {step} is too large"))?;
    Ok((step, cell))
}
