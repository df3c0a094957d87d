//! What was done at a place of a debate, in words.

use super::{NodeId, Table};
use crate::rules::Move;
use crate::text::narrate;

/// What was done at a place of a debate, by the names of its machine where it has them: "point at
/// ¬x3".
pub fn told(table: &dyn Table, node: NodeId) -> Option<String> {
    let played = table.tree().played(node)?;
    Some(by_name(table, node).unwrap_or_else(|| narrate::what(&played.mv)))
}

/// The same, only where the machine has names for it.
pub fn by_name(table: &dyn Table, node: NodeId) -> Option<String> {
    let made = table.tree().node(node)?;
    // Only these may have names; the position before a move is worth computing for no others.
    let named = matches!(made.played.mv, Move::Wire(_) | Move::Read(_));
    named.then(|| table.at(made.parent).told(&made.played.mv)).flatten()
}
