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
            let mut offers = form.offers();
            if self.pages(context) {
                offers.insert(0, Offer::new(&[PageUp, PageDown], "a page").quietly());
            }
            return offers;
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
                    let arrows = [Left, Right, Up, Down];
                    if self.board.moves(&arrows, &board, self.area(context)) {
                        offers.push(Offer::new(&arrows, "go to"));
                    }
                    match self.on_board(desk, &board, pane) {
                        Some(Move::Read(_)) => {
                            offers.push(Offer::new(&[Confirm], "read it: 1 query"));
                        }
                        Some(_) => offers.push(Offer::new(&[Confirm], "pick it")),
                        None => {}
                    }
                }
                None => {
                    for offer in desk.offers(context.size.width.into()) {
                        match offer.actions() {
                            [Up, Down] if self.chooses() => {}
                            [Left, Right, Up, Down] if self.chooses() => {
                                offers.push(Offer::new(&[Left, Right], offer.words().to_owned()));
                            }
                            _ => offers.push(offer),
                        }
                    }
                    let up_and_down = [Up, Down];
                    let area = self.area(context);
                    if self.chooses() && self.board.moves(&up_and_down, &board, area) {
                        offers.push(Offer::new(&up_and_down, "go to").quietly());
                    }
                }
            }
            if self.has_evidence() {
                let words = if self.shown.zoomed { "close evidence" } else { "evidence" };
                let offer = Offer::new(&[Evidence], words);
                let whole = self.evidence_is_whole(context.size);
                offers.push(if whole { offer.quietly() } else { offer });
            }
            offers.extend(desk.keys_before());
            let board = self.position.board(self.eye());
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
        // A row of keys that is full leaves out the last: help and a way back come before comfort.
        if let Some(sitting) = &self.sitting {
            if self.hints_left() > 0 {
                offers.push(Offer::new(&[Hint], "hint"));
            }
            let back = sitting.last_choice();
            if back.is_some_and(|node| sitting.may_go_back_to(node).is_ok()) {
                offers.push(Offer::new(&[Undo], "undo"));
            }
        }
        if let (Some(desk), None) = (&self.desk, &self.away) {
            let board = self.position.board(self.eye());
            let long = |p: &Pane<'_>| match p {
                Pane::Strip(s) => s.len > 64,
                Pane::Table(t) => t.len > 20,
                _ => false,
            };
            if board.panes.iter().any(long) && !self.covered() {
                offers.push(Offer::new(&[NextMark], "next mark"));
            }
            if [Move::Continue, Move::Fair].iter().any(|mv| desk.prompt().admit(mv).is_ok()) {
                offers.push(Offer::new(&[GoOn], "go to"));
            }
        }
        if self.board.can_turn_view(&board, self.area(context)) {
            offers.push(Offer::new(&[View], "running mean"));
        }
        if !self.covered() && self.board.can_fold(&board) {
            offers.push(Offer::new(&[Fold], "fold"));
        }
        if self.board.can_scroll(&board, self.area(context)) {
            offers.push(Offer::new(&[ScrollBack, ScrollOn], "scroll"));
        }
        if let Some(sitting) = &self.sitting {
            let scenario = &sitting.scenario;
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
        if self.pages(context) {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        let ends = self.board.moves(&[First, Last], &board, self.area(context));
        if self.board.focus.is_some() && ends {
            offers.push(Offer::new(&[First, Last], "ends").quietly());
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    /// How many hints are not shown yet, where they may be.
    pub(super) fn hints_left(&self) -> usize {
        let Some(sitting) = &self.sitting else { return 0 };
        match sitting.scenario.forbids(Forbidden::Hints) {
            true => 0,
            false => sitting.scenario.lesson.hints.len().saturating_sub(self.hints),
        }
    }

    /// Is there another page of anything on the screen: the panel, the evidence, the board?
    fn pages(&self, context: &Context) -> bool {
        let board = self.view();
        let pages = [Action::PageUp, Action::PageDown];
        self.side_text(&context.keys).overflows(self.side_area(context))
            || self.evidence_scrolls(context)
            || self.board.moves(&pages, &board, self.area(context))
    }
}
