//! Who can be seated, by name.

use std::sync::Arc;

use super::{alice, bob, judge};
use crate::machine::{Lie, Story};
use crate::protocol::Bisection;
use crate::rules::Seat;
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Listed, Made, Players, Strategy, plays};

impl Players for Bisection {
    fn roster() -> Vec<Listed<Self>> {
        let listed = Listed::new;
        let none = Argument::None;
        vec![
            listed(
                Seat::Alice,
                "honest",
                none,
                "names what follows from the interval's start, and a last configuration as claimed",
                |_, _| plays(alice::honest),
            ),
            listed(
                Seat::Alice,
                "false-final",
                none,
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
            listed(
                Seat::Bob,
                "honest",
                none,
                "runs the machine to the middle; first half if Alice's middle is wrong, else second",
                |_, _| plays(bob::honest),
            ),
            listed(Seat::Bob, "always-first", none, "disputes every middle, unseen", |_, _| {
                plays(bob::always_first)
            }),
            listed(Seat::Bob, "always-second", none, "accepts every middle, unseen", |_, _| {
                plays(bob::always_second)
            }),
            listed(Seat::Bob, "random", none, "chooses each half by a fair coin", |_, _| {
                plays(bob::random)
            }),
            listed(
                Seat::Bob,
                "lazy",
                none,
                "never runs the machine, and so never disputes a middle",
                |_, _| plays(bob::always_second),
            ),
            listed(
                Seat::Judge,
                "honest",
                none,
                "checks the last step by the machine's own table, and asks the oracle if it must",
                |_, _| plays(judge::honest),
            ),
            listed(
                Seat::Judge,
                "trusting",
                none,
                "checks the last step, but believes Alice rather than ask the oracle",
                |_, _| plays(judge::trusting),
            ),
        ]
    }
}

/// An Alice who tells a story, after running the machine if she has to know it.
fn told(debate: &Bisection, lie: Lie, runs: bool) -> Made<Bisection> {
    let setup = debate.setup();
    let story = Story::new(&setup.computation, lie, setup.claim).map_err(|e| e.to_string())?;
    let story: Arc<dyn Strategy<Bisection>> =
        Arc::new(move |sight: alice::Seen<'_>| alice::tells(&story, runs, sight));
    Ok(story)
}

pub(in crate::strategy) fn step_and_cell(given: Given) -> Result<(u32, Option<i32>), String> {
    let (step, cell) = match given {
        Given::StepAndCell(step, cell) => (step, cell),
        other => (other.number(), None),
    };
    let step = u32::try_from(step).map_err(|_| format!("there is no step {step}"))?;
    Ok((step, cell))
}
