//! What the keys do at the table, now.

use super::TableScreen;
use crate::rules::{Move, Verb};
use crate::scenario::Forbidden;
use crate::show::board::Pane;
use crate::tui::keys::Action;
use crate::tui::offer::Offer;
use crate::tui::screen::Context;

impl TableScreen {
    /// Everything on offer, in the order of the footer.
    pub(super) fn all_offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if let Some(form) = &self.form {
            return form.offers();
        }
        if self.curtain.is_some() {
            return vec![
                Offer::new(&[Confirm], "show"),
                Offer::new(&[Help], "help"),
                Offer::new(&[Back], "back"),
            ];
        }
        let mut offers = Vec::new();
        if self.away.is_some() || self.rounds > 0 {
            offers.push(Offer::new(&[Cancel], "stop"));
        }
        let waits = self.sitting.as_ref().is_none_or(|sitting| sitting.waits_for().is_some());
        if self.away.is_none() && self.desk.is_none() && !waits {
            offers.push(Offer::new(&[Confirm], "go on"));
        }
        let board = self.view();
        let linked = self.linked();
        if let (Some(desk), None) = (&self.desk, &self.away) {
            match self.board.focus.filter(|f| Some(*f) != linked) {
                Some(pane) => {
                    offers.push(Offer::new(&[Left, Right, Up, Down], "go to"));
                    match self.on_board(desk, &board, pane) {
                        Some(Move::Read(_)) => {
                            offers.push(Offer::new(&[Confirm], "read it: 1 query"));
                        }
                        Some(_) => offers.push(Offer::new(&[Confirm], "pick it")),
                        None => {}
                    }
                }
                None => offers.extend(desk.offers()),
            }
            if self.has_evidence() {
                let words = if self.shown.zoomed { "board" } else { "evidence" };
                offers.push(Offer::new(&[Evidence], words));
            }
            offers.extend(desk.keys_before());
            let board = self.position.board(self.eye());
            let long = |p: &Pane<'_>| match p {
                Pane::Strip(s) => s.len > 64,
                Pane::Table(t) => t.len > 20,
                _ => false,
            };
            if board.panes.iter().any(long) {
                offers.push(Offer::new(&[NextMark], "next mark"));
            }
            if [Move::Continue, Move::Fair].iter().any(|mv| desk.prompt().admit(mv).is_ok()) {
                offers.push(Offer::new(&[GoOn], "go to"));
            }
            let reads = desk.prompt().offer(Verb::Read).is_some();
            let mut next = self.board.clone();
            next.next_focus(&board);
            let words = match (next.focus, reads) {
                (Some(f), _) if Some(f) == self.board.focus => None,
                (Some(_), true) => Some("read more"),
                (Some(_), false) => Some("board"),
                (None, _) if linked == self.board.focus && !desk.has_choices() => None,
                (None, _) if self.board.focus.is_some() => Some("prompt"),
                (None, _) => None,
            };
            let words = words.or_else(|| desk.types_text().then_some("leave the text"));
            if let Some(words) = words {
                offers.push(Offer::new(&[Focus], words));
            }
        }
        if board.panes.iter().any(|p| matches!(p, Pane::Votes(_))) {
            offers.push(Offer::new(&[View], "running mean"));
        }
        if board.panes.iter().any(|p| matches!(p, Pane::Tree(_))) {
            offers.push(Offer::new(&[Fold], "fold"));
        }
        if self.board.can_scroll(&board, self.area(context)) {
            offers.push(Offer::new(&[ScrollBack, ScrollOn], "scroll"));
        }
        if let Some(sitting) = &self.sitting {
            let scenario = &sitting.scenario;
            let hints = !scenario.forbids(Forbidden::Hints);
            if hints && scenario.lesson.hints.len() > self.hints {
                offers.push(Offer::new(&[Hint], "hint"));
            }
            let back = sitting.last_choice();
            if back.is_some_and(|node| sitting.may_go_back_to(node).is_ok()) {
                offers.push(Offer::new(&[Undo], "undo"));
            }
            if scenario.allows_evaluation() && sitting.table().is_none() {
                offers.push(Offer::new(&[Evaluation], "evaluation on or off").quietly());
            }
            if context.is_owner() {
                offers.push(Offer::new(&[Save], "save to a file").quietly());
                offers.extend(self.class_offers());
            }
        }
        if let Some(desk) = self.desk.as_ref().filter(|desk| desk.can_cancel()) {
            match desk.types_text() {
                true => offers.push(Offer::new(&[Cancel], "leave the text")),
                false => offers.push(Offer::new(&[Cancel], "back to the choices").quietly()),
            }
        }
        let more = self.side_text().overflows(self.side_area(context));
        let more = more || self.evidence_scrolls(context);
        if more || self.board.active(&board).is_some() {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        if self.board.focus.is_some() {
            offers.push(Offer::new(&[First, Last], "ends").quietly());
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }
}
