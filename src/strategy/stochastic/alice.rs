//! Alices: what they state.

use super::{Alice, Bob, Insight};
use crate::chance::Probability;
use crate::protocol::stochastic::Asked;
use crate::protocol::{Sight, Stochastic};
use crate::rules::Move;
use crate::strategy::Choice;

type Seen<'a> = Sight<'a, Stochastic>;

/// Plays as one of the built-in Alices.
pub fn play(alice: Alice, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        Asked::Number => state(alice, sight),
        _ => Move::Fair.into(),
    }
}

/// States every number exactly, and chooses her share of the coin to make the bit that serves her
/// where Bob's share is `expected`.
pub fn rig(expected: f64, sight: Seen<'_>) -> Choice {
    let (Asked::Share, Some(stated)) = (sight.asked(), sight.stated()) else {
        return play(Alice::Exact, sight);
    };
    // Any share that brings the sum to the middle of the part that makes her bit.
    let [if_zero, if_one] = ahead(sight, |_| 0.0).truths;
    let aim = if if_one >= if_zero { stated.get() / 2.0 } else { (1.0 + stated.get()) / 2.0 };
    let share = (aim - expected).rem_euclid(1.0);
    // A hair below 0 wraps to 1 itself, which is no share.
    Move::Share(Probability::clamped(if share < 1.0 { share } else { 0.0 })).into()
}

fn state(alice: Alice, sight: Seen<'_>) -> Choice {
    if let Some(gate) = sight.gate() {
        return Move::State(Probability::certain(gate_stated(alice, gate, sight))).into();
    }
    let p = sight.true_chance();
    let step = sight.step();
    let stated = match alice {
        Alice::Honest => return honest(sight),
        Alice::Exact => p.get(),
        Alice::Shift(by) => p.get() + by,
        Alice::Drift(by) => p.get() + by / sight.plan().asks().count() as f64,
        Alice::LateLie(at) if at == step => {
            let [zero, one] = ahead(sight, |_| 0.0).truths;
            f64::from(u8::from(one >= zero))
        }
        Alice::LateLie(_) => p.get(),
        Alice::Optimal => best(sight).unwrap_or_else(|| p.get()),
    };
    Move::State(Probability::clamped(stated)).into()
}

/// Draws her votes, then states their mean.
fn honest(sight: Seen<'_>) -> Choice {
    match sight.own_votes().mean() {
        None => Move::Sample(sight.constants().alice).into(),
        Some(mean) => Move::State(Probability::clamped(mean)).into(),
    }
}

fn gate_stated(alice: Alice, gate: bool, sight: Seen<'_>) -> bool {
    match alice {
        Alice::LateLie(at) if at == sight.step() => {
            let [zero, one] = ahead(sight, |_| 0.0).truths;
            one >= zero
        }
        // Honest Bob objects to every wrong gate, and then she has lost.
        _ => gate,
    }
}

/// What follows the two values that this round's step can take.
pub(super) struct Ahead {
    pub truths: [f64; 2],
    pub values: [f64; 2],
}

/// Looks one round ahead; `other` gives the values where the plan is narrow enough for them.
pub(super) fn ahead(sight: Seen<'_>, other: impl Fn(&Look<'_>) -> f64) -> Ahead {
    let insight = sight.insight(Insight::new);
    let nothing = Ahead { truths: [0.0; 2], values: [0.0; 2] };
    let (Some(unrolled), Some(truths), Some((transcript, _))) =
        (insight.unrolled(), insight.truths(), sight.transcript())
    else {
        return nothing;
    };
    let step = sight.step();
    let Some(here) = unrolled.situation(transcript, step.index()) else { return nothing };
    let look = |bit| {
        let situation = unrolled.next(step, here, bit)?;
        Some(Look { insight: &insight, played: step.index() + 1, situation })
    };
    let looks = [look(false), look(true)];
    let truth = |look: &Option<Look<'_>>| match look {
        Some(look) => truths.after(look.played, look.situation),
        None => 0.0,
    };
    Ahead {
        truths: [truth(&looks[0]), truth(&looks[1])],
        values: looks.map(|look| look.as_ref().map_or(0.0, &other)),
    }
}

/// A situation one round ahead.
pub(super) struct Look<'a> {
    pub insight: &'a Insight,
    pub played: usize,
    pub situation: u32,
}

impl Look<'_> {
    /// P[Alice wins] from there on; 0 where that is out of reach.
    pub fn value(&self, alice: Alice, bob: Bob) -> f64 {
        let table = self.insight.values(alice, bob);
        table.map_or(0.0, |table| table.after(self.played, self.situation))
    }
}

fn best(sight: Seen<'_>) -> Option<f64> {
    let insight = sight.insight(Insight::new);
    insight.values(Alice::Optimal, Bob::Honest).ok()?;
    let Ahead { truths, values } = ahead(sight, |look| look.value(Alice::Optimal, Bob::Honest));
    let solver = insight.solver().ok()?;
    solver.best_number(sight.step(), sight.true_chance(), Bob::Honest, values, truths).ok()
}
