//! How a table looks.

use super::TableScreen;
use super::seat_board::{SeatBoard, TableSnapshot};
use crate::debate::AnyDebate;
use crate::text::narrate;
use crate::tui::prelude::*;
use crate::tui::screen::panel::{self, SidePanel};
use crate::tui::screen::{ledger, moves};
use crate::tui::{board, goal};

impl TableScreen {
    fn hint_words(&self) -> Vec<panel::PanelParagraph> {
        let Some(sitting) = self.debate.here() else { return Vec::new() };
        let hints = sitting.scenario.hints(&self.people);
        let shown = hints.iter().take(self.hints).enumerate().rev();
        shown.map(|(i, hint)| (format!("Hint {}: {}", i + 1, &**hint), Role::Notice)).collect()
    }

    /// The side panel: hints, the rule in force, numbers, theorem, evaluation.
    pub(super) fn side_text(&self) -> SidePanel {
        let mut paragraphs = self.hint_words();
        paragraphs.extend(self.revealed_words());
        let lost = self.debate.here().and_then(|sitting| goal::overspent(sitting, self.eye()));
        paragraphs.extend(lost.map(|lost| (lost, Role::Bad)));
        paragraphs.extend(panel::paragraphs(&self.position.brief(self.eye())));
        paragraphs.extend(self.meter.best().map(|best| (best, Role::Dim)));
        SidePanel(paragraphs)
    }

    /// Where the side panel is; below it is one row more.
    pub(super) fn side_area(size: Rect) -> Rect {
        let side = ScreenLayout::new(size, true).side;
        Rect { height: side.height.saturating_sub(1), ..side }
    }

    fn last_row(&self, keys: &KeyMap) -> String {
        let left = self.hints_left();
        let evaluation = self.meter.words();
        if self.meter.on || left == 0 {
            return evaluation;
        }
        // The key stands here too: the row of keys has not always room for it.
        let key = keys.label(Action::Hint);
        let key = if key.is_empty() { key } else { format!(": {key}") };
        format!("{evaluation} · {}{key}", plural(left as u64, "hint", "hints"))
    }

    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        seen: &TableSnapshot<'_>,
        context: &Context,
    ) {
        let a = ScreenLayout::new(canvas.area(), true);
        let brief = self.position.brief(self.eye());
        let you = match self.people.as_slice() {
            [] => "you look on".to_owned(),
            _ => format!("you are {}", self.seat.name()),
        };
        let turn = match self.debate.away() {
            Some(_) => "thinking",
            None if self.desk.asks() => "your turn",
            None => "",
        };
        let right: Vec<_> =
            [brief.progress.as_str(), turn].into_iter().filter(|t| !t.is_empty()).collect();
        let mut title = canvas.part(a.title);
        layout::title_bar_with(&mut title, &self.title, &format!(" · {you}"), &right.join(" · "));
        if let Some(seat) = self.covered_for() {
            let words = format!("The screen goes to {}.", seat.name());
            canvas.part(a.ask).print(1, 0, &words, Role::Ask);
            let enter = context.keys.label(Action::Confirm);
            let words = format!("{enter} shows what this seat sees.");
            canvas.part(a.prompt).print(3, 0, &words, Role::Text);
            return;
        }
        canvas.part(a.claim).print(1, 0, &self.claim, Role::Text);
        let SeatBoard { board, area, evidence } = &seen.sight;
        let mut top = Divider::default();
        if let Some(pane) = a.moves {
            top = top.heading(0, "moves").crossing(pane.right(), '┬');
        }
        let top = top
            .heading(a.board.x.into(), &board.title)
            .heading(a.side.x.into(), &brief.protocol)
            .crossing(a.divider_column(), '┬');
        top.draw(&mut canvas.part(a.top), Role::Heading);
        layout::draw_divider(canvas, a.divider_column(), a.board.y, a.board.height);
        if area.height > 0 {
            board::draw_parts(&mut canvas.part(*area), board, &self.board, &seen.parts);
        }
        self.draw_evidence(&mut canvas.part(evidence.area), evidence, &context.keys);
        if let (Some(pane), Some(sitting)) = (a.moves, self.debate.here()) {
            layout::draw_divider(canvas, pane.right(), pane.y, pane.height);
            let (game, here) = (sitting.game(), sitting.here());
            let mut list = canvas.part(pane);
            moves::draw(&mut list, game, game.tree().line(), self.eye(), here, &self.people);
        }
        let side = Self::side_area(canvas.area());
        seen.panel.draw(&mut canvas.part(side), self.side_shift, &context.keys);
        let last = Rect { y: side.bottom(), ..a.side }.intersection(a.side);
        canvas.part(last).print(1, 0, &self.last_row(&context.keys), Role::Dim);
        let mut middle = Divider::new("cost so far").crossing(a.divider_column(), '┴');
        if let Some(pane) = a.moves {
            middle = middle.crossing(pane.right(), '┴');
        }
        middle.draw(&mut canvas.part(a.middle), Role::Heading);
        let game = self.debate.here().map(|s| s.game() as &dyn AnyDebate);
        ledger::draw(&mut canvas.part(a.ledger), self.position.ledger(), self.eye(), game);
        let ask = match (self.form(), self.debate.away()) {
            (Some(form), _) => {
                let [question, ..] = form.words();
                question
            }
            (_, Some(job)) => {
                let (moves, _) = job.progress();
                // What is shown is where the person moved last: it is no longer they who think.
                let mover = self.position.turn().mover();
                let others = mover.filter(|&mover| !moves::is_by(mover, &self.people));
                let who = others.map(narrate::name);
                let thinks = who.map_or("the others think".into(), |who| format!("{who} thinks"));
                format!("{thinks} … {}", plural(moves, "move", "moves"))
            }
            (_, None) if self.desk.asks() => {
                let question = &self.desk.prompt().question;
                let whole = format!("your turn: {question}");
                // The title says whose turn it is, too.
                if width(&whole) + 4 > canvas.width() { question.clone() } else { whole }
            }
            (_, None) => {
                let waits = self.debate.here().and_then(|sitting| sitting.waits_for());
                let [on, back] = [Action::Confirm, Action::Back].map(|key| context.keys.label(key));
                waits.unwrap_or_else(|| {
                    format!("the programs stopped; {on} goes on, {back} goes back")
                })
            }
        };
        Divider::new(&ask).draw(&mut canvas.part(a.ask), Role::Ask);
        let mut prompt = canvas.part(a.prompt);
        if let Some(form) = self.form() {
            form.draw(&mut prompt);
        } else {
            let cursor = self.cursor_on(&seen.sight.board);
            self.desk.draw(&mut prompt, self.board.focus.is_none(), &context.keys, cursor);
        }
    }
}
