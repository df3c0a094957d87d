//! The key commands of the table.

use std::iter;
use std::sync::Arc;

use super::TableScreen;
use super::form::TableForm;
use super::seat_board::TableSnapshot;
use super::state::TableMode;
use crate::rules::Verb;
use crate::text::Board;
use crate::text::board::Pane;
use crate::tui::prelude::*;
use crate::tui::screen::text_entry::TextPurpose;

/// The number of commands that the footer shows beside the help.
const SHOWN: usize = 4;

/// The command that moves the cursor to the first or last item.
fn ends() -> KeyCommand {
    let ends = KeyCommand::new(&[Action::First, Action::Last], "ends");
    ends.hidden_from_footer().does(TableScreen::move_cursor)
}

impl TableScreen {
    /// All commands, the most important first.
    pub(super) fn offers(&self, seen: &TableSnapshot<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        match &self.mode {
            TableMode::Asked(form, _) => return form.offers(),
            TableMode::Covered(_) => {
                let show = |table: &mut Self| table.mode = TableMode::Play;
                let show = KeyCommand::new(&[Confirm], "show").does(show);
                return iter::once(show).chain(KeyCommand::help_and_back()).collect();
            }
            TableMode::Play | TableMode::GoOn(..) => {}
        }
        if seen.sight.evidence.open {
            return self.offers_of_evidence(seen);
        }
        let mut offers = Vec::new();
        let thinks = self.debate.away().is_some();
        if thinks || matches!(self.mode, TableMode::GoOn(..)) {
            offers.push(KeyCommand::new(&[Cancel], "stop").does(Self::cancel));
        }
        let waits = self.debate.here().is_none_or(|sitting| sitting.waits_for().is_some());
        if !self.desk.asks() && !waits {
            offers.push(KeyCommand::new(&[Confirm], "go on").does(Self::confirm));
        }
        let on_board = self.apart().is_some();
        if self.desk.asks() && !thinks {
            match self.apart() {
                Some(pane) => {
                    offers.extend(self.offers_on_board(pane, seen));
                    offers.extend(self.offer_of_marks(&seen.sight.board));
                }
                None => offers.extend(self.offers_of_answer(seen, context)),
            }
            if seen.sight.evidence.opens() {
                offers.push(KeyCommand::new(&[Evidence], "evidence").does(Self::turn_evidence));
            }
            let mut before = self.offers_before(self.cursor_on(&seen.sight.board));
            // The first command that comes before the answer also comes first in the footer.
            let later = before.split_off(before.len().min(1));
            offers.extend(before);
            if self.hints_left() > 0 {
                let words = if self.shows_hint { "next hint" } else { "hint" };
                offers.push(KeyCommand::new(&[Hint], words).does(Self::hint));
            } else if self.hints > 0 && !self.shows_hint {
                offers.push(KeyCommand::hidden(&[Hint], "the last hint again").does(Self::hint));
            }
            offers.extend(later);
        }
        if let Some(sitting) = self.debate.here() {
            let back = self.last_choice();
            if back.is_some_and(|node| sitting.may_go_back_to(node).is_ok()) {
                offers.push(KeyCommand::new(&[Undo], "undo").does(Self::undo));
            }
        }
        if self.desk.asks() && !thinks && !on_board {
            offers.extend(self.offer_of_marks(&seen.sight.board));
        }
        offers.extend(self.offers_of_view(seen, context));
        if self.shows_hint && !thinks {
            offers.retain(|offer| !offer.actions().contains(&Cancel));
            let close = KeyCommand::new(&[Cancel], "close the hint").does(Self::cancel);
            offers.insert(offers.len().min(2), close);
        }
        let back = match self.debate.here().is_some_and(DebateSession::is_unkept) {
            true => {
                let ask = |table: &mut Self| table.ask(Some(TableForm::Unkept));
                KeyCommand::new(&[Back], "back").does(ask)
            }
            false => KeyCommand::new(&[Back], "library").leaves(),
        };
        let mut shown = 0;
        let mut offers: Vec<KeyCommand> = offers
            .into_iter()
            .map(|offer| {
                shown += usize::from(offer.is_in_footer());
                if shown > SHOWN { offer.hidden_from_footer() } else { offer }
            })
            .collect();
        let back = if shown >= SHOWN { back.hidden_from_footer() } else { back };
        offers.extend(KeyCommand::help_and(back));
        offers
    }

