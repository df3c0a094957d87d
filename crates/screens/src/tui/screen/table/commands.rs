//! What the keys do at the table, now.

use std::iter;
use std::sync::Arc;

use super::TableScreen;
use super::form::TableForm;
use super::seat_board::TableSnapshot;
use super::state::TableMode;
use crate::rules::{Move, Verb};
use crate::text::board::Pane;
use crate::tui::prelude::*;
use crate::tui::screen::text_entry::TextPurpose;

impl TableScreen {
    /// Everything on offer, in the order of the footer.
    pub(super) fn offers(&self, seen: &TableSnapshot<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let (board, parts) = (&seen.sight.board, &*seen.parts);
        let page = Offer::new(&[PageUp, PageDown], "a page").hidden_from_footer().does(Self::page);
        let page = Some(page).filter(|_| self.pages(seen, context));
        match &self.mode {
            TableMode::Asked(form, _) => return page.into_iter().chain(form.offers()).collect(),
            TableMode::Covered(_) => {
                let show = |table: &mut Self| table.mode = TableMode::Play;
                let show = Offer::new(&[Confirm], "show").does(show);
                return iter::once(show).chain(Offer::help_and_back()).collect();
            }
            TableMode::Play | TableMode::GoOn(_) => {}
        }
        let mut offers = Vec::new();
        let thinks = self.debate.away().is_some();
        if thinks || matches!(self.mode, TableMode::GoOn(_)) {
            offers.push(Offer::new(&[Cancel], "stop").does(Self::cancel));
        }
        let waits = self.debate.here().is_none_or(|sitting| sitting.waits_for().is_some());
        if !self.desk.asks() && !waits {
            offers.push(Offer::new(&[Confirm], "go on").does(Self::confirm));
        }
        let desk = &self.desk;
        if desk.asks() && !thinks {
            let linked = self.linked();
            let go_to = |actions: &[Action]| {
                let moves = self.board.moves(actions, board, parts);
                moves.then(|| Offer::new(actions, "go to").does(Self::move_cursor))
            };
            match self.apart() {
                Some(pane) => {
                    let rows = matches!(board.panes[pane], Pane::Tree(_) | Pane::Table(_));
                    let arrows = [Left, Right, Up, Down];
                    offers.extend(go_to(if rows { &arrows[2..] } else { &arrows }));
                    let words = match self.on_board(board, pane) {
                        Some(Move::Read(_)) => Some("read it: 1 query"),
                        other => other.map(|_| "pick it"),
                    };
                    let confirm = words.map(|words| Offer::new(&[Confirm], words));
                    offers.extend(confirm.map(|offer| offer.does(Self::confirm)));
                    let trial = |pane: &Pane<'_>| match pane {
                        Pane::Strip(strip) => (1..strip.len).contains(&strip.on_trial().len()),
                        _ => false,
                    };
                    if self.reads() && board.panes.get(pane).is_some_and(trial) {
                        let words = if self.board.on_trial { "all bits" } else { "the step's" };
                        offers.push(Offer::new(&[AllBits], words).does(Self::turn_all_bits));
                    }
                }
                None => {
                    for offer in desk.offers(context.size.width.into()) {
                        offers.extend(match offer.actions() {
                            [Up, Down] if self.chooses() => None,
                            [Left, Right, Up, Down] if self.chooses() => {
                                let words = offer.words().to_owned();
                                Some(Offer::new(&[Left, Right], words).does(Self::move_cursor))
                            }
                            [Confirm] => Some(offer.does(Self::confirm)),
                            [Yes, No] => Some(offer.does(Self::answer)),
                            _ => Some(offer.does(Self::move_cursor)),
                        });
                    }
                    let up_and_down = go_to(&[Up, Down]).filter(|_| self.chooses());
                    offers.extend(up_and_down.map(Offer::hidden_from_footer));
                }
            }
            if seen.sight.evidence.is_there() {
                let covers = seen.sight.evidence.covers;
                let words = if covers { "close evidence" } else { "evidence" };
                let offer = Offer::new(&[Evidence], words).does(Self::turn_evidence);
                let whole = seen.sight.evidence.is_whole();
                offers.push(if whole { offer.hidden_from_footer() } else { offer });
            }
            offers.extend(self.offers_before(self.cursor_on(board)));
            let reads = desk.prompt().offer(Verb::Read).is_some();
            let can_read = |f| desk.to_read(board, f, self.board.pane(f).cursor).is_some();
            let words = match (self.board.after_focus(board), reads) {
                (Some(f), _) if Some(f) == self.board.focus => None,
                (Some(f), true) if can_read(f) => Some("read more"),
                (Some(_), _) => Some("board"),
                (None, _) if linked == self.board.focus && !desk.has_choices() => None,
                (None, _) => self.board.focus.map(|_| "prompt"),
            };
            let words = words.or_else(|| desk.types_text().then_some("leave the text"));
            offers.extend(words.map(|words| Offer::new(&[Focus], words).does(Self::next_focus)));
        }
        // A row of keys that is full leaves out the last: help and a way back come before comfort.
        if let Some(sitting) = self.debate.here() {
            if self.hints_left() > 0 {
                offers.push(Offer::new(&[Hint], "hint").does(Self::hint));
            }
            let back = self.last_choice();
            if back.is_some_and(|node| sitting.may_go_back_to(node).is_ok()) {
                offers.push(Offer::new(&[Undo], "undo").does(Self::undo));
            }
        }
        if desk.asks() && !thinks {
            let long = |p: &Pane<'_>| match p {
                Pane::Strip(s) => s.len > 64,
                Pane::Table(t) => t.len > 20,
                _ => false,
            };
            let rows = |p: &Pane<'_>| matches!(p, Pane::Strip(_) | Pane::Table(_));
            if board.panes.iter().any(rows) && !seen.sight.evidence.covers {
                let offer = Offer::new(&[NextMark], "next mark").does(Self::seek);
                // Short rows are seen whole.
                let seen_whole = !board.panes.iter().any(long);
                offers.push(if seen_whole { offer.hidden_from_footer() } else { offer });
            }
            if self.default_answer().is_some() {
                let form = |table: &mut Self| {
                    let words = match table.desk.prompt().offer(Verb::Dispute) {
                        Some(_) => {
                            "One if none is typed. You run it, and dispute the half that differs."
                        }
                        None => {
                            "One if none is typed. You never abort, toss fairly, say what you measured."
                        }
                    };
                    table.ask(TableForm::typing(TextPurpose::Rounds(words), ""));
                };
                offers.push(Offer::new(&[GoOn], "go on").does(form));
            }
        }
        if self.board.can_turn_view(board, parts) {
            offers.push(Offer::new(&[View], "running mean").does(|table: &mut Self| {
                let position = Arc::clone(&table.position);
                table.board.turn_view(&position.board(table.eye()));
            }));
        }
        if !seen.sight.evidence.covers && self.board.can_fold(board) {
            offers.push(Offer::new(&[Fold], "fold").does(|table: &mut Self, cx: &mut Context| {
                table.at_sight(cx.size, |table, sight| table.board.fold(&sight.board, sight.area));
            }));
        }
        if self.board.can_scroll(board, parts) {
            offers.push(Offer::new(&[ScrollBack, ScrollOn], "scroll").does(Self::scroll));
        }
        if let Some(sitting) = self.debate.here() {
            if sitting.scenario.allows_evaluation() && sitting.table().is_none() {
                let offer = Offer::new(&[Evaluation], "evaluation on or off").hidden_from_footer();
                offers.push(offer.does(Self::turn_evaluation));
            }
            if context.is_owner() {
                let save = Offer::new(&[Save], "save to a file").hidden_from_footer();
                offers.push(save.does(Self::ask_where_to_save));
                offers.extend(self.exercise_offers(sitting));
            }
        }
        if desk.can_cancel() {
            let cancel = |words| Offer::new(&[Cancel], words).does(Self::cancel);
            offers.push(match desk.types_text() {
                true => cancel("leave the text"),
                false => cancel("back to the choices").hidden_from_footer(),
            });
        }
        offers.extend(page);
        if self.board.focus.is_some() && self.board.moves(&[First, Last], board, parts) {
            offers.push(
                Offer::new(&[First, Last], "ends").hidden_from_footer().does(Self::move_cursor),
            );
        }
        offers.extend(Offer::help_and(match seen.sight.evidence.covers {
            true => Offer::new(&[Back], "close evidence").does(Self::turn_evidence),
            false if self.debate.here().is_some_and(DebateSession::is_unkept) => {
                let ask = |table: &mut Self| table.ask(Some(TableForm::Unkept));
                Offer::new(&[Back], "back").does(ask)
            }
            false => Offer::new(&[Back], "back").leaves(),
        }));
        offers
    }

    /// What can be done before the answer, wherever the focus is.
    fn offers_before(&self, cursor: Option<usize>) -> Vec<Offer> {
        let desk = &self.desk;
        let before = |verb| desk.prompt().offer(verb).is_some_and(|offer| !offer.ends_turn);
        let mut offers = Vec::new();
        if before(Verb::Ask) {
            let ask = |table: &mut Self, cx: &mut Context| table.before(Verb::Ask, cx);
            let offer = Offer::new(&[Action::Ask], "ask").does(ask);
            // Where it is refused the key says why.
            let refused = desk.before(Verb::Ask, cursor).is_err();
            offers.push(if refused { offer.hidden_from_footer() } else { offer });
        }
        if before(Verb::Sample) && !desk.draws_as_choice() {
            offers.push(Offer::new(&[Action::Sample], "sample").does(Self::sample));
        } else if before(Verb::Run) {
            let run = |table: &mut Self, cx: &mut Context| table.before(Verb::Run, cx);
            offers.push(Offer::new(&[Action::Sample], "run it").does(run));
        }
        if desk.concession().is_some() {
            offers.push(Offer::new(&[Action::Concede], "concede").does(Self::concede));
        }
        if desk.can_fill() {
            offers.push(Offer::new(&[Action::Fill], "fill").does(Self::fill));
        }
        offers
    }

    /// How many hints are not shown yet, where they may be.
    pub(super) fn hints_left(&self) -> usize {
        let Some(sitting) = self.debate.here() else { return 0 };
        // An end that is kept back is an end: a hint there would count for nothing.
        match sitting.outcome().is_some() || sitting.is_held() {
            true => 0,
            false => sitting.scenario.hints(&self.people).len().saturating_sub(self.hints),
        }
    }

    /// Is there another page of anything on the screen: the panel, the evidence, the board?
    fn pages(&self, seen: &TableSnapshot<'_>, context: &Context) -> bool {
        let pages = [Action::PageUp, Action::PageDown];
        seen.panel.overflows(Self::side_area(context.size))
            || seen.sight.evidence.scrolls()
            || self.board.moves(&pages, &seen.sight.board, &seen.parts)
    }
}
