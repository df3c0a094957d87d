//! Alices: what they write, and what they answer where no copy of them holds them to it.

use rand::Rng;
use rand::seq::index;

use crate::machine::{Bits, Plan, Step};
use crate::protocol::CrossExamination;
use crate::rules::View;
use crate::rules::{Bit, Cell, Move};
use crate::strategy::Choice;

type Seen<'a> = View<'a, CrossExamination>;

/// The true transcript but for the last bit, which is the claim.
pub fn honest(sight: Seen<'_>) -> Choice {
    written(sight, |_, run| run.clone())
}

/// Writes as the honest Alice does. Where nothing holds her to it, she answers each read so that
/// the step on trial follows from the steps it reads.
pub fn adaptive(sight: Seen<'_>) -> Choice {
    match sight.asked_afresh() {
        Some(cell) => Move::Bit(Bit(afresh(sight, cell))).into(),
        None => honest(sight),
    }
}

/// The transcript that follows from one lie: later steps are computed from it.
pub fn lie_at(lie: Step, sight: Seen<'_>) -> Choice {
    written(sight, |plan, run| {
        let mut lies = run.clone().with(lie.index(), !run.at(lie.index()));
        for step in plan.steps().skip(lie.number() as usize) {
            let follows = plan.chance_in(step, &lies).get() > 0.5;
            lies.set(step.index(), follows);
        }
        lies
    })
}

/// The true transcript with one step flipped.
pub fn flip(lie: Step, sight: Seen<'_>) -> Choice {
    written(sight, |_, run| run.clone().with(lie.index(), !run.at(lie.index())))
}

/// The true transcript with some steps flipped, drawn at random without repetition.
pub fn random_lies(lies: usize, sight: Seen<'_>) -> Choice {
    let Some(run) = sight.own_run().filter(|_| sight.asked_afresh().is_none()) else {
        return honest(sight);
    };
    let (run, claim) = (run.clone(), sight.setup().claim);
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
fn written(sight: Seen<'_>, lie: impl FnOnce(&Plan, &Bits) -> Bits) -> Choice {
    if let Some(cell) = sight.asked_afresh() {
        return Move::Bit(Bit(as_written(sight, cell))).into();
    }
    let Some(run) = sight.own_run() else { return Move::Run.into() };
    let last = run.len() - 1;
    Move::Write(lie(sight.plan(), run).with(last, sight.setup().claim)).into()
}

fn as_written(sight: Seen<'_>, cell: Cell) -> bool {
    match (cell, sight.transcript()) {
        (Cell::Step(step), Some(written)) => written.at(step.index()),
        _ => false,
    }
}

/// What an Alice who is held to nothing answers: the step on trial is made to follow from the
/// steps it reads, staying with what she wrote wherever that can be.
fn afresh(sight: Seen<'_>, cell: Cell) -> bool {
    let written = |step: Step| as_written(sight, Cell::Step(step));
    let (Cell::Step(asked), Some(trial)) = (cell, sight.pointed()) else { return false };
    let plan = sight.plan();
    let said = |step: Step| sight.public(Cell::Step(step));
    // The step's own bit: what it is known to be, what she is about to say, or what she wrote.
    let own = said(trial).unwrap_or_else(|| written(trial));
    let mut free: Vec<Step> = Vec::new();
    for source in plan.relevant(trial) {
        if let Cell::Step(step) = Cell::from(*source)
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
            crate::machine::Origin::Input(input) => plan.inputs().at(input.index()),
            crate::machine::Origin::Step(step) => match free.iter().position(|&f| f == step) {
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
    if free <= crate::machine::plan::MOST_CONDITIONS {
        for pattern in 1u32..1 << free {
            let flips: Vec<bool> = (0..free).map(|at| pattern >> at & 1 == 1).collect();
            if fits(&flips) {
                return flips;
            }
        }
    }
    vec![false; free]
}
