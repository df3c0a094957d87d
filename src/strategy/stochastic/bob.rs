//! Bobs: when they abort.

use super::alice::ahead;
use super::{Alice, Bob, Insight};
use crate::chance::Probability;
use crate::protocol::stochastic::{Asked, Samples, is_near};
use crate::protocol::{Sight, Stochastic};
use crate::rules::Move;
use crate::strategy::Choice;

type Seen<'a> = Sight<'a, Stochastic>;

/// Plays as one of the built-in Bobs.
pub fn play(bob: Bob, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        Asked::GoOn => go_on(bob, sight),
        _ => Move::Fair.into(),
    }
}

/// Honest, except that his share of the coin is always the same.
pub fn predictable(share: f64, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        Asked::GoOn => go_on(Bob::Honest, sight),
        _ if share < 1.0 => Move::Share(Probability::clamped(share)).into(),
        _ => Move::Share(Probability::ZERO).into(),
    }
}

fn go_on(bob: Bob, sight: Seen<'_>) -> Choice {
    match bob {
        Bob::Honest | Bob::Lazy(_) => checked(bob.samples(sight.constants()), sight),
        Bob::Never => Move::Continue.into(),
        Bob::AbortAt(step) => decided(step == sight.step()),
        Bob::WhenLosing(level) => {
            let truths = ahead(sight, |_| 0.0).truths;
            decided(truths[usize::from(bit(sight))] >= level)
        }
        Bob::Optimal => decided(trial_is_better(sight)),
    }
}

fn decided(aborts: bool) -> Choice {
    if aborts { Move::Abort.into() } else { Move::Continue.into() }
}

/// The bit that the coin made in this round.
fn bit(sight: Seen<'_>) -> bool {
    sight.transcript().is_some_and(|(transcript, _)| transcript.at(sight.step().index()))
}

/// Draws his votes, then aborts if their mean is too far off; at a gate, if it is wrong.
fn checked(samples: Option<Samples>, sight: Seen<'_>) -> Choice {
    let stated = sight.stated().unwrap_or_default();
    if let Some(gate) = sight.gate() {
        return decided(stated != Probability::certain(gate));
    }
    let Some(samples) = samples else { return Move::Continue.into() };
    let votes = sight.own_votes();
    if votes.all == 0 {
        return Move::Sample(samples.count).into();
    }
    decided(!is_near(votes.yes, votes.all, stated.get(), samples.tolerance))
}

/// Whether the judge accepts Alice's number with less probability than she wins with from here
/// on, were she honest from the next round.
fn trial_is_better(sight: Seen<'_>) -> bool {
    let stated = sight.stated().unwrap_or_default();
    if let Some(gate) = sight.gate() {
        return stated != Probability::certain(gate);
    }
    let insight = sight.insight(Insight::new);
    let accepted = insight.solver().and_then(|s| s.accepted(sight.true_chance(), stated.get()));
    let values = ahead(sight, |look| look.value(Alice::Honest, Bob::Optimal)).values;
    accepted.is_ok_and(|accepted| accepted < values[usize::from(bit(sight))])
}
