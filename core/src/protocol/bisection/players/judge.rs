//! Judges: how they rule on the last step.

use super::alice::Seen;
use crate::machine::Step;
use crate::rules::{Move, Side, YesNo};
use crate::strategy::Choice;

/// Asks the oracle if the last step does, and rules by the machine's table.
pub fn honest(sight: Seen<'_>) -> Choice {
    if let Some(yes) = sight.own_judgement() {
        return Move::Answer(YesNo(yes)).into();
    }
    match (sight.verdict(), sight.span()) {
        (Some(side), _) => Move::Rule(side).into(),
        (None, Some(span)) => Move::Ask(Step::new(span.to)).into(),
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
