//! Judges: what they read, and how they rule.

use crate::protocol::CircuitWalk;
use crate::rules::View;
use crate::rules::{Move, Side};
use crate::strategy::Choice;

type Seen<'a> = View<'a, CircuitWalk>;

/// Follows the path pointer by pointer and reads the input at its end.
pub fn honest(sight: Seen<'_>) -> Choice {
    match sight.needed() {
        Some(cell) => Move::Read(cell).into(),
        None => settle(sight),
    }
}

/// The same with at most `budget` reads.
pub fn budget(budget: u64, sight: Seen<'_>) -> Choice {
    match sight.needed() {
        Some(cell) if read(sight) < budget => Move::Read(cell).into(),
        _ => settle(sight),
    }
}

/// The same, and at the end `extra` reads that decide nothing.
pub fn wasteful(extra: u64, sight: Seen<'_>) -> Choice {
    if sight.needed().is_none() && sight.must_rule() {
        // What decides is the path and one input.
        let needed = sight.pointer() as u64 + 1;
        if let Some(cell) =
            sight.unread().next().filter(|_| read(sight) < needed.saturating_add(extra))
        {
            return Move::Read(cell).into();
        }
    }
    honest(sight)
}

fn read(sight: Seen<'_>) -> u64 {
    sight.readings().list().len() as u64
}

fn settle(sight: Seen<'_>) -> Choice {
    if sight.must_rule() {
        Move::Rule(sight.verdict().unwrap_or(Side::Alice)).into()
    } else {
        Move::Continue.into()
    }
}
