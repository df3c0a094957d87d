//! Moves in words, and the pane that lists them on wide screens.

use std::borrow::Cow;

use crate::debate::{AnyDebate, NodeId, PlayedMove, by_name};
use crate::rules::{Actor, Viewer, Visibility};
pub use crate::text::narrate::short as words;
use crate::tui::list;
use crate::tui::prelude::*;

/// The short name of a seat: "Alice", "judge".
pub fn short(seat: Seat) -> &'static str {
    seat.name().trim_start_matches("the ")
}

/// Returns `true` if one of these seats acted.
pub fn is_by(actor: Actor, seats: &[Seat]) -> bool {
    matches!(actor, Actor::Seat(seat) if seats.contains(&seat))
}

/// The name of a move's maker, for the player in these seats: "you", "Alice", "nature", "rules".
pub fn mover(actor: Actor, you: &[Seat]) -> &'static str {
    match actor {
        Actor::Seat(seat) if you.contains(&seat) => "you",
        Actor::Seat(seat) => short(seat),
        Actor::Nature => "nature",
        Actor::Rules => "rules",
    }
}

/// The words of a move, in at most this many columns. If they do not fit, the verb is left out.
pub fn fitted(words: &str, columns: usize) -> Cow<'_, str> {
    if width(words) <= columns {
        return words.into();
    }
    let about = words.strip_prefix("point at ").or_else(|| words.split_once(' ').map(|w| w.1));
    cut(about.unwrap_or(words), columns)
}

/// The words of a move. A move that this viewer may not know is covered.
fn seen(table: &dyn AnyDebate, node: NodeId, played: &PlayedMove, eye: Viewer) -> String {
    if eye.sees(played.to) || played.to == Visibility::ALL {
        by_name(table, node).unwrap_or_else(|| words(&played.mv))
    } else {
        "░░░░".into()
    }
}

/// Draws the moves of a line, with the newest move in view. Marks the move at `here`.
pub fn draw(
    canvas: &mut Canvas<'_>,
    table: &dyn AnyDebate,
    line: &[NodeId],
    eye: Viewer,
    here: NodeId,
    you: &[Seat],
) {
    let (tree, theme) = (table.tree(), canvas.theme);
    let at = line.iter().position(|&n| n == here);
    let digits = count(line.len() as u64).len();
    // The sign of the cursor, the number, the player and the bar take columns.
    let columns = canvas.width().saturating_sub(2 + digits + 2 + 7 + 1);
    let row = |i: usize| {
        let Some(played) = tree.played(line[i]) else { return Line::default() };
        let colour = match played.actor {
            Actor::Seat(seat) => Role::for_seat(seat),
            Actor::Nature | Actor::Rules => Role::Dim,
        };
        Line::from(vec![
            theme.span(format!("{:>digits$}  ", count(i as u64 + 1)), Role::Text),
            theme.span(pad(mover(played.actor, you), 7), colour),
            theme
                .span(fitted(&seen(table, line[i], played, eye), columns).into_owned(), Role::Text),
        ])
    };
    let list = (line.len(), Scroll::at(at.unwrap_or(0)));
    list::draw(canvas, canvas.area(), list, at.map(|_| Role::Chosen), row);
}
