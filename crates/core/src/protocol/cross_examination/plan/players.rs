//! Players of a plan's cross-examination: the Alices, a Bob, and what the judges are.

use rand::Rng;
use rand::seq::index;

use super::{CrossExamination, Seen};
use crate::machine::plan::MOST_CONDITIONS;
use crate::machine::{Bits, Plan, Step};
use crate::protocol::cross_examination::players::{self as bobs, existing};
use crate::protocol::witness;
use crate::rules::{Bit, Cell, Move, Seat};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::judges;
use crate::strategy::{Choice, Listed, Players, plays};

impl Players for CrossExamination {
    fn roster() -> Vec<Listed<Self>> {
        let listed = Listed::new;
        let step = Argument::Number("t");
        let mut roster = vec![
            Listed::plain(
                Seat::Alice,
                "honest",
                "writes the true transcript, except that its last bit is her claim",
                honest,
            ),
            listed(
                Seat::Alice,
                "lie-at",
                step,
                "lies at step t and stays consistent with the lie after it",
                |debate, given| {
                    let at = existing(debate.plan().len(), given)?;
                    plays(move |view| lie_at(at, view))
                },
            ),
            listed(Seat::Alice, "flip", step, "flips step t and nothing else", |debate, given| {
                let at = existing(debate.plan().len(), given)?;
                plays(move |view| flip(at, view))
            }),
            listed(
                Seat::Alice,
                "random-lies",
                Argument::NumberOr("n", 1),
                "flips n steps drawn at random",
                |debate, given| {
                    let lies = up_to(debate.plan(), given)?;
                    plays(move |view| random_lies(lies, view))
                },
            ),
            Listed::adaptive(adaptive, |debate| debate.setup().copies),
        ];
        let says = "runs the plan, points at the first wrong step, and concedes if there is none";
        roster.extend(bobs::listed(says, |view: Seen<'_>| view.steps(), objection));
        let says = "points at a step that is right, if there is one";
        roster.push(Listed::plain(Seat::Bob, "wrong", says, wrong));
        roster.push(bobs::always_objecting(objection));
        let says = "reads the step and what it reads, asks if it must, and rules by that";
        roster.extend(judges::reading(says));
        roster
    }

    fn players(&self) -> Vec<Listed<Self>> {
        witness::players(self, |debate| debate.opening.as_ref())
    }
}

/// Where Alice's transcript leaves the true one: everything before is right, so that step is
/// wrong. None if this prover has not run the plan.
fn objection(view: Seen<'_>) -> Option<Option<Move>> {
    let run = view.own_run()?;
    let differs = view.transcript().and_then(|written| written.first_difference(run));
    Some(differs.map(|at| Move::Point(Step::at(at))))
}

/// An honest Bob.
pub(crate) fn honest_bob(view: Seen<'_>) -> Choice {
    bobs::honest(view.steps(), objection(view))
}

/// A Bob who points at one step, whatever it says.
pub(crate) fn point(at: Step, _: Seen<'_>) -> Choice {
    Move::Point(at).into()
}

/// A Bob who concedes.
pub(crate) fn lazy(view: Seen<'_>) -> Choice {
    bobs::concede(view.steps())
}

/// A Bob who never concedes.
pub(crate) fn always_objects(view: Seen<'_>) -> Choice {
    bobs::always_objects(objection(view))
}

fn up_to(plan: &Plan, given: Given) -> Result<usize, String> {
    match usize::try_from(given.number()) {
        Ok(n) if n <= plan.len() => Ok(n),
        _ => Err(format!("the plan has {} steps to lie about", plan.len())),
    }
}

/// Points at a step that is right. If every step is wrong, at the first.
fn wrong(view: Seen<'_>) -> Choice {
    let (Some(_), Some(written)) = (view.own_run(), view.transcript()) else {
        return Move::Run.into();
    };
    let right = view.plan().steps().find(|&step| view.plan().is_right_at(step, written));
    Move::Point(right.unwrap_or(Step::new(1))).into()
}

/// The true transcript but for the last bit, which is the claim.
pub(crate) fn honest(view: Seen<'_>) -> Choice {
    written(view, |_, run| run.clone())
}

/// Writes as the honest Alice does. Where nothing holds her to it, she answers each read so that
/// the step on trial follows from the steps it reads.
fn adaptive(view: Seen<'_>) -> Choice {
    match view.asked_afresh() {
        Some(cell) => Move::Bit(Bit(afresh(view, cell))).into(),
        None => honest(view),
    }
}

/// The transcript that follows from one lie: later steps are computed from it.
pub(crate) fn lie_at(lie: Step, view: Seen<'_>) -> Choice {
    written(view, |plan, run| {
        let mut lies = run.clone().with(lie.index(), !run.at(lie.index()));
        for step in plan.steps().skip(lie.number() as usize) {
            let follows = plan.chance_in(step, &lies).get() > 0.5;
            lies.set(step.index(), follows);
        }
        lies
    })
}

/// The true transcript with one step flipped.
pub(crate) fn flip(lie: Step, view: Seen<'_>) -> Choice {
    written(view, |_, run| run.clone().with(lie.index(), !run.at(lie.index())))
}

/// The true transcript with some steps flipped, drawn at random without repetition.
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

/// Runs the plan first; then writes what `lie` makes of the run, ending in the claim. Asked afresh,
/// stays with what she wrote.
fn written(view: Seen<'_>, lie: impl FnOnce(&Plan, &Bits) -> Bits) -> Choice {
    if let Some(cell) = view.asked_afresh() {
        return Move::Bit(Bit(as_written(view, cell))).into();
    }
    let Some(run) = view.own_run() else { return Move::Run.into() };
    let last = run.len() - 1;
    Move::Write(lie(view.plan(), run).with(last, view.claim())).into()
}

fn as_written(view: Seen<'_>, cell: Cell) -> bool {
    match (cell, view.transcript()) {
        (Cell::Step(step), Some(written)) => written.at(step.index()),
        _ => false,
    }
}

/// What an Alice who is held to nothing answers: the step on trial is made to follow from the
/// steps it reads, staying with what she wrote wherever that can be.
fn afresh(view: Seen<'_>, cell: Cell) -> bool {
    let written = |step: Step| as_written(view, Cell::Step(step));
    let (Cell::Step(asked), Some(trial)) = (cell, view.on_trial()) else { return false };
    let plan = view.plan();
    let said = |step: Step| view.known(Cell::Step(step));
    // The step's own bit: what it is known to be, what she is about to say, or what she wrote.
    let own = said(trial).unwrap_or_else(|| written(trial));
    let mut free: Vec<Step> = Vec::new();
    for source in plan.relevant(trial) {
        if let Cell::Step(step) = source.get()
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
            Cell::Input(input) => plan.inputs().at(input.index()),
            Cell::Step(step) => match free.iter().position(|&f| f == step) {
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

/// The cells to flip so that `fits` holds, few if possible; none if nothing helps.
fn consistent_flips(
    free: usize,
    written: &dyn Fn(usize) -> bool,
    fits: &dyn Fn(&[bool]) -> bool,
) -> Vec<bool> {
    let mut flips = vec![false; free];
    if fits(&flips) {
        return flips;
    }
    // Gates only count ones: raising zeros one by one, or lowering ones, reaches every count.
    for raise in [true, false] {
        flips.fill(false);
        for at in (0..free).filter(|&at| written(at) != raise) {
            flips[at] = true;
            if fits(&flips) {
                return flips;
            }
        }
    }
    // Asks may depend on their few conditions in any way.
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
