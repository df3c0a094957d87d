//! Who can be seated in any cross-examination: the Bobs, and the list of all.

use rand::RngExt;

use super::{Examination, Examined, Seen};
use crate::machine::Step;
use crate::rules::{Move, Seat};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, Players, plays};

/// A machine with players of its own.
pub trait Played: Examined {
    /// What the honest Bob does, in a line.
    const HONEST_BOB: &'static str;

    /// The Alices, the honest one first.
    fn alices() -> Vec<Listed<Examination<Self>>>;

    /// Bobs of this machine alone.
    fn bobs() -> Vec<Listed<Examination<Self>>> {
        Vec::new()
    }

    /// The judges, the honest one first.
    fn judges() -> Vec<Listed<Examination<Self>>>;

    /// Where Alice's transcript leaves what this prover found by running the machine; none if it
    /// does not.
    fn objection(view: Seen<'_, Self>) -> Option<Move>;
}

impl<M: Played> Players for Examination<M> {
    fn roster() -> Vec<Listed<Self>> {
        let plain = |name, says, choose| Listed::plain(Seat::Bob, name, says, choose);
        let step = Argument::Number("t");
        let says = "points at step t, whatever it says";
        let bobs = vec![
            plain("honest", M::HONEST_BOB, honest),
            Listed::new(Seat::Bob, "point", step, says, |debate, given| {
                let at = existing(debate, given)?;
                plays(move |view| point(at, view))
            }),
            plain("random", "points at a step drawn at random", random),
            plain("lazy", "concedes, always", lazy),
        ];
        let objecting = plain(
            "always-objects",
            "never concedes: points at a wrong step, or else at the first step",
            always_objects,
        );
        let own = M::bobs().into_iter().chain([objecting]);
        M::alices().into_iter().chain(bobs).chain(own).chain(M::judges()).collect()
    }
}

/// Points at the first step that is not as the machine ran; if there is none, at the last one: he
/// concedes.
pub(crate) fn honest<M: Played>(view: Seen<'_, M>) -> Choice {
    match view.has_run() {
        true => M::objection(view).map_or_else(|| lazy(view), Choice::from),
        false => Move::Run.into(),
    }
}

/// A wrong step if there is one; otherwise the first step, rather than concede.
pub(crate) fn always_objects<M: Played>(view: Seen<'_, M>) -> Choice {
    match view.has_run() {
        true => M::objection(view).unwrap_or(Move::Point(Step::new(1))).into(),
        false => Move::Run.into(),
    }
}

/// One step, whatever it says.
pub(crate) fn point<M: Examined>(at: Step, _: Seen<'_, M>) -> Choice {
    Move::Point(at).into()
}

/// The last step, always: he concedes.
pub(crate) fn lazy<M: Examined>(view: Seen<'_, M>) -> Choice {
    Move::Point(Step::at(view.steps() - 1)).into()
}

/// Any step.
fn random<M: Examined>(view: Seen<'_, M>) -> Choice {
    let steps = view.steps();
    if steps <= 1000 {
        return Choice::uniform((0..steps).map(|at| Move::Point(Step::at(at))).collect());
    }
    Choice::Drawn(Box::new(move |rng| Move::Point(Step::at(rng.random_range(0..steps)))))
}

/// A step of this debate.
///
/// # Errors
/// If there is none of this number.
pub(super) fn existing<M: Examined>(debate: &Examination<M>, given: Given) -> Result<Step, String> {
    let (number, steps) = (given.number(), debate.setup().machine.length());
    match u32::try_from(number) {
        Ok(step @ 1..) if step as usize <= steps => Ok(Step::new(step)),
        _ => Err(format!("there is no step {number}: they go from 1 to {steps}")),
    }
}
