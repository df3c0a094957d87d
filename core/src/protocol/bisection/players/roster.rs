//! Who can be seated, by name.

use std::sync::Arc;

use super::{alice, bob, judge};
use crate::machine::{Lie, Story};
use crate::protocol::Bisection;
use crate::rules::Seat;
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Listed, Made, Players, Strategy};

impl Players for Bisection {
    fn roster() -> Vec<Listed<Self>> {
        let (listed, plain) = (Listed::new, Listed::plain);
        vec![
            plain(
                Seat::Alice,
                "honest",
                "names what follows from the interval's start, and a last configuration as claimed",
                alice::honest,
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
                bob::honest,
            ),
            plain(Seat::Bob, "always-first", "disputes every middle, unseen", bob::always_first),
            plain(Seat::Bob, "always-second", "accepts every middle, unseen", bob::always_second),
            plain(Seat::Bob, "random", "chooses each half by a fair coin", bob::random),
            plain(
                Seat::Bob,
                "lazy",
                "never runs the machine, and so never disputes a middle",
                bob::always_second,
            ),
            plain(
                Seat::Judge,
                "honest",
                "checks the last step by the machine's own table, and asks the oracle if it must",
                judge::honest,
            ),
            plain(
                Seat::Judge,
                "trusting",
                "checks the last step, but believes Alice rather than ask the oracle",
                judge::trusting,
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

pub(crate) fn step_and_cell(given: Given) -> Result<(u32, Option<i32>), String> {
    let (step, cell) = match given {
        Given::StepAndCell(step, cell) => (step, cell),
        other => (other.number(), None),
    };
    let step = u32::try_from(step).map_err(|_| format!("there is no step {step}"))?;
    Ok((step, cell))
}
