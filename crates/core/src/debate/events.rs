//! A move of a debate in words.

use super::{AnyDebate, NodeId};
use crate::rules::Move;
use crate::text::narrate;

/// A move in words. It uses the names of the machine if there are any: "point at ¬x3".
pub fn describe_move(table: &dyn AnyDebate, node: NodeId) -> Option<String> {
    let played = table.tree().played(node)?;
    Some(by_name(table, node).unwrap_or_else(|| narrate::describe(&played.mv)))
}

/// The same in the machine's names. `None` if the machine has no names for it.
pub fn by_name(table: &dyn AnyDebate, node: NodeId) -> Option<String> {
    let made = table.tree().node(node)?;
    // Only these moves may have names. For others the position before the move is not computed.
    let named = matches!(made.played.mv, Move::Wire(_) | Move::Read(_));
    named.then(|| table.position_at(made.parent).move_text(&made.played.mv)).flatten()
}
