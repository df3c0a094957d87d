//! The actions of a player at the table.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::form::TableForm;
use super::state::TableMode;
use super::{TableScreen, seek};
use crate::debate::NodeId;
use crate::rules::{Cost, Move, Turn, Verb};
use crate::scenario::{Attempt, SafeText};
use crate::text::Board;
use crate::tui::board::{BoardState, HitTarget};
use crate::tui::prelude::*;
use crate::tui::prompt::{IntegerField, PromptState};
use crate::tui::screen::file_name;
use crate::tui::screen::text_entry::{TextEntry, TextPurpose};

impl TableScreen {
    /// Stops the running work, or cancels the input.
    pub(super) fn cancel(&mut self) {
        self.stop_rounds();
        if let Some(job) = self.debate.away() {
            job.stop();
        } else if self.shows_hint {
            self.shows_hint = false;
        } else if self.apart().is_some() {
            self.focus_answer();
        } else if self.desk.cancel() {
            self.board.focus = None;
        }
    }

    /// Stops the automatic rounds.
    pub(super) fn stop_rounds(&mut self) {
        if matches!(self.mode, TableMode::GoOn(..)) {
            self.mode = TableMode::Play;
        }
    }

    pub(super) fn ask_where_to_save(&mut self) {
        self.ask(TableForm::typing(TextPurpose::Save, file_name(&self.title)));
    }

    /// Chooses the answer of this key.
    pub(super) fn choose(&mut self, action: Action, _: &mut Context) {
        self.desk.act(action);
        self.board.focus = self.linked();
    }

    /// Draws votes. If the player can choose the number of votes, asks for it first.
    pub(super) fn sample(&mut self, context: &mut Context) -> Transition {
        match self.votes_to_draw() {
            Some(votes) => self.ask(Some(TableForm::Votes(votes))),
            None => return self.before(Verb::Sample, context),
        }
        Transition::Stay
    }

    /// Plays a move that comes before the answer, such as a question to the oracle.
    pub(super) fn before(&mut self, verb: Verb, context: &mut Context) -> Transition {
        match self.desk.before(verb, self.cursor()) {
            Ok(mv) => self.play(mv, context),
            Err(reason) => context.stay(reason),
        }
    }

    pub(super) fn fill(&mut self, context: &mut Context) -> Transition {
        if self.desk.fill() {
            return Transition::Stay;
        }
        self.fill_next = true;
        self.play(Move::Run, context)
    }

    /// Opens the evidence over the whole board, or closes it.
    pub(super) fn turn_evidence(&mut self, context: &mut Context) {
        (self.zoomed, self.top) = (!self.zoomed, 0);
        self.settle(context);
    }

    /// Remembers which rows of the board are in view.
    pub(super) fn settle(&mut self, context: &Context) {
        self.at_sight(context, |table, sight| table.board.settle(&sight.board, sight.area));
    }

    pub(super) fn scroll(&mut self, action: Action, context: &mut Context) {
        let by = if action == Action::ScrollOn { 1 } else { -1 };
        self.at_sight(context, |table, sight| table.board.scroll(by, &sight.board, sight.area));
    }

    /// Chooses the item under the board's cursor if the player has chosen none. Returns `true` if it did so.
    fn show_pointer(&mut self) -> bool {
        let Some(pane) = self.linked().filter(|_| self.desk.item().is_none()) else { return false };
        self.board.focus = Some(pane);
        self.follow_board();
        true
    }

    /// Turns a page of the evidence if it is open, else of the board.
    pub(super) fn page(&mut self, action: Action, context: &mut Context) {
        if self.at_sight(context, |_, sight| sight.evidence.open) {
            self.page_evidence(action, context);
            return;
        }
        if self.apart().is_none() {
            self.show_pointer();
        }
        self.at_sight(context, |table, sight| {
            table.board.move_cursor(action, &sight.board, sight.area);
        });
        self.follow_board();
    }

    /// Copies the cursor of the linked pane into the answer.
    pub(super) fn follow_board(&mut self) {
        if let Some(pane) = self.board.focus.filter(|pane| Some(*pane) == self.linked()) {
            self.desk.follow(self.board.pane(pane).cursor);
        }
    }

