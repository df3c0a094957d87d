//! How an ending looks.

use super::card::{self, CardAction, happening};
use crate::scenario::Scenario;
use crate::text::number::amount;
use crate::tui::prelude::*;
use crate::tui::screen::ledger;
use crate::tui::screen::review::ReviewScreen;
use crate::tui::{board, goal};

impl ReviewScreen {
    /// Draws the frame of the ending that is shown, or the card after the last.
    pub(in crate::tui::screen::review) fn draw_ending(
        &self,
        canvas: &mut Canvas<'_>,
        keys: &KeyMap,
    ) {
        let (sitting, frames) = (&self.sitting, &self.ending.frames);
        let a = self.ending_anatomy(canvas.area());
        let outcome = self.judged.outcome.as_ref().filter(|_| frames.is_over());
        let result = outcome.map(|o| card::result(o, sitting.game()));
        let tree = sitting.game().tree();
        let (at, of) = (tree.depth(frames.place()), tree.line().len());
        let right = result.unwrap_or_else(|| format!("move {at} of {of}"));
        let title = &*sitting.scenario.title;
        layout::title_bar_with(&mut canvas.part(a.title), title, " · the ending", &right);
        canvas.part(a.claim).print(1, 0, &sitting.scenario.claim, Role::Text);
        let shown = self.position.board(self.ending_eye());
        let costs = if frames.is_over() { "what it cost" } else { "what it costs" };
        let headings = [&*shown.title, costs];
        layout::split_heading(canvas, (a.top, a.board), a.side.x, headings, Role::Heading);
        board::draw(&mut canvas.part(a.board), &shown, &self.board);
        let mut side = canvas.part(a.side);
        if frames.is_over() {
            self.ending_panel().draw(&mut side, self.side_shift, keys);
            self.draw_card(canvas, &a);
            return;
        }
        // Any key skips to the end, so none turns a page.
        self.ending_panel().draw_by(&mut side, 0, ["", ""]);
        Divider::new("cost so far")
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(a.middle), Role::Heading);
        let ledger = self.position.ledger();
        ledger::draw(&mut canvas.part(a.ledger), ledger, self.ending_eye(), Some(sitting.game()));
        Divider::new("what happens now").draw(&mut canvas.part(a.ask), Role::Ask);
        let mut below = canvas.part(a.prompt);
        let words = happening(sitting.game(), |actor| self.who(actor), frames.place());
        let lines = wrap(&words, below.width().saturating_sub(4));
        below.print_lines((3, 0), lines.iter().take(3), Role::Chosen);
    }

    /// Where the parts of the ending lie: what is said on the card has the rows that it needs.
    pub(in crate::tui::screen::review) fn ending_anatomy(&self, size: Rect) -> ScreenLayout {
        let mut a = ScreenLayout::new(size, false);
        if self.ending.frames.is_over() {
            make_room(&mut a, &self.ending.reason, take_with_you(&self.sitting).1);
        }
        a
    }

    /// Why it ended so, what to take along, and the ways on.
    fn draw_card(&self, canvas: &mut Canvas<'_>, a: &ScreenLayout) {
        let heading = self.judged.outcome.as_ref().map_or("why".to_owned(), |o| match o.payoff {
            _ if self.position.score().is_some() => "the score".into(),
            Some(paid) => format!("why Alice is paid {}", amount(paid)),
            None => format!("why {} wins", goal::capital(o.winner.seat().name())),
        });
        Divider::new(&heading)
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(a.middle), Role::Heading);
        let columns = canvas.width().saturating_sub(2);
        lines(&mut canvas.part(a.ledger), &self.ending.reason, columns);
        let (heading, take) = take_with_you(&self.sitting);
        Divider::new(heading).draw(&mut canvas.part(a.ask), Role::Ask);
        let mut below = canvas.part(a.prompt);
        let area = below.area();
        let row = area.height.saturating_sub(1);
        lines(&mut below.part(Rect { height: row, ..area }), take, columns);
        let row = usize::from(row);
        // The title of the next debate is cut where it must be, and nothing after it.
        let next = |way: &CardAction| matches!(way, CardAction::Next(..));
        let others = self.ending.ways.iter().filter(|way| !next(way));
        let others: usize = others.map(|way| width(&way.words()) + 4).sum();
        let room = below.width().saturating_sub(others + 3);
        let mut x = 1;
        for (i, way) in self.ending.ways.iter().enumerate() {
            let here = self.ending.chosen && i == self.ending.at;
            let words = way.words();
            let words = if next(way) { cut(&words, room) } else { words.into() };
            below.print(x, row, if here { "▸" } else { " " }, Role::Chosen);
            below.print(x + 2, row, &words, if here { Role::Cursor } else { Role::Text });
            x += width(&words) + 4;
        }
    }
}

/// What the debate teaches, or what it is about, under its heading.
fn take_with_you(sitting: &DebateSession) -> (&'static str, &str) {
    let Scenario { lesson, summary, .. } = &sitting.scenario;
    match lesson.learn.is_empty() {
        true => ("what it was about", summary),
        false => ("take with you", &lesson.learn),
    }
}

/// The board gives up as many rows as the reason needs, and no more than four, then as many as what
/// to take along needs, and no more than three.
fn make_room(a: &mut ScreenLayout, reason: &str, take: &str) {
    let columns = usize::from(a.ledger.width).saturating_sub(2);
    let wanted = |text: &str, has: u16| wrap(text, columns).len().saturating_sub(has.into());
    let reason = (wanted(reason, a.ledger.height).min(4) as u16).min(a.board.height);
    // The ways on have a row of their own.
    let take = wanted(take, a.prompt.height.saturating_sub(1)).min(3) as u16;
    let take = take.min(a.board.height - reason);
    a.board.height -= reason + take;
    a.side.height = a.side.height.saturating_sub(reason + take);
    a.middle.y -= reason + take;
    a.ledger.y -= reason + take;
    a.ledger.height += reason;
    a.ask.y -= take;
    a.prompt.y -= take;
    a.prompt.height += take;
}

/// Text on the rows there are, cut with a sign that it is.
fn lines(canvas: &mut Canvas<'_>, text: &str, columns: usize) {
    let rows = canvas.height();
    let wrapped = wrap(text, columns);
    for (y, line) in wrapped.iter().take(rows).enumerate() {
        let more = y + 1 == rows && wrapped.len() > rows;
        let line =
            if more { cut(&format!("{line} …"), columns).into_owned() } else { line.clone() };
        canvas.print(1, y, &line, Role::Text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::library;

    #[test]
    fn the_card_holds_the_whole_lesson_of_a_shipped_debate_at_80_columns() {
        for entry in library::shipped() {
            let scenario = entry.scenario.expect("it reads");
            let learn = &*scenario.lesson.learn;
            let take = if learn.is_empty() { &scenario.summary } else { learn };
            let mut a = ScreenLayout::new(Rect::new(0, 0, 80, 24), false);
            let board = a.board.height;
            make_room(&mut a, "why ".repeat(60).trim(), take);
            let rows = usize::from(a.prompt.height) - 1;
            assert!(wrap(take, 78).len() <= rows, "{}: {take}", entry.id);
            assert!(a.board.height + 7 >= board && a.prompt.bottom() == a.footer.y, "{}", entry.id);
            assert_eq!(a.ledger.bottom(), a.ask.y, "{}", entry.id);
        }
    }
}
