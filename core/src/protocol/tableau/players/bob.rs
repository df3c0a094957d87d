//! Bobs: where they point.

use rand::RngExt;

use super::alice::Seen;
use crate::machine::turing::Point;
use crate::machine::{Machine, Step};
use crate::rules::{Move, Skip};
use crate::strategy::Choice;

/// Runs the machine and finds the first step that is not as it ran. If that step does not follow
/// from what it reads, points at it; if it does, its pointer skips a later writer, which he names.
/// If there is no such step, he concedes.
pub fn honest(sight: Seen<'_>) -> Choice {
    match (sight.own_run(), objection(sight)) {
        (None, _) => Move::Run.into(),
        (Some(_), Some(mv)) => mv.into(),
        (Some(_), None) => lazy(sight),
    }
}

/// A wrong step if there is one; otherwise the first step, rather than concede.
pub fn always_objects(sight: Seen<'_>) -> Choice {
    match (sight.own_run(), objection(sight)) {
        (None, _) => Move::Run.into(),
        (Some(_), Some(mv)) => mv.into(),
        (Some(_), None) => Move::Point(Step::new(1)).into(),
    }
}

/// One step, whatever it says.
pub fn point(at: Step, _: Seen<'_>) -> Choice {
    Move::Point(at).into()
}

/// Any step.
pub fn random(sight: Seen<'_>) -> Choice {
    let steps = sight.setup().run.steps() as usize;
    if steps <= 1000 {
        return Choice::uniform((0..steps).map(|at| Move::Point(Step::at(at))).collect());
    }
    Choice::Drawn(Box::new(move |rng| Move::Point(Step::at(rng.random_range(0..steps)))))
}

/// The last step, always: he concedes.
pub fn lazy(sight: Seen<'_>) -> Choice {
    Move::Point(Step::new(sight.setup().run.steps())).into()
}

/// What is wrong with Alice's transcript where it leaves the true one; everything before is right.
fn objection(sight: Seen<'_>) -> Option<Move> {
    Some(match sight.own_run()?.objection(sight.told()?)? {
        Point::Step(step) => Move::Point(step),
        Point::Skip { step, writer } => Move::Skipped(Skip { step, writer }),
    })
}