    /// The commands while the evidence is open over the board. No move can be made before the player sees the board
    /// again.
    fn offers_of_evidence(&self, seen: &TableSnapshot<'_>) -> Vec<KeyCommand> {
        use Action::*;
        let close = KeyCommand::new(&[Cancel, Evidence], "close").does(Self::turn_evidence);
        let mut offers = vec![close];
        if seen.sight.evidence.lines.len() + 2 > seen.sight.areas.body.height.into() {
            let page = |words| KeyCommand::new(&[PageUp, PageDown], words).does(Self::page);
            offers.push(page("a page"));
            for more in [[Up, Down], [ScrollBack, ScrollOn]] {
                let more = KeyCommand::new(&more, "a page").does(Self::page);
                offers.push(more.hidden_from_footer());
            }
        }
        let back = KeyCommand::hidden(&[Back], "close");
        offers.extend(KeyCommand::help_and(back.does(Self::turn_evidence)));
        offers
    }

    /// The commands while the board has the focus.
    fn offers_on_board(&self, pane: usize, seen: &TableSnapshot<'_>) -> Vec<KeyCommand> {
        use Action::*;
        let (board, parts) = (&seen.sight.board, &*seen.parts);
        let mut offers = Vec::new();
        // At the edge of this pane, the cursor moves on to the next pane.
        let several = self.board.panes_to_focus(board).count() > 1;
        let arrows = [Left, Right, Up, Down];
        if several || self.board.moves(&arrows, board, parts) {
            offers.push(KeyCommand::new(&arrows, "move").does(Self::move_cursor));
        }
        let cursor = self.board.pane(pane).cursor;
        if self.desk.reading(board, pane, cursor).is_some() {
            offers.push(KeyCommand::new(&[Read], "read it: costs 1").does(Self::read));
        }
        if self.picked(board, pane).is_some() {
            offers.push(KeyCommand::new(&[Confirm], "pick it").does(Self::confirm));
        }
        offers.push(KeyCommand::new(&[Focus], "answer").does(Self::next_focus));
        offers.push(KeyCommand::hidden(&[Cancel], "back to the answer").does(Self::cancel));
        if self.board.moves(&[First, Last], board, parts) {
            offers.push(ends());
        }
        offers
    }

    /// The commands while the answer has the focus.
    fn offers_of_answer(&self, seen: &TableSnapshot<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let (desk, board) = (&self.desk, &seen.sight.board);
        let mut offers = Vec::new();
        let columns = Self::choices_area(&seen.sight).width.into();
        for offer in desk.offers(columns, &context.keys) {
            offers.extend(match offer.actions() {
                [Up, Down] if self.chooses() => None,
                [Confirm] => Some(offer.does(Self::confirm)),
                [Left | Right | Up | Down, ..] => Some(offer.does(Self::move_cursor)),
                [] => Some(offer),
                _ => Some(offer.does(Self::choose)),
            });
        }
        let moves = |actions: &[Action]| self.board.moves(actions, board, &seen.parts);
        if self.chooses() && (self.pointer().is_none() || moves(&[Up, Down])) {
            offers.push(KeyCommand::hidden(&[Up, Down], "move").does(Self::move_cursor));
        }
        let points = |actions: &[Action]| {
            self.linked().is_some() && (self.pointer().is_none() || moves(actions))
        };
        if points(&[First, Last]) {
            offers.push(ends());
        }
        let words = match self.other_pane(board) {
            Some(_) if self.reads() => Some("read bits"),
            Some(_) => Some("board"),
            None => desk.types_text().then_some("leave the text"),
        };
        let focus = words.map(|words| KeyCommand::new(&[Focus], words).does(Self::next_focus));
        offers.extend(
            focus.map(|offer| if self.reads() { offer } else { offer.hidden_from_footer() }),
        );
        if desk.can_cancel() {
            let cancel = |words| KeyCommand::new(&[Cancel], words).does(Self::cancel);
            offers.push(match desk.types_text() {
                true => cancel("leave the text"),
                false => cancel("choose none").hidden_from_footer(),
            });
        }
        offers
    }

