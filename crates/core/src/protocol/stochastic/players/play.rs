//! The moves of Alice, Bob and the judge when the rules ask them.

use super::values::{
    BobsAnswer, ContinuationValues, StatingRule, StrategyProfile, VariantChoice, better_bit,
};
use super::{AliceStrategy, BobStrategy};
use crate::chance::Probability;
use crate::machine::plan::UnrolledStep;
use crate::protocol::stochastic::{SeatRequest, Seen, is_near};
use crate::rules::{Bit, Move, Seat, Verb};
use crate::strategy::Choice;

/// Plays for the seat that the rules ask. The solver knows both players.
pub fn play(players: StrategyProfile, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        SeatRequest::Number => state(players, sight),
        SeatRequest::Bit { due } => {
            let chosen = variant_choice(players, sight);
            let bit = chosen.map_or(due, |chosen| chosen.set[usize::from(due)]);
            Move::Bit(Bit(bit)).into()
        }
        SeatRequest::Share { stated, bob } if sight.seat() == Some(Seat::Alice) => {
            share(players, sight, stated, bob)
        }
        SeatRequest::GoOn { stated, due, bit } => go_on(players, sight, (stated, due, bit)),
        _ => Move::Fair.into(),
    }
}

fn state(players: StrategyProfile, sight: Seen<'_>) -> Choice {
    let (constants, step) = (sight.constants(), sight.step());
    let players = match players.alice {
        // At other steps a late liar plays exactly. `Exact` needs no table.
        AliceStrategy::LateLie(at) if at != step => AliceStrategy::Exact.into(),
        AliceStrategy::Rig(_) => AliceStrategy::Exact.into(),
        _ => players,
    };
    if let Some(chosen) = variant_choice(players, sight) {
        return Move::State(Probability::clamped(chosen.stated)).into();
    }
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

/// What Alice chooses in this round, if she does more than Fig. 2 allows.
fn variant_choice(players: StrategyProfile, sight: Seen<'_>) -> Option<VariantChoice> {
    let (variant, step, gate) = (sight.departures(), sight.step(), sight.gate());
    if !variant.any() && !matches!(players.alice, AliceStrategy::ShiftGates(_)) {
        return None;
    }
    let ahead = continuation(players, sight);
    let p = sight.oracles_chance();
    let exact = gate.map_or(p.get(), f64::from);
    let place = (gate.is_some(), step == sight.plan().output());
    if let Some(choice) = players.alice.scripted_choice(variant, place, exact, &ahead) {
        return Some(choice);
    }
    let spot = gate.map_or(UnrolledStep::Ask { p, row: 0 }, UnrolledStep::Gate);
    let solver = sight.insight().solver(&sight.token()).ok()?;
    solver.best_variant_choice(players, step, spot, &ahead).ok()?
}

/// A share of the coin. It is fair, unless Alice wants a bit and sees Bob's share or expects to know it.
fn share(
    players: StrategyProfile,
    sight: Seen<'_>,
    stated: Probability,
    bob: Option<f64>,
) -> Choice {
    let wanted = match players.alice {
        // Without a variant she can only hope that Bob's share is the expected one.
        AliceStrategy::Rig(_) => Some(better_bit(&continuation(players, sight))),
        _ => variant_choice(players, sight).and_then(|chosen| chosen.coin),
    };
    let expected = match players.alice {
        AliceStrategy::Rig(expected) => Some(expected),
        _ => None,
    };
    let (Some(bit), Some(other)) = (wanted, bob.or(expected)) else { return Move::Fair.into() };
    // The middle of the range of coins that give her bit.
    let aim = if bit { stated.get() / 2.0 } else { (1.0 + stated.get()) / 2.0 };
    let share = (aim - other).rem_euclid(1.0);
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
