//! Shows a line side by side with honest play.

use super::comparison::{LineComparison, differing, first_other_bit};
use super::state::{HonestComparison, ReviewScreen};
use crate::tui::prelude::*;
use crate::tui::screen::moves::{mover, words};

/// The columns before the first move: the sign and the number of the move.
const LEFT: usize = 7;
const WHO: usize = 7;

impl ReviewScreen {
    pub(super) fn turn_honest(&mut self, context: &mut Context) {
        if self.honest.take().is_none() {
            self.play_honest(context);
        }
    }

    /// Starts honest play of the debate, to compare it with the present line.
    pub(super) fn play_honest(&mut self, context: &Context) {
        let game = self.sitting.game();
        let plans = Seat::each(|seat| game.seat_plan(seat).without_person());
        let tree = game.tree();
        let line = tree.line().iter();
        let line = line.filter_map(|&node| Some((node, tree.played(node)?.clone()))).collect();
        let game = game.restart(game.seed(), &plans);
        let honest = self.honest.insert(Pending::default());
        honest.begin(context, move |token| Some(LineComparison::play(game, line, token)));
    }

    /// Draws both lines with the move shown in the middle. Answers to the same question share a
    /// row. A sign marks moves that differ or have no partner.
    pub(super) fn draw_honest(&self, canvas: &mut Canvas<'_>, honest: &HonestComparison) {
        let LineComparison { nodes, own, honest, pairs } = match honest {
            Some(Ok(beside)) => beside,
            Some(Err(reason)) => {
                canvas.print(1, 0, reason, Role::Text);
                return;
            }
            None => {
                canvas.print(1, 0, "honest play …", Role::Dim);
                return;
            }
        };
        let tree = self.sitting.game().tree();
        let shown = nodes.iter().position(|&node| node == self.node());
        let here = pairs.iter().position(|pair| pair.own.is_some() && pair.own == shown);
        let room = canvas.width().saturating_sub(LEFT + 1) / 2;
        canvas.print(LEFT, 0, "this line", Role::Heading);
        canvas.print(LEFT + room + 1, 0, "honest play", Role::Heading);
        let rows = canvas.height().saturating_sub(1);
        let last = pairs.len();
        let first = here.unwrap_or(0).saturating_sub(rows / 2).min(last.saturating_sub(rows));
        for (y, (at, pair)) in pairs.iter().enumerate().skip(first).take(rows).enumerate() {
            let role = if Some(at) == here { Role::Chosen } else { Role::Text };
            let sign = if pair.same { ' ' } else { '≠' };
            let ours = pair.own.map(|at| &own[at].played);
            let theirs = pair.honest.map(|at| &honest[at].played);
            let both = [ours, theirs].map(|played| played.map_or("".into(), |p| words(&p.mv)));
            let bits =
                ours.zip(theirs).and_then(|(own, other)| first_other_bit(&own.mv, &other.mv));
            let bits = bits.filter(|_| both[0] == both[1]);
            let [what, other] = bits.unwrap_or_else(|| differing(both, room.saturating_sub(WHO)));
            let told = |who: &str, what: &str| format!("{} {what}", pad(who, WHO - 1));
            let left = ours.map(|played| told(&self.who(played.actor), &what)).unwrap_or_default();
            let right = theirs.map(|played| told(mover(played.actor, &[]), &other));
            let right = right.unwrap_or_default();
            // The number is the same as in the table of moves.
            let depth = |at: usize| tree.depth(nodes[at]).to_string();
            let number = pair.own.map(depth).unwrap_or_default();
            let text = format!("{sign}{number:>4}  {} {right}", pad(&left, room));
            canvas.print(0, y + 1, &text, role);
        }
    }
}
