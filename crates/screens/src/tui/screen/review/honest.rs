//! Shows a line beside honest play.

use super::comparison::{LineComparison, MovePair, differing, first_other_bit};
use super::state::{HonestComparison, ReviewScreen};
use crate::tui::prelude::*;
use crate::tui::screen::moves::{mover, words};

/// The number of columns before the first move. They hold the sign and the number of the move.
const LEFT: usize = 7;
const WHO: usize = 7;

impl ReviewScreen {
    pub(super) fn turn_honest(&mut self, context: &mut Context) {
        if self.honest.take().is_none() {
            self.play_honest(context);
        }
    }

    /// Starts honest play of the debate, for a comparison with the current line.
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

    /// Draws both lines. The move that is shown is in the middle. Answers to the same question share a row. A sign
    /// marks moves that differ or have no partner.
    pub(super) fn draw_honest(&self, canvas: &mut Canvas<'_>, honest: &HonestComparison) {
        let (area, theme) = (canvas.area(), canvas.theme);
        let LineComparison { nodes, own, honest, pairs } = match honest {
            Some(Ok(beside)) => beside,
            Some(Err(reason)) => return canvas.lines(area, [theme.line(reason, Role::Text)]),
            None => return canvas.lines(area, [theme.line("honest play …", Role::Dim)]),
        };
        let tree = self.sitting.game().tree();
        let shown = nodes.iter().position(|&node| node == self.node());
        let here = pairs.iter().position(|pair| pair.own.is_some() && pair.own == shown);
        let room = canvas.width().saturating_sub(LEFT + 1) / 2;
        let head = format!("{}{} honest play", " ".repeat(LEFT), pad("this line", room));
        let row = |(at, pair): (usize, &MovePair)| {
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
            theme.line(format!("{sign}{number:>4}  {} {right}", pad(&left, room)), role)
        };
        let rows = canvas.height().saturating_sub(1);
        let first = here.unwrap_or(0).saturating_sub(rows / 2);
        let first = first.min(pairs.len().saturating_sub(rows));
        let visible = pairs.iter().enumerate().skip(first).take(rows);
        let lines = std::iter::once(theme.line(head, Role::Heading)).chain(visible.map(row));
        canvas.lines(area, lines);
    }
}