    /// The commands that come before the answer. They are available with any focus.
    fn offers_before(&self, cursor: Option<usize>) -> Vec<KeyCommand> {
        let desk = &self.desk;
        let before = |verb| desk.prompt().offer(verb).is_some_and(|offer| !offer.ends_turn);
        let mut offers = Vec::new();
        if before(Verb::Sample) && !desk.draws_as_choice() {
            offers.push(KeyCommand::new(&[Action::Sample], "draw votes").does(Self::sample));
        } else if before(Verb::Run) {
            let run = |table: &mut Self, cx: &mut Context| table.before(Verb::Run, cx);
            offers.push(KeyCommand::new(&[Action::Sample], "run it").does(run));
        }
        if before(Verb::Ask) {
            let ask = |table: &mut Self, cx: &mut Context| table.before(Verb::Ask, cx);
            let offer = KeyCommand::new(&[Action::Ask], "ask the oracle").does(ask);
            // If the oracle refuses, the key says why.
            let refused = desk.before(Verb::Ask, cursor).is_err();
            offers.push(if refused { offer.hidden_from_footer() } else { offer });
        }
        if desk.can_fill() {
            offers.push(KeyCommand::new(&[Action::Fill], "fill in").does(Self::fill));
        }
        offers
    }

    /// The command that goes to the next mark on the board.
    fn offer_of_marks(&self, board: &Board<'_>) -> Option<KeyCommand> {
        let long = |pane: &Pane<'_>| match pane {
            Pane::Strip(strip) => strip.len > 64,
            Pane::Table(table) => table.len > 20,
            _ => false,
        };
        let rows = |pane: &Pane<'_>| matches!(pane, Pane::Strip(_) | Pane::Table(_));
        // While the judge answers, this key would leave the answer.
        let has_cursor = self.board.focus.or(self.linked()).is_some();
        let offer = KeyCommand::new(&[Action::NextMark], "next mark").does(Self::seek);
        // A short row is all in view, so it needs no search.
        let is_long = board.panes.iter().any(long);
        let offer = if is_long { offer } else { offer.hidden_from_footer() };
        (board.panes.iter().any(rows) && has_cursor).then_some(offer)
    }

    /// The commands that change the view or open a page, and the commands that only the list of commands shows.
    fn offers_of_view(&self, seen: &TableSnapshot<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let (board, parts) = (&seen.sight.board, &*seen.parts);
        let mut offers = Vec::new();
        if self.desk.asks() && self.debate.away().is_none() && self.default_answer().is_some() {
            // If an answer already has this key, the key chooses that answer.
            if !self.desk.is_letter(GoOn) || self.apart().is_some() {
                let round = |table: &mut Self, cx: &mut Context| table.go_on_for(1, cx);
                offers.push(KeyCommand::hidden(&[GoOn], "play this round").does(round));
            }
            let ask = |table: &mut Self| table.ask(TableForm::typing(TextPurpose::Rounds, ""));
            offers.push(KeyCommand::new(&[Rounds], "go on for several rounds").does(ask).listed());
        }
        if self.board.can_turn_view(board, parts) {
            let turn = |table: &mut Self| {
                let position = Arc::clone(&table.position);
                table.board.turn_view(&position.board(table.eye()));
            };
            offers.push(
                KeyCommand::new(&[View], "the votes or their running mean").does(turn).listed(),
            );
        }
        let pages = [PageUp, PageDown];
        if self.board.moves(&pages, board, parts) {
            offers.push(KeyCommand::hidden(&pages, "a page").does(Self::page));
        }
        if self.board.can_scroll(board, parts) {
            offers.push(KeyCommand::new(&[ScrollBack, ScrollOn], "scroll").does(Self::scroll));
        }
        offers.push(KeyCommand::hidden(&[Theory], "theory").does(Self::theory));
        offers.push(KeyCommand::hidden(&[Costs], "cost by kind").does(Self::costs));
        if let Some(sitting) = self.debate.here() {
            if sitting.scenario.allows_evaluation() && sitting.table().is_none() {
                let offer = KeyCommand::new(&[Evaluation], "evaluation on or off").listed();
                offers.push(offer.does(Self::turn_evaluation));
            }
            if context.is_owner() {
                let save = KeyCommand::new(&[Save], "save to a file").listed();
                offers.push(save.does(Self::ask_where_to_save));
                offers.extend(self.exercise_offers(sitting));
            }
        }
        offers
    }

    /// The number of hints that are not shown yet.
    pub(super) fn hints_left(&self) -> usize {
        let Some(sitting) = self.debate.here() else { return 0 };
        // After the end, no hint helps, even while the end is hidden.
        match sitting.outcome().is_some() || sitting.is_held() {
            true => 0,
            false => sitting.scenario.hints(&self.people).len().saturating_sub(self.hints),
        }
    }
}
