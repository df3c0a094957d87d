//! Alices: what they state.

use super::values::{Ahead, Players};
use super::{Alice, shifted};
use crate::chance::Probability;
use crate::protocol::stochastic::AskedFor;
use crate::protocol::stochastic::Seen;
use crate::rules::{Bit, Move};
use crate::strategy::Choice;

/// Who states every number exactly.
const EXACT: Players = Players { alice: Alice::Exact, ..Players::HONEST };

/// Plays as an Alice whom the solver knows, who reckons with this Bob.
pub fn play(players: Players, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        AskedFor::Number => state(players, sight),
        AskedFor::Bit { due } => Move::Bit(Bit(due)).into(),
        _ => Move::Fair.into(),
    }
}

/// Exact, but at a gate she states what is as far towards 1 as `by`.
pub fn shift_gates(by: f64, sight: Seen<'_>) -> Choice {
    match (sight.asked(), sight.gate()) {
        (AskedFor::Number, Some(gate)) => {
            Move::State(Probability::clamped(f64::from(gate) + by)).into()
        }
        _ => play(EXACT, sight),
    }
}

/// Exact, but where she sets the bits herself the last is 1, whatever the coin says.
pub fn own_bits(sight: Seen<'_>) -> Choice {
    match sight.asked() {
        AskedFor::Bit { .. } if sight.step() == sight.plan().output() => {
            Move::Bit(Bit(true)).into()
        }
        _ => play(EXACT, sight),
    }
}

/// States every number exactly, and chooses her share of the coin to make the bit that serves her
/// where Bob's share is `expected`.
pub fn rig(expected: f64, sight: Seen<'_>) -> Choice {
    let AskedFor::Share { stated, bob } = sight.asked() else { return play(EXACT, sight) };
    // Any share that brings the sum to the middle of the part that makes her bit.
    let lie = Players { alice: Alice::LateLie(sight.step()), ..Players::HONEST };
    let [if_zero, if_one] = ahead(lie, sight).truths;
    let aim = if if_one >= if_zero { stated.get() / 2.0 } else { (1.0 + stated.get()) / 2.0 };
    let share = (aim - bob.unwrap_or(expected)).rem_euclid(1.0);
    // A hair below 0 wraps to 1 itself, which is no share.
    Move::Share(Probability::clamped(if share < 1.0 { share } else { 0.0 })).into()
}

fn state(players: Players, sight: Seen<'_>) -> Choice {
    if let Some(gate) = sight.gate() {
        // Who never lies at a gate need not look ahead.
        let stated = match players.alice.may_lie_at_gates() {
            true => at_gate(players, gate, sight),
            false => gate,
        };
        return Move::State(Probability::certain(stated)).into();
    }
    if players.alice == Alice::Honest {
        return honest(sight);
    }
    // Where looking ahead is out of reach, the truth.
    let stated = number(players, sight).unwrap_or_else(|| sight.oracles_chance().get());
    Move::State(Probability::clamped(stated)).into()
}

/// Draws her votes, then states their mean.
fn honest(sight: Seen<'_>) -> Choice {
    match sight.own_votes().mean() {
        None => Move::Sample(sight.constants().alice).into(),
        Some(mean) => Move::State(Probability::clamped(mean)).into(),
    }
}

fn number(players: Players, sight: Seen<'_>) -> Option<f64> {
    let p = sight.oracles_chance();
    let by = |by: f64| Some(shifted(p, by));
    match players.alice {
        // These state the same wherever they are, on plans of any width.
        Alice::Honest | Alice::Exact => by(0.0),
        Alice::Shift(shift) => by(shift),
        Alice::Drift(drift) => by(drift / sight.plan().asks().count() as f64),
        Alice::Given(number) => Some(number),
        Alice::LateLie(at) if at != sight.step() => by(0.0),
        Alice::LateLie(_) | Alice::Optimal | Alice::BestResponse => {
            let insight = sight.insight();
            let ahead = ahead(players, sight);
            insight.solver(&sight.token()).ok()?.number(players, sight.step(), p, &ahead).ok()?
        }
    }
}

fn at_gate(players: Players, gate: bool, sight: Seen<'_>) -> bool {
    let insight = sight.insight();
    let ahead = ahead(players, sight);
    insight
        .solver(&sight.token())
        .map_or(gate, |s| s.gate_number(players, sight.step(), gate, &ahead))
}

/// What players see ahead here; nothing where that is out of reach.
pub(super) fn ahead(players: Players, sight: Seen<'_>) -> Ahead {
    let insight = sight.insight();
    let step = sight.step();
    let situation = insight
        .unrolled(&sight.token())
        .ok()
        .zip(sight.transcript())
        .and_then(|(unrolled, (bits, _))| unrolled.situation(bits, step.index()));
    situation
        .and_then(|here| insight.ahead(players, step, here, &sight.token()).ok())
        .unwrap_or_default()
}
