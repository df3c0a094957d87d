//! Bobs: where they point.

use crate::machine::Step;
use crate::protocol::CrossExamination;
use crate::rules::Move;
use crate::rules::View;
use crate::strategy::Choice;

type Seen<'a> = View<'a, CrossExamination>;

/// The first wrong step, found by running the plan. If there is none, the output step: he
/// concedes.
pub fn honest(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |sight| first_wrong(sight).unwrap_or(sight.plan().output()))
}

/// One step, whatever it says.
pub fn point(at: Step, _: Seen<'_>) -> Choice {
    Move::Point(at).into()
}

/// Any step.
pub fn random(sight: Seen<'_>) -> Choice {
    let steps = sight.plan().len();
    if steps <= 1000 {
        return Choice::uniform(sight.plan().steps().map(Move::Point).collect());
    }
    Choice::Drawn(Box::new(move |rng| {
        use rand::RngExt;
        Move::Point(Step::at(rng.random_range(0..steps)))
    }))
}

/// The output step, always: he concedes.
pub fn lazy(sight: Seen<'_>) -> Choice {
    Move::Point(sight.plan().output()).into()
}

/// A step that is right. If every step is wrong, the first.
pub fn wrong(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |sight| {
        let right = sight.transcript().and_then(|written| {
            sight.plan().steps().find(|&step| sight.plan().is_right_at(step, written))
        });
        right.unwrap_or(Step::new(1))
    })
}

/// A wrong step if there is one; otherwise the first step, rather than concede.
pub fn always_objects(sight: Seen<'_>) -> Choice {
    after_a_run(sight, |sight| first_wrong(sight).unwrap_or(Step::new(1)))
}

fn after_a_run(sight: Seen<'_>, point: impl FnOnce(Seen<'_>) -> Step) -> Choice {
    match sight.own_run() {
        None => Move::Run.into(),
        Some(_) => Move::Point(point(sight)).into(),
    }
}

/// Where Alice's transcript leaves the true one: everything before is right, so that step is wrong.
fn first_wrong(sight: Seen<'_>) -> Option<Step> {
    let (written, run) = (sight.transcript()?, sight.own_run()?);
    written.first_difference(run).map(Step::at)
}
