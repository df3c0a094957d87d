//! Players of a plan's cross-examination: several Alices, a Bob and the judges.

use rand::Rng;
use rand::seq::index;

use super::{CrossExamination, Seen};
use crate::machine::plan::MOST_CONDITIONS;
use crate::machine::{Bits, Plan, Step};
use crate::protocol::cross_examination::players::{self as bobs, existing};
use crate::protocol::witness;
use crate::rules::{Bit, BitRef, Move, Seat};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::judges;
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry, plays};

impl StrategyRegistry for CrossExamination {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let listed = StrategyEntry::new;
        let step = StrategyParameter::Number("t");
        let mut roster = vec![
            StrategyEntry::plain(
                Seat::Alice,
                "honest",
                "writes the true transcript, but its last bit is always her claim",
                honest,
            ),
            listed(
                Seat::Alice,
                "lie-at",
                step,
                "lies at step t and computes the later steps from the lie",
                |debate, given| {
                    let at = existing(debate.plan().len(), given)?;
                    plays(move |view| lie_at(at, view))
                },
            ),
            listed(Seat::Alice, "flip", step, "flips only step t", |debate, given| {
                let at = existing(debate.plan().len(), given)?;
                plays(move |view| flip(at, view))
            }),
            listed(
                Seat::Alice,
                "random-lies",
                StrategyParameter::NumberOr("n", 1),
                "flips n random steps",
                |debate, given| {
                    let lies = up_to(debate.plan(), given)?;
                    plays(move |view| random_lies(lies, view))
                },
            ),
            StrategyEntry::adaptive(adaptive, |debate| debate.setup().copies),
        ];
        let says = "runs the plan, points at the first wrong step, and concedes if there is none";
        roster.extend(bobs::listed(says, |view: Seen<'_>| view.steps(), objection));
        let says = "points at a right step, if there is one";
        roster.push(StrategyEntry::plain(Seat::Bob, "wrong", says, wrong));
        roster.push(bobs::always_objecting(objection));
        let says =
            "reads the step and its sources, asks the oracle if necessary, and rules accordingly";
        roster.extend(judges::reading(says));
        roster
    }

    fn players(&self) -> Vec<StrategyEntry<Self>> {
        witness::players(self, |debate| debate.opening.as_ref())
    }
}

/// The first difference between Alice's transcript and the true one. All steps before it are right, so this step is
/// wrong. `None` if this prover has not run the plan. `Some(None)` if there is no difference.
fn objection(view: Seen<'_>) -> Option<Option<Move>> {
    let run = view.own_run()?;
    let differs = view.transcript().and_then(|written| written.first_difference(run));
    Some(differs.map(|at| Move::Point(Step::at(at))))
}

pub(crate) fn honest_bob(view: Seen<'_>) -> Choice {
    bobs::honest(view.steps(), objection(view))
}

/// The choice of a Bob who always points at one step.
pub(crate) fn point(at: Step, _: Seen<'_>) -> Choice {
    Move::Point(at).into()
}

pub(crate) fn lazy(view: Seen<'_>) -> Choice {
    bobs::concede(view.steps())
}

/// The choice of a Bob who never concedes.
pub(crate) fn always_objects(view: Seen<'_>) -> Choice {
    bobs::always_objects(objection(view))
}

fn up_to(plan: &Plan, given: ParameterValue) -> Result<usize, String> {
    match usize::try_from(given.number()) {
        Ok(n) if n <= plan.len() => Ok(n),
        _ => Err(format!("the plan has only {} steps, so write a smaller number", plan.len())),
    }
}

/// Points at a right step, or at the first step if all are wrong.
fn wrong(view: Seen<'_>) -> Choice {
    let (Some(_), Some(written)) = (view.own_run(), view.transcript()) else {
        return Move::Run.into();
    };
    let right = view.plan().steps().find(|&step| view.plan().is_right_at(step, written));
    Move::Point(right.unwrap_or(Step::new(1))).into()
}

/// Writes the true transcript, with the claim as its last bit.
pub(crate) fn honest(view: Seen<'_>) -> Choice {
    written(view, |_, run| run.clone())
}

/// Alice writes the true transcript. If there are no copies, she answers the reads so that the disputed step follows
/// from its sources.
fn adaptive(view: Seen<'_>) -> Choice {
    match view.asked_afresh() {
        Some(cell) => Move::Bit(Bit(unconstrained_answer(view, cell))).into(),
        None => honest(view),
    }
}

/// Writes the transcript that follows from one lie. The later steps are computed from it.
pub(crate) fn lie_at(lie: Step, view: Seen<'_>) -> Choice {
    written(view, |plan, run| {
        let mut lies = run.clone().with_bit(lie.index(), !run.at(lie.index()));
        for step in plan.steps().skip(lie.number() as usize) {
            let follows = plan.chance_in(step, &lies).get() > 0.5;
            lies.set(step.index(), follows);
        }
        lies
    })
}

/// Writes the true transcript with one step flipped.
pub(crate) fn flip(lie: Step, view: Seen<'_>) -> Choice {
    written(view, |_, run| run.clone().with_bit(lie.index(), !run.at(lie.index())))
}

/// Writes the true transcript with `lies` random steps flipped.
fn random_lies(lies: usize, view: Seen<'_>) -> Choice {
    let Some(run) = view.own_run().filter(|_| view.asked_afresh().is_none()) else {
        return honest(view);
    };
    let (run, claim) = (run.clone(), view.claim());
    Choice::Drawn(Box::new(move |rng: &mut dyn Rng| {
        let mut lied = run;
        for at in index::sample(&mut &mut *rng, lied.len(), lies) {
            let bit = lied.at(at);
            lied.set(at, !bit);
        }
        let last = lied.len() - 1;
        lied.set(last, claim);
        Move::Write(lied)
    }))
}

/// Runs the plan, and then writes the result of `lie`, with the claim as its last bit. If Alice
/// must answer a read, she repeats her transcript.
fn written(view: Seen<'_>, lie: impl FnOnce(&Plan, &Bits) -> Bits) -> Choice {
    if let Some(cell) = view.asked_afresh() {
        return Move::Bit(Bit(as_written(view, cell))).into();
    }
    let Some(run) = view.own_run() else { return Move::Run.into() };
    let last = run.len() - 1;
    Move::Write(lie(view.plan(), run).with_bit(last, view.claim())).into()
}

fn as_written(view: Seen<'_>, cell: BitRef) -> bool {
    match (cell, view.transcript()) {
        (BitRef::Step(step), Some(written)) => written.at(step.index()),
        _ => false,
    }
}

/// Alice's answer to a read, in a debate without copies. Her answer makes the disputed step follow
/// from its sources, and repeats her transcript wherever possible.
fn unconstrained_answer(view: Seen<'_>, cell: BitRef) -> bool {
    let written = |step: Step| as_written(view, BitRef::Step(step));
    let (BitRef::Step(asked), Some(trial)) = (cell, view.on_trial()) else { return false };
    let plan = view.plan();
    let said = |step: Step| view.known(BitRef::Step(step));
    // The bit of the step itself. It is the known bit, or the bit that she wrote and will repeat.
    let own = said(trial).unwrap_or_else(|| written(trial));
    let mut free: Vec<Step> = Vec::new();
    for source in plan.relevant(trial) {
        if let BitRef::Step(step) = source.get()
            && said(step).is_none()
            && !free.contains(&step)
        {
            free.push(step);
        }
    }
    if asked == trial {
        return own;
    }
    let value = |flipped: &[bool]| {
        let values = plan.relevant(trial).iter().map(|&source| match source.get() {
            BitRef::Input(input) => plan.inputs().at(input.index()),
            BitRef::Step(step) => match free.iter().position(|&f| f == step) {
                Some(at) => written(step) ^ flipped[at],
                None => said(step).unwrap_or_else(|| written(step)),
            },
        });
        plan.chance(trial, values).get() > 0.5
    };
    let flips = consistent_flips(free.len(), &|step| written(free[step]), &|f| value(f) == own);
    match free.iter().position(|&step| step == asked) {
        Some(at) => written(asked) ^ flips.get(at).copied().unwrap_or(false),
        None => written(asked),
    }
}

/// Returns which cells to flip so that `fits` holds. Flips as few as possible, or none if no flips help.
fn consistent_flips(
    free: usize,
    written: &dyn Fn(usize) -> bool,
    fits: &dyn Fn(&[bool]) -> bool,
) -> Vec<bool> {
    let mut flips = vec![false; free];
    if fits(&flips) {
        return flips;
    }
    // A gate depends only on the number of ones. So it is enough to flip only zeros, or only ones, one after another:
    // this gives every possible number.
    for raise in [true, false] {
        flips.fill(false);
        for at in (0..free).filter(|&at| written(at) != raise) {
            flips[at] = true;
            if fits(&flips) {
                return flips;
            }
        }
    }
    // A question may depend on its few conditions in any way, so all cases are tried.
    if free <= MOST_CONDITIONS {
        for pattern in 1u32..1 << free {
            let flips: Vec<bool> = (0..free).map(|at| pattern >> at & 1 == 1).collect();
            if fits(&flips) {
                return flips;
            }
        }
    }
    vec![false; free]
}
