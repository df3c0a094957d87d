//! Judges: how they rule on what they were shown.

use super::alice::Seen;
use crate::rules::{Move, Side, YesNo};
use crate::strategy::Choice;

/// Asks the oracle if the step on trial does, and rules by the machine's table.
pub fn honest(sight: Seen<'_>) -> Choice {
    if let Some(yes) = sight.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (sight.verdict(), sight.point()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(point)) => Move::Ask(point.step()).into(),
        (None, None) => Move::Rule(Side::Alice).into(),
    }
}

/// Rules by the machine's table; where the oracle would have to be asked, believes Alice.
pub fn trusting(sight: Seen<'_>) -> Choice {
    if sight.own_judgement().is_some() {
        return honest(sight);
    }
    Move::Rule(sight.verdict().unwrap_or(Side::Alice)).into()
}
