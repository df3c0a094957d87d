//! Bobs: the half that they dispute.

use super::alice::Seen;
use crate::rules::{Half, Move};
use crate::strategy::Choice;

/// Runs the machine from the start of the interval to its middle: if Alice names something else
/// there, the first half, else the second.
pub fn honest(sight: Seen<'_>) -> Choice {
    match (sight.own_middle(), sight.middle()) {
        (Some(own), Some(middle)) if own != middle => Move::Dispute(Half::First).into(),
        (Some(_), _) => Move::Dispute(Half::Second).into(),
        (None, _) => Move::Run.into(),
    }
}

/// The first half, always.
pub fn always_first(_: Seen<'_>) -> Choice {
    Move::Dispute(Half::First).into()
}

/// The second half, always.
pub fn always_second(_: Seen<'_>) -> Choice {
    Move::Dispute(Half::Second).into()
}

/// Either half.
pub fn random(_: Seen<'_>) -> Choice {
    Choice::uniform(vec![Move::Dispute(Half::First), Move::Dispute(Half::Second)])
}
