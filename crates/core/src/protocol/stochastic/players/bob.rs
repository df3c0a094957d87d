//! Bobs: when they abort.

use super::Bob;
use super::alice::ahead;
use super::values::{BobsAnswer, Players};
use crate::chance::Probability;
use crate::protocol::stochastic::Seen;
use crate::protocol::stochastic::{AskedFor, Samples, is_near};
use crate::rules::Move;
use crate::strategy::Choice;

/// Plays as a Bob whom the solver knows, who reckons with this Alice.
pub fn play(players: Players, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        AskedFor::GoOn { .. } => go_on(players, sight),
        _ => Move::Fair.into(),
    }
}

/// Honest, except that his share of the coin is always the same.
pub fn predictable(share: f64, sight: Seen<'_>) -> Choice {
    match sight.asked() {
        AskedFor::GoOn { .. } => go_on(Players::HONEST, sight),
        _ if share < 1.0 => Move::Share(Probability::clamped(share)).into(),
        _ => Move::Share(Probability::ZERO).into(),
    }
}

fn go_on(players: Players, sight: Seen<'_>) -> Choice {
    match players.bob {
        Bob::Honest | Bob::Lazy(_) => checked(players.bob.samples(sight.constants()), sight),
        Bob::Never => Move::Continue.into(),
        Bob::AbortAt(step) => decided(step == sight.step()),
        // Where looking ahead is out of reach, he goes on.
        Bob::WhenLosing(_) | Bob::Optimal | Bob::BestResponse => {
            decided(aborts(players, sight) == Some(true))
        }
    }
}

/// What a Bob who looks ahead does: what the solver takes him to do.
fn aborts(players: Players, sight: Seen<'_>) -> Option<bool> {
    let AskedFor::GoOn { stated, bit, .. } = sight.asked() else { return None };
    let solver = sight.insight().solver(&sight.token()).ok()?;
    let accepted = match sight.gate() {
        Some(gate) => {
            let tolerance = sight.constants().judge.tolerance;
            f64::from(sight.departures().gate_stands(stated, gate, tolerance))
        }
        None => solver.accepted(sight.judges_chance(), stated.get()).ok()?,
    };
    let answer: BobsAnswer = solver.answer(players.bob, sight.step(), &ahead(players, sight));
    Some(answer.aborts(accepted)?[usize::from(bit)])
}

fn decided(aborts: bool) -> Choice {
    if aborts { Move::Abort.into() } else { Move::Continue.into() }
}

/// Draws his votes, then aborts if their mean is too far off; at a gate, if it is wrong; and where
/// Alice did not follow the coin.
fn checked(samples: Option<Samples>, sight: Seen<'_>) -> Choice {
    let AskedFor::GoOn { stated, due, bit } = sight.asked() else { return Move::Continue.into() };
    if bit != due {
        return Move::Abort.into();
    }
    if let Some(gate) = sight.gate() {
        let tolerance = sight.constants().bob.tolerance;
        return decided(!sight.departures().gate_stands(stated, gate, tolerance));
    }
    let Some(samples) = samples else { return Move::Continue.into() };
    let votes = sight.own_votes();
    if votes.all == 0 {
        return Move::Sample(samples.count).into();
    }
    decided(!is_near(votes.yes, votes.all, stated.get(), samples.tolerance))
}
