//! The table as a screen: keys, clicks, what it waits for.

use std::time::Duration;

use super::TableScreen;
use super::debate::TableDebate;
use super::seat_board::SeatBoard;
use crate::tui::prelude::*;
use crate::tui::worker::COUNTED;

impl Screen<Playground> for TableScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Table
    }

    fn idle(&self, action: Action) -> Option<String> {
        self.why_idle().filter(|_| action == Action::Confirm)
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        if let Some(form) = self.form() {
            return form.accepts_edit(edit);
        }
        if self.covered_for().is_some() || self.debate.away().is_some() {
            return false;
        }
        let here = self.board.focus.is_none() || self.board.focus == self.linked();
        here && self.desk.accepts_edit(edit)
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(form) = self.form_mut() {
            return form.edit(edit).unwrap_or_else(|reason| context.notify(reason));
        }
        if let Err(reason) = self.desk.edit(edit) {
            context.notify(reason);
        }
        self.follow_typing(context);
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let anatomy = ScreenLayout::new(context.size, true);
        if self.covered_for().is_some() || self.debate.away().is_some() {
            return Transition::Stay;
        }
        if anatomy.board.contains(at) {
            self.at_sight(context.size, |table, SeatBoard { board, area, .. }| {
                let Some(spot) = table.board.hit(at, board, *area) else { return };
                table.board.focus = Some(spot.pane);
                table.board.point(spot, board, *area);
                table.follow_board();
            });
        } else if anatomy.prompt.contains(at) {
            let (x, y) = (at.x - anatomy.prompt.x, at.y - anatomy.prompt.y);
            if self.desk.click(x.into(), y.into(), anatomy.prompt.width.into()) {
                self.board.focus = self.linked();
            }
        }
        Transition::Stay
    }

    /// Over the side panel it is the panel that is scrolled.
    fn wheel(&self, at: Position, action: Action, size: Rect) -> Option<Action> {
        let area = Self::side_area(size);
        if !area.contains(at) {
            return Some(action);
        }
        let page = if action == Action::Up { Action::PageUp } else { Action::PageDown };
        let turned = self.side_text().paged(page, self.side_shift, area);
        (turned != self.side_shift).then_some(page)
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        self.begin(context)
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.meter.poll();
        // Nothing is played before the person has said what has to be said first.
        if self.waits_for_word() {
            return Transition::Stay;
        }
        self.go_to_found(context);
        self.differed(context);
        match &self.debate {
            TableDebate::Away(..) => {
                let step = self.back(context);
                context.changed = self.debate.away().is_none();
                step
            }
            TableDebate::Here(sitting) if sitting.is_lost() => {
                context.notify("your seat at this table is somebody else's now");
                Transition::Pop
            }
            TableDebate::Here(sitting) if sitting.has_news() => self.hear(context),
            _ if self.goes_on() => self.go_on(context),
            _ => Transition::Stay,
        }
    }

    fn clock(&self) -> Option<Duration> {
        if self.waits_for_word() {
            return None;
        }
        if self.goes_on() {
            return Some(Duration::ZERO);
        }
        self.debate.away().map(|_| COUNTED)
    }

    fn is_working(&self) -> bool {
        self.debate.away().is_some() || self.seeking.is_some() || self.differing.is_some()
    }

    fn returned(&mut self, context: &mut Context) -> Transition {
        self.settle(context);
        Transition::Stay
    }

    fn subject(&self) -> Option<&DebateSession> {
        self.debate.here()
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        let seen = self.seen(canvas.area());
        self.draw(canvas, &seen, context);
        self.offers(&seen, context)
    }
}
