//! Moves in words, and the pane that lists them on wide screens.

use std::borrow::Cow;

use crate::debate::{AnyDebate, MoveTree, NodeId, PlayedMove, by_name};
use crate::rules::{Actor, Viewer, Visibility};
pub use crate::text::narrate::short as words;
use crate::tui::prelude::*;

/// The short name of a seat: "Alice", "judge".
pub fn short(seat: Seat) -> &'static str {
    seat.name().trim_start_matches("the ")
}

/// Returns `true` if one of these seats acted.
pub fn is_by(actor: Actor, seats: &[Seat]) -> bool {
    matches!(actor, Actor::Seat(seat) if seats.contains(&seat))
}

/// The maker of a move, for the player in these seats: "you", "Alice", "nature", "rules".
pub fn mover(actor: Actor, you: &[Seat]) -> &'static str {
    match actor {
        Actor::Seat(seat) if you.contains(&seat) => "you",
        Actor::Seat(seat) => short(seat),
        Actor::Nature => "nature",
        Actor::Rules => "rules",
    }
}

/// The words of a move in this width. If they do not fit, the verb is left out.
pub fn fitted(words: &str, columns: usize) -> Cow<'_, str> {
    if width(words) <= columns {
        return words.into();
    }
    let about = words.strip_prefix("point at ").or_else(|| words.split_once(' ').map(|w| w.1));
    cut(about.unwrap_or(words), columns)
}

/// The words of a move for this viewer.
fn seen(table: &dyn AnyDebate, node: NodeId, played: &PlayedMove, eye: Viewer) -> String {
    if eye.sees(played.to) || played.to == Visibility::ALL {
        by_name(table, node).unwrap_or_else(|| words(&played.mv))
    } else {
        "░░░░".into()
    }
}

/// Draws the moves of a line, so that the newest is in view. Marks the move at `here`.
pub fn draw(
    canvas: &mut Canvas<'_>,
    table: &dyn AnyDebate,
    line: &[NodeId],
    eye: Viewer,
    here: NodeId,
    you: &[Seat],
) {
    let tree: &MoveTree = table.tree();
    let rows = canvas.height();
    let at = line.iter().position(|&n| n == here).map_or(0, |i| i + 1);
    let first = at.saturating_sub(rows.saturating_sub(2)).min(line.len().saturating_sub(rows));
    for (y, (i, &node)) in line.iter().enumerate().skip(first).take(rows).enumerate() {
        let Some(played) = tree.played(node) else { continue };
        let sign = if node == here { '▸' } else { ' ' };
        let role = if node == here { Role::Chosen } else { Role::Text };
        let x = canvas.print(0, y, &format!("{sign}{:>5}  ", count(i as u64 + 1)), role);
        let colour = match played.actor {
            Actor::Seat(seat) => Role::of(seat),
            Actor::Nature | Actor::Rules => Role::Dim,
        };
        let x = canvas.print(x, y, &pad(mover(played.actor, you), 6), colour);
        canvas.print(x + 1, y, &seen(table, node, played, eye), role);
    }
}
