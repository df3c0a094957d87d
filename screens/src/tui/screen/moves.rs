//! Moves in words, and the pane that lists them on wide screens.

use crate::chance::Fall;
use crate::debate::{NodeId, Played, Table, Tree, by_name};
use crate::rules::{Actor, Audience, Eye, Move, Seat};
use crate::show::number::{self, count, probability, stated};
use crate::tui::canvas::Canvas;
use crate::tui::text::pad;
use crate::tui::theme::Role;

/// A move in words, as short as it can be told: a long row of bits by its length.
pub fn words(mv: &Move) -> String {
    match mv {
        Move::Write(bits) if bits.len() > 24 => {
            format!("write {} bits", count(bits.len() as u64))
        }
        Move::Fair => "a fair share of the coin".into(),
        Move::State(p) | Move::Estimate(p) => {
            format!("{} {}", mv.verb().word(), stated(p.get()))
        }
        Move::Share(share) => format!("share {}", stated(share.get())),
        Move::Continue => "go on".into(),
        Move::Sample(votes) => format!("sample {}", count(*votes)),
        Move::Point(step) => format!("point {}", number::step(*step)),
        Move::Ask(step) => format!("ask step {}", number::step(*step)),
        Move::Rule(side) => format!("rule for {}", side.seat().name()),
        Move::Falls(Fall::Real(share)) => format!("falls {}", probability(*share)),
        Move::Falls(Fall::Bit(bit)) => format!("bit {}", u8::from(*bit)),
        Move::Falls(Fall::Count(n)) => format!("{} yes", count(*n)),
        Move::Falls(fall) => fall.to_string(),
        other => other.to_string(),
    }
}

/// Who made it, for a person in this seat: "you", "Alice", "coin", "the rules".
pub fn mover(actor: Actor, you: &[Seat]) -> &'static str {
    match actor {
        Actor::Seat(seat) if you.contains(&seat) => "you",
        Actor::Seat(Seat::Judge) => "judge",
        Actor::Seat(seat) => seat.name(),
        Actor::Nature => "coin",
        Actor::Rules => "rules",
    }
}

/// A move as these eyes see it.
fn seen(table: &dyn Table, node: NodeId, played: &Played, eye: Eye) -> String {
    if eye.sees(played.to) || played.to == Audience::ALL {
        by_name(table, node).unwrap_or_else(|| words(&played.mv))
    } else {
        "░░░░".into()
    }
}

/// Draws the moves of the line played, the newest in view; `here` is marked.
pub fn draw(canvas: &mut Canvas<'_>, table: &dyn Table, eye: Eye, here: NodeId, you: &[Seat]) {
    draw_line(canvas, table, table.tree().line(), eye, here, you);
}

/// The same of some moves of a line, from its first on.
pub fn draw_line(
    canvas: &mut Canvas<'_>,
    table: &dyn Table,
    line: &[NodeId],
    eye: Eye,
    here: NodeId,
    you: &[Seat],
) {
    let tree: &Tree = table.tree();
    let rows = canvas.height();
    let at = line.iter().position(|&n| n == here).map_or(0, |i| i + 1);
    let first = at.saturating_sub(rows.saturating_sub(2)).min(line.len().saturating_sub(rows));
    for (y, (i, &node)) in line.iter().enumerate().skip(first).take(rows).enumerate() {
        let Some(played) = tree.played(node) else { continue };
        let sign = if node == here { '▸' } else { ' ' };
        let who = pad(mover(played.actor, you), 6);
        let text =
            format!("{sign}{:>5}  {who} {}", count(i as u64 + 1), seen(table, node, played, eye));
        let role = if node == here { Role::Chosen } else { Role::Text };
        canvas.say(0, y, &text, role);
    }
}
