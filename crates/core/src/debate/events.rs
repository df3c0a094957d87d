//! Describes the moves of a debate for readers.

use super::{AnyDebate, NodeId};
use crate::rules::Move;
use crate::text::narrate;

/// Describes the move that leads to a node. Uses the names of the machine's parts if there are any:
/// "point at ¬x3".
pub fn describe_move(table: &dyn AnyDebate, node: NodeId) -> Option<String> {
    let played = table.tree().played(node)?;
    Some(by_name(table, node).unwrap_or_else(|| narrate::describe(&played.mv)))
}

/// Describes the move that leads to a node with the names of the machine's parts. `None` if the
/// machine has no names for this move.
pub fn by_name(table: &dyn AnyDebate, node: NodeId) -> Option<String> {
    let made = table.tree().node(node)?;
    // Only these moves can have names. For other moves, do not compute the position before the
    // move, which is slow.
    let named = matches!(made.played.mv, Move::Wire(_) | Move::Read(_));
    named.then(|| table.position_at(made.parent).move_text(&made.played.mv)).flatten()
}