    /// Moves the cursor of the pane with the focus, or the choice in the prompt.
    pub(super) fn move_cursor(&mut self, action: Action, context: &mut Context) {
        let jumped = std::mem::take(&mut self.jumped);
        if jumped && self.apart().is_none() && !self.desk.can_cancel() {
            return context.notify("Your bits decide it. The next arrow chooses a ruling.");
        }
        let chooses = self.chooses() && matches!(action, Action::Left | Action::Right);
        // The first arrow moves the cursor, and so chooses where it is.
        let is_first = !chooses && self.apart().is_none() && self.show_pointer();
        match self.board.focus {
            Some(pane) if !chooses => {
                let linked = self.linked();
                let went = self.at_sight(context, |table, sight| match Some(pane) == linked {
                    true => table.board.move_cursor(action, &sight.board, sight.area),
                    false => table.board.go(action, &sight.board, sight.area, linked),
                });
                if !went && !is_first {
                    context.notify("There is nothing more in this direction.");
                }
                self.follow_board();
            }
            _ => {
                if !self.desk.act(action) {
                    context.notify("This key has nothing to choose now.");
                }
                // Another answer may be linked to another pane.
                if self.desk.chooses() {
                    self.board.focus = self.linked();
                }
                self.follow_typing(context);
            }
        }
    }

    /// Returns `true` if several answers are open and a pane is the input of the chosen one. Left and right
    /// then choose an answer, and up and down move through the pane.
    pub(super) fn chooses(&self) -> bool {
        self.linked().is_some() && self.apart().is_none() && self.desk.chooses()
    }

    /// Moves the focus to the answer. The board's cursor stays where it is.
    pub(super) fn focus_answer(&mut self) {
        self.visited = self.apart().or(self.visited);
        self.board.focus = self.linked();
    }

    /// Moves the board's cursor to the typed number.
    pub(super) fn follow_typing(&mut self, context: &Context) {
        if let (Some(pane), Some(item)) = (self.linked(), self.desk.item()) {
            self.point(HitTarget { pane, item }, context);
        }
    }

    /// Puts the cursor of a pane on an item.
    fn point(&mut self, spot: HitTarget, context: &Context) {
        self.at_sight(context, |table, sight| {
            table.board.point(spot, &sight.board, sight.area);
        });
    }

    /// Moves the focus from the answer to the board, or back.
    pub(super) fn next_focus(&mut self, context: &mut Context) {
        if self.desk.types_text() {
            self.desk.cancel();
        }
        if self.apart().is_some() {
            self.focus_answer();
            return;
        }
        self.at_sight(context, |table, sight| {
            let (board, area) = (&sight.board, sight.area);
            let Some(pane) = table.other_pane(board) else { return };
            table.board.focus = Some(pane);
            // The cursor starts on a bit to read. After that, it stays where the player left it.
            let is_first = table.visited.replace(pane) != Some(pane);
            let cursor = table.board.pane(pane).cursor;
            if let Some(item) = table.desk.to_read(board, pane, cursor).filter(|_| is_first) {
                table.board.point(HitTarget { pane, item }, board, area);
            }
            table.board.settle(board, area);
        });
    }

    /// The pane that the Tab key leads to. If the player may read bits, a pane with unread bits comes first.
    pub(super) fn other_pane(&self, board: &Board<'_>) -> Option<usize> {
        let linked = self.linked();
        let free = self.board.panes_to_focus(board).filter(|&pane| Some(pane) != linked);
        let panes: Vec<usize> = free.collect();
        if let Some(visited) = self.visited.filter(|visited| panes.contains(visited)) {
            return Some(visited);
        }
        let reads = |&&pane: &&usize| {
            self.desk.to_read(board, pane, self.board.pane(pane).cursor).is_some()
        };
        panes.iter().find(reads).or(panes.first()).copied()
    }

    /// Returns `true` if the player can read bits now.
    pub(super) fn reads(&self) -> bool {
        self.desk.prompt().offer(Verb::Read).is_some()
    }

    /// Returns `true` if the question asks for a ruling.
    pub(super) fn rules(&self) -> bool {
        self.desk.prompt().offer(Verb::Rule).is_some()
    }

    /// The item under the cursor. `None` unless a pane of steps has the focus.
    fn cursor(&self) -> Option<usize> {
        self.cursor_on(&self.position.board(self.eye()))
    }

