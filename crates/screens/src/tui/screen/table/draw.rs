//! Draws the table.

use super::TableScreen;
use super::seat_board::TableSnapshot;
use crate::text::narrate::capital;
use crate::tui::board;
use crate::tui::prelude::*;
use crate::tui::screen::{ledger, moves};
use elenchus_kit::card::{self, Card};

impl TableScreen {
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        seen: &TableSnapshot<'_>,
        context: &Context,
    ) {
        let (sight, keys) = (&seen.sight, &context.keys);
        let areas = &sight.areas;
        let you = match self.people.as_slice() {
            [] => "you look on".to_owned(),
            _ => format!("you are {}", self.seat.name()),
        };
        let progress = self.position.brief(self.eye()).progress;
        let asked = self.desk.asks() && self.debate.away().is_none();
        let turn = if asked { "your turn" } else { "" };
        let right = [you.as_str(), &progress, turn].into_iter().filter(|words| !words.is_empty());
        let right = right.collect::<Vec<_>>().join(" · ");
        layout::title_bar(&mut canvas.part(areas.title), &self.title, &right);
        if let Some(seat) = self.covered_for() {
            let enter = keys.label(Action::Confirm);
            let words = format!("{enter} shows what this seat sees.");
            let title = format!("The screen goes to {}", seat.name());
            let inside = Card::new(&title).focused(true).draw(canvas, areas.answer);
            canvas.part(inside).print(1, 0, &words, Role::Text);
            return;
        }
        let columns = usize::from(areas.claim.width).saturating_sub(2);
        let mut claim = wrap(&clean(&self.claim), columns);
        let rows = usize::from(areas.claim.height);
        if claim.len() > rows && rows > 0 {
            claim[rows - 1] = cut(&claim[rows - 1..].join(" "), columns).into_owned();
        }
        canvas.part(areas.claim).print_lines((1, 0), claim, Role::Text);
        if sight.evidence.open {
            self.draw_evidence(canvas, &sight.evidence, areas.body, keys);
        } else {
            let focused = self.apart().is_some() && self.form().is_none();
            let title = capital(&sight.board.title);
            Card::new(&title).focused(focused).draw(canvas, areas.board);
            if areas.board.height > 2 {
                let part = &mut canvas.part(sight.area);
                board::draw_parts(part, &sight.board, &self.board, &seen.parts);
            }
            self.draw_beside(canvas, seen, keys);
        }
        card::lines(canvas, Rect { x: areas.aside.x + 1, ..areas.aside }, &sight.aside, 0);
        self.draw_answer(canvas, seen, keys);
    }

    /// Draws the cards beside the board: the rule, the evaluation, the cost and the moves.
    fn draw_beside(&self, canvas: &mut Canvas<'_>, seen: &TableSnapshot<'_>, keys: &KeyMap) {
        let areas = &seen.sight.areas;
        let (rule, more) = &seen.sight.rule;
        let theory = self.letter(Action::Theory, keys);
        let below =
            if *more && !theory.is_empty() { format!("{theory} more") } else { String::new() };
        let inside = Card::new("Rule").below(&below).draw(canvas, areas.rule);
        canvas.part(inside).print_lines((1, 0), rule, Role::Text);
        if areas.evaluation.height > 0 {
            let inside = Card::new(self.meter.title()).draw(canvas, areas.evaluation);
            canvas.part(inside).print(1, 0, &self.meter.words(), Role::Dim);
        }
        let inside = Card::new("Cost").draw(canvas, areas.cost);
        let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
        ledger::gauges(&mut canvas.part(inside), self.position.ledger(), self.eye(), self.seat);
        if let (Some(sitting), true) = (self.debate.here(), areas.moves.height > 0) {
            let inside = Card::new("Moves").draw(canvas, areas.moves);
            let (game, here) = (sitting.game(), sitting.here());
            let line = game.tree().line();
            moves::draw(&mut canvas.part(inside), game, line, self.eye(), here, &self.people);
        }
    }
}
