//! Judges: how many votes they draw, and how they rule.

use crate::protocol::Stochastic;
use crate::protocol::stochastic::AskedFor;
use crate::rules::View;
use crate::rules::{Move, Verb};
use crate::strategy::Choice;

/// Draws what it should, or `fewer`, and rules by the mean; at a gate, by what it read.
pub fn honest(fewer: Option<u64>, sight: View<'_, Stochastic>) -> Choice {
    let wanted = fewer.unwrap_or(sight.constants().judge.count);
    let left = wanted.saturating_sub(sight.votes().all);
    let may_draw = left > 0 && sight.menu().offer(Verb::Sample).is_some();
    match sight.asked() {
        AskedFor::Verdict { verdict, .. } if !may_draw => Move::Rule(verdict).into(),
        _ => Move::Sample(left).into(),
    }
}