    /// The step under the cursor of this board.
    pub(super) fn cursor_on(&self, board: &Board<'_>) -> Option<usize> {
        let pane = self.board.focus.filter(|&pane| PromptState::counts_steps(board, pane))?;
        Some(self.board.pane(pane).cursor)
    }

    /// Starts the search for the next marked cell after the cursor.
    pub(super) fn seek(&mut self, context: &mut Context) {
        let active = self.board.active(&self.position.board(self.eye()));
        let Some(pane) = active else { return };
        let from = self.board.pane(pane).cursor;
        let (position, eye) = (Arc::clone(&self.position), self.eye());
        self.seeking = Some(Job::spawn_and_wait(context, move |token| {
            (pane, seek::next_mark(&position.board(eye), pane, from, token))
        }));
        self.go_to_found(context);
    }

    /// Starts the search for steps that differ from the player's own run.
    pub(super) fn look_for_differing(&mut self, context: &mut Context) {
        let (position, eye) = (Arc::clone(&self.position), self.eye());
        self.differing = Some(Job::spawn_and_wait(context, move |token| {
            seek::differing(&position.board(eye), token)
        }));
        self.differed(context);
    }

    /// Reports how many steps differ. The cursor and the answer stay, because only the player chooses.
    pub(super) fn differed(&mut self, context: &mut Context) {
        let JobStatus::Done(Some(found)) = Job::poll_slot(&mut self.differing) else { return };
        let seek::DifferingSteps { differ, of } = found;
        let next = context.keys.label(Action::NextMark);
        context.notify(match [differ, of] {
            [0, _] => format!("All {} steps agree with your run.", count(of as u64)),
            [_, 1] => "The claim differs from your run.".into(),
            _ => format!(
                "Different from your run: {} of {} steps. {next} goes to the next of them.",
                count(differ as u64),
                count(of as u64),
            ),
        });
    }

    /// Moves the cursor to the cell that the search found.
    pub(super) fn go_to_found(&mut self, context: &mut Context) {
        match Job::poll_slot(&mut self.seeking) {
            JobStatus::Running => {}
            JobStatus::Done((pane, Some(item)))
                if self.board.focus == Some(pane) && self.cursor() == Some(item) =>
            {
                context.notify("No other cell here has a mark.");
            }
            JobStatus::Done((pane, Some(item))) => {
                self.board.focus = Some(pane);
                self.point(HitTarget { pane, item }, context);
                if Some(pane) == self.linked() {
                    self.desk.follow(item);
                }
            }
            _ => context.notify("No cell here has a mark."),
        }
    }

    /// The position before the last move of a player. If there is a curtain, players can undo only their own moves.
    pub(super) fn last_choice(&self) -> Option<NodeId> {
        let sitting = self.debate.here()?;
        let node = sitting.last_choice()?;
        let own = sitting.game().position_at(node).turn() == Turn::Ask(self.seat);
        (own || !self.options.curtain).then_some(node)
    }

    pub(super) fn undo(&mut self, context: &mut Context) {
        let node = self.last_choice();
        let Some((sitting, node)) = self.debate.here_mut().zip(node) else { return };
        let tree = sitting.game().tree();
        let undone = tree.line().iter().rev().take_while(|&&at| at != node).last();
        let undone = undone.and_then(|&at| tree.played(at));
        let undoes_read = undone.is_some_and(|played| played.mv.verb() == Verb::Read);
        match sitting.may_go_back_to(node).and_then(|()| sitting.go_to(node)) {
            Ok(()) => {
                (self.desk, self.board) = (PromptState::default(), BoardState::default());
                self.refresh(context);
                // The player was reading, so the focus goes back to the board.
                if undoes_read && self.apart().is_none() {
                    self.next_focus(context);
                }
                context.notify("Your last move is undone. Its costs are listed apart.");
            }
            Err(reason) => context.notify(reason),
        }
    }

    /// Shows the next hint, or the last one again.
    pub(super) fn hint(&mut self, context: &mut Context) {
        self.shows_hint = true;
        if self.hints_left() == 0 {
            return;
        }
        self.hints += 1;
        let hints = self.hints as u32;
        self.note(context, move |attempt| attempt.hints = attempt.hints.max(hints));
    }

