//! The card of the answer, with the question, the evidence and the choices.

use super::TableScreen;
use super::seat_board::TableSnapshot;
use crate::rules::{Domain, Verb};
use crate::text::narrate::{self, capital};
use crate::tui::prelude::*;
use crate::tui::screen::moves;
use elenchus_kit::card::Card;

/// The lines of the card above the choices.
#[derive(Default)]
pub(super) struct Answer {
    /// The question, and a sentence if the read bits already decide the ruling.
    pub lines: Vec<(String, Role)>,
    /// The number of rows that the card needs inside its frame, without the evidence.
    pub rows: u16,
}

impl TableScreen {
    /// The lines of the card, wrapped to this width.
    pub(super) fn answer(&self, columns: usize, keys: &KeyMap) -> Answer {
        let mut lines = Vec::new();
        let mut say = |text: &str, role| {
            lines.extend(wrap(text, columns).into_iter().map(|line| (line, role)));
        };
        if let Some(form) = self.form() {
            let [question, ..] = form.words();
            say(&capital(&question), Role::Ask);
            let rows = lines.len() as u16 + 3;
            return Answer { lines, rows };
        }
        if self.desk.asks() && self.debate.away().is_none() {
            if self.settled.is_some() {
                say("Your bits decide it.", Role::Notice);
            }
            let question = capital(&self.desk.prompt().question);
            let ended = question.ends_with(['?', '.', ':', '!']) || question.is_empty();
            say(&if ended { question } else { question + "." }, Role::Ask);
            let rows = (lines.len() + self.desk.rows(columns, keys)) as u16;
            return Answer { lines, rows };
        }
        say(&self.waits_words(keys), Role::Dim);
        // The board must not move while programs think.
        let rows = self.rows_before[1].max(lines.len() as u16);
        Answer { lines, rows }
    }

    /// The name of the player who is thinking, or a text that says how to go on.
    fn waits_words(&self, keys: &KeyMap) -> String {
        if let Some(job) = self.debate.away() {
            let (moves, _) = job.progress();
            // The screen shows the player's last turn, so the mover of that position is no longer thinking.
            let mover = self.position.turn().mover();
            let others = mover.filter(|&mover| !moves::is_by(mover, &self.people));
            let who = others.map(narrate::name);
            let thinks = who.map_or("The others think".into(), |who| format!("{who} thinks"));
            return capital(&format!("{thinks} … {}", plural(moves, "move", "moves")));
        }
        let waits = self.debate.here().and_then(|sitting| sitting.waits_for());
        let [on, back] = [Action::Confirm, Action::Back].map(|key| keys.label(key));
        waits.map_or_else(
            || format!("The programs stopped. {on} goes on, {back} goes back."),
            |waits| capital(&waits),
        )
    }

    /// The title of the card.
    fn answer_title(&self) -> &'static str {
        if self.form().is_some() {
            return "Question";
        }
        if !self.desk.asks() || self.debate.away().is_some() {
            return "Waiting";
        }
        let prompt = self.desk.prompt();
        let estimates = |domain: &Domain| matches!(domain, Domain::Probability | Domain::Share);
        let rules = [Verb::Rule, Verb::Answer, Verb::Decide];
        if prompt.offers.iter().any(|put| put.ends_turn && estimates(&put.domain)) {
            "Your estimate"
        } else if self.seat == Seat::Judge && rules.iter().any(|&verb| prompt.offer(verb).is_some())
        {
            "Your ruling"
        } else {
            "Your move"
        }
    }

    /// Draws the card.
    pub(super) fn draw_answer(
        &self,
        canvas: &mut Canvas<'_>,
        seen: &TableSnapshot<'_>,
        keys: &KeyMap,
    ) {
        let (areas, evidence) = (&seen.sight.areas, &seen.sight.evidence);
        let key = self.letter(Action::Evidence, keys);
        let note = match evidence.opens() && !evidence.open && !key.is_empty() {
            true => {
                let lines = plural(evidence.lines.len() as u64, "line", "lines");
                format!("{key}: evidence, {lines}")
            }
            false => String::new(),
        };
        let focused = self.desk.asks() && self.apart().is_none() || self.form().is_some();
        let card = Card::new(self.answer_title()).focused(focused).note(&note);
        let inside = inside(card.draw(canvas, areas.answer));
        let mut canvas = canvas.part(inside);
        let shown = evidence.lines.iter().filter(|_| evidence.in_card);
        let mut y = 0;
        for (line, role) in shown.chain(&seen.sight.answer.lines) {
            canvas.print(0, y, line, *role);
            y += 1;
        }
        let rest = Rect {
            y: inside.y + y as u16,
            height: inside.height.saturating_sub(y as u16),
            ..inside
        };
        let mut rest = canvas.part(rest.intersection(inside));
        if let Some(form) = self.form() {
            form.draw(&mut rest);
        } else if self.debate.away().is_none() {
            self.desk.draw(&mut rest, focused, keys);
        }
    }

    /// The area of the choices, below the question.
    pub(super) fn choices_area(seen: &super::seat_board::SeatBoard<'_>) -> Rect {
        let inside = inside(Card::inner(seen.areas.answer));
        let evidence = if seen.evidence.in_card { seen.evidence.lines.len() } else { 0 };
        let above = (seen.answer.lines.len() + evidence) as u16;
        let y = inside.y + above.min(inside.height);
        Rect { y, height: inside.bottom() - y, ..inside }
    }
}

/// The inside of a card, without its first and last column.
fn inside(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}
