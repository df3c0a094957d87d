//! The table as a screen: its keys, clicks and jobs.

use std::time::Duration;

use super::TableScreen;
use super::areas::Areas;
use super::debate::TableDebate;
use crate::tui::prelude::*;
use crate::tui::worker::COUNTED;
use elenchus_kit::card::Card;

/// The reply to a key of the answer while the board has the focus.
const TO_ANSWER: &str = "Tab goes to the answer.";

impl Screen<Playground> for TableScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Table
    }

    fn idle(&self, action: Action) -> Option<String> {
        let is_asked = self.desk.asks() && self.form().is_none();
        match action {
            Action::Confirm | Action::Read if self.zoomed => {
                Some("The evidence covers the board. Close it first.".into())
            }
            Action::Confirm => self.why_idle(),
            Action::Read => self.why_unread(),
            Action::NextMark if is_asked && self.reads() && self.board.focus.is_none() => {
                Some("Tab goes to the board. There this key leads to the next mark.".into())
            }
            _ if is_asked && self.apart().is_some() && self.desk.is_letter(action) => {
                Some(TO_ANSWER.into())
            }
            _ => None,
        }
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        if let Some(form) = self.form() {
            return form.accepts_edit(edit);
        }
        if self.covered_for().is_some() || self.debate.away().is_some() || self.zoomed {
            return false;
        }
        // On the board, a digit of the answer only says where the answer is.
        let is_letter = matches!(edit, Edit::Char(c) if !c.is_whitespace());
        (self.apart().is_none() || is_letter) && self.desk.accepts_edit(edit)
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(form) = self.form_mut() {
            return form.edit(edit).unwrap_or_else(|reason| context.notify(reason));
        }
        if self.apart().is_some() {
            return context.notify(TO_ANSWER);
        }
        if let Err(reason) = self.desk.edit(edit) {
            context.notify(reason);
        }
        self.follow_typing(context);
        self.board.focus = self.linked();
    }

    /// A click does the same as the key at the clicked position.
    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        if self.covered_for().is_some() || self.debate.away().is_some() || self.form().is_some() {
            return Transition::Stay;
        }
        let (areas, choices, evidence) = self.at_sight(context, |_, seat_board| {
            (
                seat_board.areas,
                Self::choices_area(seat_board),
                (seat_board.evidence.open, seat_board.evidence.opens()),
            )
        });
        let on_frame = |card: Rect| card.contains(at) && !Card::inner(card).contains(at);
        match evidence {
            (true, _) => self.turn_evidence(context),
            (false, true) if areas.answer.y == at.y => self.turn_evidence(context),
            _ if areas.rule.contains(at) => return self.theory(context),
            _ if areas.cost.contains(at) => return self.costs(context),
            _ if on_frame(areas.answer) => self.focus_answer(),
            _ if choices.contains(at) => {
                let (x, y) = (at.x - choices.x, at.y - choices.y);
                let keys = &context.keys;
                if self.desk.click(x.into(), y.into(), choices.width.into(), keys) {
                    self.focus_answer();
                }
            }
            _ if areas.board.contains(at) => self.at_sight(context, |table, seat_board| {
                let (board, area) = (&seat_board.board, seat_board.area);
                let Some(spot) = table.board.hit(at, board, area) else { return };
                table.board.focus = Some(spot.pane);
                table.board.point(spot, board, area);
                table.follow_board();
            }),
            _ => {}
        }
        Transition::Stay
    }

    fn wheel(&self, _: Position, action: Action, size: Rect) -> Option<Action> {
        let open = self.zoomed && self.seen(size, &KeyMap::default()).sight.evidence.open;
        Some(match action {
            Action::Up if open => Action::PageUp,
            _ if open => Action::PageDown,
            _ => action,
        })
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        self.begin(context)
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        self.meter.poll();
        self.board.set_large(Some(Areas::is_large(context.size)));
        // The question before the first move comes first.
        if self.waits_for_word() {
            return Transition::Stay;
        }
        self.go_to_found(context);
        self.differed(context);
        // After a change of the size or of the question, the evidence may be in the card of the answer, or there is none.
        if self.zoomed && !self.at_sight(context, |_, sight| sight.evidence.open) {
            self.zoomed = false;
        }
        match &self.debate {
            TableDebate::Away(..) => {
                let step = self.back(context);
                context.changed = self.debate.away().is_none();
                step
            }
            TableDebate::Here(sitting) if sitting.is_lost() => {
                context.notify("you no longer have your seat at this table");
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

    fn question_area(&self, context: &Context) -> Option<Rect> {
        let seen = self.seen(context.size, &context.keys).sight;
        (!seen.evidence.open).then(|| seen.areas.aside.union(seen.areas.answer))
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        let seen = self.seen(canvas.area(), &context.keys);
        self.draw(canvas, &seen, context);
        self.offers(&seen, context)
    }
}
