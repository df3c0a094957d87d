//! The Bobs that every cross-examination has.

use rand::RngExt;

use crate::machine::Step;
use crate::rules::{Move, Protocol, Seat, View};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, plays};

/// Where Alice's transcript leaves what a prover found by running the machine: none before it has,
/// and `Some(None)` if it does not.
type Objection<R> = fn(View<'_, R>) -> Option<Option<Move>>;

/// The Bobs, the honest one first, of whom `says` is a line. `steps` is how many steps there are.
pub(super) fn listed<R: Protocol>(
    says: &'static str,
    steps: fn(View<'_, R>) -> usize,
    objection: Objection<R>,
) -> [Listed<R>; 4] {
    let bob = |name, says, choose: fn(usize) -> Choice| {
        Listed::made_by(Seat::Bob, name, Argument::None, says, move |_, _, _| {
            plays(move |view| choose(steps(view)))
        })
    };
    let point = "points at step t, whatever it says";
    [
        Listed::made_by(Seat::Bob, "honest", Argument::None, says, move |_, _, _| {
            plays(move |view| honest(steps(view), objection(view)))
        }),
        Listed::made_by(
            Seat::Bob,
            "point",
            Argument::Number("t"),
            point,
            move |debate, given, _| {
                let at = existing(steps(View::at_hand(debate, Seat::Bob)), given)?;
                plays(move |_| Move::Point(at).into())
            },
        ),
        bob("random", "points at a step drawn at random", random),
        bob("lazy", "concedes, always", concede),
    ]
}

/// The Bob who never concedes.
pub(super) fn always_objecting<R: Protocol>(objection: Objection<R>) -> Listed<R> {
    let says = "never concedes: points at a wrong step, or else at the first step";
    Listed::made_by(Seat::Bob, "always-objects", Argument::None, says, move |_, _, _| {
        plays(move |view| always_objects(objection(view)))
    })
}

/// Points at the first step that is not as the machine ran; if there is none, at the last one: he
/// concedes.
pub(super) fn honest(steps: usize, objection: Option<Option<Move>>) -> Choice {
    match objection {
        Some(objection) => objection.map_or_else(|| concede(steps), Choice::from),
        None => Move::Run.into(),
    }
}

/// Points at a wrong step if there is one; otherwise at the first step, rather than concede.
pub(super) fn always_objects(objection: Option<Option<Move>>) -> Choice {
    match objection {
        Some(objection) => objection.unwrap_or(Move::Point(Step::new(1))).into(),
        None => Move::Run.into(),
    }
}

/// Points at the last step.
pub(super) fn concede(steps: usize) -> Choice {
    Move::Point(Step::at(steps - 1)).into()
}

/// Points at any step.
fn random(steps: usize) -> Choice {
    if steps <= 1000 {
        return Choice::uniform((0..steps).map(|at| Move::Point(Step::at(at))).collect());
    }
    Choice::Drawn(Box::new(move |rng| Move::Point(Step::at(rng.random_range(0..steps)))))
}

/// A step of a debate of so many steps.
///
/// # Errors
/// If there is none of this number.
pub(super) fn existing(steps: usize, given: Given) -> Result<Step, String> {
    let number = given.number();
    match u32::try_from(number) {
        Ok(step @ 1..) if step as usize <= steps => Ok(Step::new(step)),
        _ => Err(format!("there is no step {number}: they go from 1 to {steps}")),
    }
}
