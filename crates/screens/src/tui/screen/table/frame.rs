//! The table while the reads of an ending light up: the same layout, with a card of what happens.

use super::areas::{Areas, Needs};
use super::rule;
use crate::debate::{AnyDebate, NodeId};
use crate::rules::Viewer;
use crate::text::Presentation;
use crate::text::narrate::capital;
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use crate::tui::screen::{ledger, moves};
use elenchus_kit::card::Card;

/// A position on the way to the end of a debate, with the layout of the table's last question.
pub(in crate::tui::screen) struct EndingFrame<'a> {
    pub claim: &'a str,
    pub position: &'a dyn Presentation,
    pub eye: Viewer,
    pub seat: Seat,
    /// The rows of the hint and of the answer at the last question.
    pub rows: [u16; 2],
}

/// The sentences of the rule that fit, and `true` if there are more.
type Rule = (Vec<String>, bool);

impl EndingFrame<'_> {
    /// Returns `true` if the board of a table of this size has pictures.
    pub(in crate::tui::screen) fn is_large(size: Rect) -> bool {
        Areas::is_large(size)
    }

    fn areas(&self, size: Rect) -> (Areas, Rule) {
        let claim = wrap(&clean(self.claim), usize::from(size.width.saturating_sub(2)));
        let cost = ledger::rows(self.position.ledger(), self.eye, self.seat);
        let [aside, answer] = self.rows;
        let claim = claim.len().clamp(1, 2) as u16;
        let needs = Needs { claim, aside, answer, rule: 0, cost, evaluation: false };
        Areas::beside_rule(size, needs, &rule::sentences(&self.position.brief(self.eye).rule))
    }

    /// The area of the board inside its card.
    pub(in crate::tui::screen) fn board_area(&self, size: Rect) -> Rect {
        self.areas(size).0.inside_board()
    }

    /// Draws everything below the title: the board, the cards beside it, the hint's blank rows, and a card with
    /// these words.
    pub(in crate::tui::screen) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        (state, words): (&BoardState, &str),
        (table, here, people): (&dyn AnyDebate, NodeId, &[Seat]),
    ) {
        let (areas, (rule, more)) = self.areas(canvas.area());
        let claim = wrap(&clean(self.claim), usize::from(areas.claim.width).saturating_sub(2));
        canvas.part(areas.claim).print_lines((1, 0), claim, Role::Text);
        let shown = self.position.board(self.eye);
        Card::new(&capital(&shown.title)).draw(canvas, areas.board);
        if areas.board.height > 2 {
            board::draw(&mut canvas.part(areas.inside_board()), &shown, state);
        }
        let below = if more { "…" } else { "" };
        let inside = Card::new("Rule").below(below).draw(canvas, areas.rule);
        canvas.part(inside).print_lines((1, 0), rule, Role::Text);
        let inside = Card::new("Cost").draw(canvas, areas.cost);
        let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
        ledger::gauges(&mut canvas.part(inside), self.position.ledger(), self.eye, self.seat);
        if areas.moves.height > 0 {
            let inside = Card::new("Moves").draw(canvas, areas.moves);
            let tree = table.tree();
            let line = &tree.line()[..tree.depth(here).min(tree.line().len())];
            moves::draw(&mut canvas.part(inside), table, line, self.eye, here, people);
        }
        let inside = Card::new("What happens now").draw(canvas, areas.answer);
        let mut inside = canvas.part(inside);
        let columns = inside.width().saturating_sub(2);
        inside.print_lines((1, 0), wrap(words, columns), Role::Chosen);
    }
}
