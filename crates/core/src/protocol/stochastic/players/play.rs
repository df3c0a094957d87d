//! The moves of Alice, Bob and the judge when the rules ask them.

use super::values::{BobsAnswer, ContinuationValues, StatingRule, StrategyProfile, better_bit};
use super::{AliceStrategy, BobStrategy};
use crate::chance::Probability;
use crate::protocol::stochastic::{SeatRequest, Seen, is_near};
use crate::rules::{Bit, Move, Verb};
use crate::strategy::Choice;

/// Plays for the seat that the rules ask. The solver knows both players.
pub fn play(players: StrategyProfile, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        SeatRequest::Number => state(players, sight),
        SeatRequest::Bit { due } => Move::Bit(Bit(due)).into(),
        SeatRequest::GoOn { stated, due, bit } => go_on(players, sight, (stated, due, bit)),
        _ => Move::Fair.into(),
    }
}

fn state(players: StrategyProfile, sight: Seen<'_>) -> Choice {
    let (constants, step) = (sight.constants(), sight.step());
    let players = match players.alice {
        // At other steps a late liar plays exactly. `Exact` needs no table.
        AliceStrategy::LateLie(at) if at != step => AliceStrategy::Exact.into(),
        _ => players,
    };
    if let Some(gate) = sight.gate() {
        let stated = match players.alice.may_lie_at_gates() {
            true => players.gate_number(constants, step, gate, &continuation(players, sight)),
            false => gate,
        };
        return Move::State(Probability::certain(stated)).into();
    }
    let p = sight.oracles_chance();
    let asks = || sight.plan().asks().count();
    let stating = players.stating(constants, asks, step, p, &continuation(players, sight));
    let stated = match (stating, sight.own_votes().mean()) {
        (StatingRule::Mean(votes), None) => return Move::Sample(votes).into(),
        (StatingRule::Mean(_), Some(mean)) => mean,
        (StatingRule::Exactly(stated), _) => stated,
        // If looking ahead is too expensive, Alice states the truth.
        (best, _) => sight
            .insight()
            .solver(&sight.token())
            .and_then(|solver| solver.best_number(step, p, best))
            .unwrap_or_else(|_| p.get()),
    };
    Move::State(Probability::clamped(stated)).into()
}

fn go_on(
    players: StrategyProfile,
    sight: Seen<'_>,
    (stated, due, bit): (Probability, bool, bool),
) -> Choice {
    let constants = sight.constants();
    if !matches!(players.bob, BobStrategy::Honest | BobStrategy::Lazy(_)) {
        let answer = players.answer(constants, sight.step(), &continuation(players, sight));
        // Only some answers depend on the judge's acceptance, which is slow to compute.
        let accepted = match answer {
            BobsAnswer::Below(_) => sight.acceptance(stated),
            _ => Some(0.0),
        };
        let aborts = accepted.and_then(|accepted| answer.aborts(accepted));
        return decided(aborts.is_some_and(|aborts| aborts[usize::from(bit)]));
    }
    if bit != due {
        return Move::Abort.into();
    }
    if let Some(gate) = sight.gate() {
        return decided(!sight.departures().gate_stands(stated, gate, constants.bob.tolerance));
    }
    let (samples, votes) = (players.bob.samples(constants), sight.own_votes());
    match samples {
        None => Move::Continue.into(),
        Some(samples) if votes.all == 0 => Move::Sample(samples.count).into(),
        Some(samples) => decided(!is_near(votes.yes, votes.all, stated.get(), samples.tolerance)),
    }
}

fn decided(aborts: bool) -> Choice {
    if aborts { Move::Abort.into() } else { Move::Continue.into() }
}

/// The values that the players use in this round. They are zeros if computing them is too
/// expensive.
fn continuation(players: StrategyProfile, sight: Seen<'_>) -> ContinuationValues {
    let found = || {
        let (bits, _) = sight.transcript()?;
        let (insight, step, token) = (sight.insight(), sight.step(), sight.token());
        let here = insight.unrolled(&token).ok()?.situation(bits, step.index())?;
        insight.continuation(players, step, here, &token).ok()
    };
    if players.look_ahead() { found().unwrap_or_default() } else { ContinuationValues::default() }
}

/// States the exact numbers, except at gates. There, she adds `by` to the number.
pub fn shift_gates(by: f64, sight: Seen<'_>) -> Choice {
    match (sight.asked(), sight.gate()) {
        (SeatRequest::Number, Some(gate)) => {
            Move::State(Probability::clamped(f64::from(gate) + by)).into()
        }
        _ => play(AliceStrategy::Exact.into(), sight),
    }
}

/// Plays exactly. If she sets the bits herself, she sets the last one to 1.
pub fn own_bits(sight: Seen<'_>) -> Choice {
    match sight.asked() {
        SeatRequest::Bit { .. } if sight.step() == sight.plan().output() => {
            Move::Bit(Bit(true)).into()
        }
        _ => play(AliceStrategy::Exact.into(), sight),
    }
}

/// Plays exactly, but chooses her share of the coin so that she gets the bit that is better for her
/// if Bob's share is `expected`.
pub fn rig(expected: f64, sight: Seen<'_>) -> Choice {
    let SeatRequest::Share { stated, bob } = sight.asked() else {
        return play(AliceStrategy::Exact.into(), sight);
    };
    // To find the better bit, a late liar compares the true probability of the output after each
    // bit. `aim` is the middle of the range of coins that give her bit.
    let bit = better_bit(&continuation(AliceStrategy::LateLie(sight.step()).into(), sight));
    let aim = if bit { stated.get() / 2.0 } else { (1.0 + stated.get()) / 2.0 };
    let share = (aim - bob.unwrap_or(expected)).rem_euclid(1.0);
    // Rounding can give 1, which is not a share.
    Move::Share(Probability::clamped(if share < 1.0 { share } else { 0.0 })).into()
}

/// Plays honestly, but Bob's share of the coin is always `share`.
pub fn predictable(share: f64, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        SeatRequest::Share { .. } => Move::Share(Probability::clamped(share)).into(),
        _ => play(StrategyProfile::HONEST, sight),
    }
}

/// Draws all votes, or only `fewer`, and rules by their mean. At a gate, rules by the bits that the
/// judge read.
pub fn judge(fewer: Option<u64>, sight: Seen<'_>) -> Choice {
    let wanted = fewer.unwrap_or(sight.constants().judge.count);
    let left = wanted.saturating_sub(sight.votes().all);
    let may_draw = left > 0 && sight.menu().offer(Verb::Sample).is_some();
    match sight.asked() {
        SeatRequest::Verdict { verdict, .. } if !may_draw => Move::Rule(verdict).into(),
        _ => Move::Sample(left).into(),
    }
}
