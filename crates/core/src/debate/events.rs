//! Describes the moves of a debate for readers.

use super::{AnyDebate, NodeId};
use crate::rules::Move;
use crate::text::{Presentation, narrate};

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
    // Do not compute the position before another move, which is slow.
    can_have_names(&made.played.mv)
        .then(|| table.position_at(made.parent).move_text(&made.played.mv))
        .flatten()
}

/// Describes the moves of the current line in order, each as [`describe_move`] does.
pub fn describe_line(table: &dyn AnyDebate) -> Vec<String> {
    let mut told = Vec::new();
    table.for_each_move(&mut |node, before: &dyn Presentation| {
        let Some(played) = table.tree().played(node) else { return };
        let named = can_have_names(&played.mv).then(|| before.move_text(&played.mv)).flatten();
        told.push(named.unwrap_or_else(|| narrate::describe(&played.mv)));
    });
    told
}

/// Returns `true` if the words of a move can name parts of the machine.
fn can_have_names(mv: &Move) -> bool {
    matches!(mv, Move::Wire(_) | Move::Read(_))
}
