//! The strategies of Bob that all cross-examinations share.

use rand::RngExt;

use crate::machine::Step;
use crate::rules::{Move, Protocol, Seat, View};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::{Choice, StrategyEntry, plays};

/// The first difference between Alice's transcript and the prover's own run. `None` if the prover
/// has not run the machine, and `Some(None)` if there is no difference.
type Objection<R> = fn(View<'_, R>) -> Option<Option<Move>>;

/// The strategies of Bob. The honest Bob comes first, and `says` describes him. `steps` returns the number of steps.
pub(super) fn listed<R: Protocol>(
    says: &'static str,
    steps: fn(View<'_, R>) -> usize,
    objection: Objection<R>,
) -> [StrategyEntry<R>; 4] {
    let bob = |name, says, choose: fn(usize) -> Choice| {
        StrategyEntry::made_by(Seat::Bob, name, StrategyParameter::None, says, move |_, _, _| {
            plays(move |view| choose(steps(view)))
        })
    };
    let point = "always points at step t";
    [
        StrategyEntry::made_by(
            Seat::Bob,
            "honest",
            StrategyParameter::None,
            says,
            move |_, _, _| plays(move |view| honest(steps(view), objection(view))),
        ),
        StrategyEntry::made_by(
            Seat::Bob,
            "point",
            StrategyParameter::Number("t"),
            point,
            move |debate, given, _| {
                let at = existing(steps(View::for_frame(debate, Seat::Bob)), given)?;
                plays(move |_| Move::Point(at).into())
            },
        ),
        bob("random", "points at a random step", random),
        bob("lazy", "always concedes", concede),
    ]
}

pub(super) fn always_objecting<R: Protocol>(objection: Objection<R>) -> StrategyEntry<R> {
    let says = "never concedes: points at a wrong step, or at the first step if there is none";
    StrategyEntry::made_by(
        Seat::Bob,
        "always-objects",
        StrategyParameter::None,
        says,
        move |_, _, _| plays(move |view| always_objects(objection(view))),
    )
}

/// Points at the first step that differs from the prover's own run. If there is none, concedes by
/// pointing at the last step.
pub(super) fn honest(steps: usize, objection: Option<Option<Move>>) -> Choice {
    match objection {
        Some(objection) => objection.map_or_else(|| concede(steps), Choice::from),
        None => Move::Run.into(),
    }
}

/// Points at a wrong step. If there is none, points at the first step instead of conceding.
pub(super) fn always_objects(objection: Option<Option<Move>>) -> Choice {
    match objection {
        Some(objection) => objection.unwrap_or(Move::Point(Step::new(1))).into(),
        None => Move::Run.into(),
    }
}

pub(super) fn concede(steps: usize) -> Choice {
    Move::Point(Step::at(steps - 1)).into()
}

fn random(steps: usize) -> Choice {
    if steps <= 1000 {
        return Choice::uniform((0..steps).map(|at| Move::Point(Step::at(at))).collect());
    }
    Choice::Drawn(Box::new(move |rng| Move::Point(Step::at(rng.random_range(0..steps)))))
}

/// The step with the given number.
///
/// # Errors
/// Returns an error if the debate has no step with this number.
pub(super) fn existing(steps: usize, given: ParameterValue) -> Result<Step, String> {
    let number = given.number();
    match u32::try_from(number) {
        Ok(step @ 1..) if step as usize <= steps => Ok(Step::new(step)),
        _ => Err(format!("there is no step {number}. Write a number from 1 to {steps}")),
    }
}