    /// Notes the player's first look at the evaluation.
    pub(super) fn note_evaluation(&mut self, context: &mut Context) {
        let seen = self.debate.here().is_some_and(|s| s.attempt().evaluation);
        if self.meter.on && !seen {
            self.note(context, |attempt| attempt.evaluation = true);
        }
    }

    /// Changes the attempt, and saves it.
    pub(super) fn note(
        &mut self,
        context: &mut Context,
        change: impl FnOnce(&mut Attempt) + Send + 'static,
    ) {
        if let Err(reason) = self.debate.note(Box::new(change)) {
            context.notify(reason);
        }
    }

    /// A field for the number of votes. It starts with the usual number, or with this seat's limit divided by the
    /// number of rounds.
    fn votes_to_draw(&self) -> Option<IntegerField> {
        let (range, usual) = self.desk.votes()?;
        let ledger = self.position.ledger();
        let rounds = ledger.account(Seat::Judge).limit(Cost::Rounds).unwrap_or(1).max(1);
        let limit = ledger.account(self.seat).limit(Cost::Oracle).unwrap_or(*range.end());
        let mut number = IntegerField::new(*range.start(), *range.end());
        number.set(usual.unwrap_or(limit / rounds).clamp(*range.start(), *range.end()));
        Some(number)
    }

    /// Confirms or cancels the form.
    pub(super) fn submit_form(&mut self, action: Action, context: &mut Context) -> Transition {
        let confirmed = action == Action::Confirm;
        match self.take_form() {
            Some(TableForm::Typed(typing)) => return self.typed(typing, confirmed, context),
            Some(TableForm::Votes(number)) => match number.value() {
                Ok(votes) => return self.play(Move::Sample(votes), context),
                Err(reason) => context.notify(reason),
            },
            Some(TableForm::Evaluation) => self.toggle_evaluation(context),
            Some(TableForm::Reveal) => self.reveal(context),
            Some(TableForm::Unkept) => return Transition::Pop,
            Some(TableForm::Commit | TableForm::Predict(_)) | None => {}
        }
        Transition::Stay
    }

    /// Takes the typed text if the player confirmed it.
    fn typed(&mut self, typing: TextEntry, confirmed: bool, context: &mut Context) -> Transition {
        match (&typing.asked, confirmed) {
            (TextPurpose::Before(_), false) => return self.was_asked(context),
            (_, false) => {}
            (TextPurpose::Rounds, _) => {
                let rounds = typing.field.text().parse().unwrap_or(1);
                if rounds > 0 {
                    return self.go_on_for(rounds, context);
                }
            }
            (TextPurpose::Before(_), _) => match SafeText::new(typing.field.text().trim()) {
                Ok(said) if said.is_empty() => self.ask(Some(TableForm::Typed(typing))),
                Ok(said) => {
                    self.note(context, move |attempt| attempt.before = said);
                    return self.was_asked(context);
                }
                Err(reason) => {
                    context.notify(reason);
                    self.ask(Some(TableForm::Typed(typing)));
                }
            },
            _ => {
                let Some(sitting) = self.debate.here_mut() else { return Transition::Stay };
                let at = sitting.here();
                let next = match typing.settle(sitting, at, context) {
                    ControlFlow::Break(next) => next,
                    ControlFlow::Continue(typing) => Some(typing),
                };
                self.ask(next.map(TableForm::Typed));
            }
        }
        Transition::Stay
    }

    /// Switches the evaluation on or off. If it would show hidden facts, asks for a confirmation first.
    pub(super) fn turn_evaluation(&mut self, context: &mut Context) {
        let tells = self.debate.here().is_some_and(|sitting| sitting.evaluation_tells());
        match !self.meter.on && tells {
            true => self.ask(Some(TableForm::Evaluation)),
            false => self.toggle_evaluation(context),
        }
    }

    /// Switches the evaluation on or off.
    fn toggle_evaluation(&mut self, context: &mut Context) {
        let Some(sitting) = self.debate.here() else {
            context.notify("Programs are thinking. Try again when they are done.");
            return;
        };
        self.meter.turn();
        self.meter.follow(sitting, &context.waker);
        self.note_evaluation(context);
    }
}
