//! What a person does at the table.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::form::TableForm;
use super::seat_board::SeatBoard;
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
    /// Stops what runs, or leaves what is being filled in.
    pub(super) fn cancel(&mut self) {
        self.stop_rounds();
        if let Some(job) = self.debate.away() {
            job.stop();
        } else if self.desk.cancel() {
            self.board.focus = None;
        }
    }

    /// No more rounds go on by themselves.
    pub(super) fn stop_rounds(&mut self) {
        if matches!(self.mode, TableMode::GoOn(_)) {
            self.mode = TableMode::Play;
        }
    }

    pub(super) fn ask_where_to_save(&mut self) {
        self.ask(TableForm::typing(TextPurpose::Save, file_name(&self.title)));
    }

    /// Yes or no.
    pub(super) fn answer(&mut self, action: Action, _: &mut Context) {
        self.board.focus = self.linked();
        self.desk.act(action);
    }

    /// Draws votes: as many as are then said, where that is open.
    pub(super) fn sample(&mut self, context: &mut Context) -> Transition {
        match self.votes_to_draw() {
            Some(votes) => self.ask(Some(TableForm::Votes(votes))),
            None => return self.before(Verb::Sample, context),
        }
        Transition::Stay
    }

    /// Something that comes before the answer.
    pub(super) fn before(&mut self, verb: Verb, context: &mut Context) -> Transition {
        match self.desk.before(verb, self.cursor()) {
            Ok(mv) => self.play(mv, context),
            Err(reason) => context.stay(reason),
        }
    }

    pub(super) fn concede(&mut self, context: &mut Context) {
        let Some(item) = self.desk.concession() else { return };
        self.desk.follow(item);
        // Enter is the prompt's, wherever the cursor was.
        self.board.focus = self.linked();
        self.follow_typing(context);
        let confirm = context.keys.label(Action::Confirm);
        let step = count(item as u64 + 1);
        context.notify(format!("{confirm} now points at step {step}, the last one: that concedes"));
    }

    pub(super) fn fill(&mut self, context: &mut Context) -> Transition {
        if self.desk.fill() {
            return Transition::Stay;
        }
        self.fill_next = true;
        self.play(Move::Run, context)
    }

    /// The evidence over the whole board, and back.
    pub(super) fn turn_evidence(&mut self, context: &mut Context) {
        if self.at_sight(context.size, |_, sight| sight.evidence.is_whole()) {
            context.notify("all of the evidence is on the screen");
            return;
        }
        (self.zoomed, self.top) = (!self.zoomed, 0);
        self.settle(context);
    }

    /// Remembers which rows of the board are in view.
    pub(super) fn settle(&mut self, context: &Context) {
        self.at_sight(context.size, |table, sight| table.board.settle(&sight.board, sight.area));
    }

    pub(super) fn scroll(&mut self, action: Action, context: &mut Context) {
        let by = if action == Action::ScrollOn { 1 } else { -1 };
        self.at_sight(context.size, |table, sight| {
            if sight.evidence.covers {
                let page = if by > 0 { Action::PageDown } else { Action::PageUp };
                table.page_evidence(page, &sight.evidence);
                return;
            }
            table.board.scroll(by, &sight.board, sight.area);
        });
    }

    /// A page of the side panel where there is more of it this way, else of the board.
    pub(super) fn page(&mut self, action: Action, context: &mut Context) {
        let panel = self.side_text();
        let shift = panel.paged(action, self.side_shift, Self::side_area(context.size));
        self.at_sight(context.size, |table, SeatBoard { board, area, evidence }| {
            if evidence.covers && table.page_evidence(action, evidence) {
                return;
            }
            if shift != table.side_shift {
                table.side_shift = shift;
            } else if !evidence.covers && !table.page_evidence(action, evidence) {
                table.board.move_cursor(action, board, *area);
                table.follow_board();
            }
        });
    }

    /// What is filled in follows the cursor of the pane that serves as its input.
    pub(super) fn follow_board(&mut self) {
        if let Some(pane) = self.board.focus.filter(|pane| Some(*pane) == self.linked()) {
            self.desk.follow(self.board.pane(pane).cursor);
        }
    }

    /// Arrows and the like: to the pane with the focus, or to the prompt.
    pub(super) fn move_cursor(&mut self, action: Action, context: &mut Context) {
        let chooses = self.chooses() && matches!(action, Action::Left | Action::Right);
        match self.board.focus {
            Some(pane) if !chooses => {
                let before = self.board.pane(pane).cursor;
                self.at_sight(context.size, |table, sight| {
                    table.board.move_cursor(action, &sight.board, sight.area);
                });
                let sideways = matches!(action, Action::Left | Action::Right);
                if sideways && self.board.on_trial && self.board.pane(pane).cursor == before {
                    let key = context.keys.label(Action::AllBits);
                    context.notify(format!("nothing else here is read on trial; {key}: all bits"));
                }
                self.follow_board();
            }
            _ => {
                if !self.desk.act(action) {
                    context.notify("there is nothing to choose with this key now");
                }
                // Another answer may be filled in elsewhere.
                if self.desk.chooses() {
                    self.board.focus = self.linked();
                }
                self.follow_typing(context);
            }
        }
    }

    /// Is one of several answers still to be chosen, the pane that fills it in at hand? Then left and
    /// right choose, up and down go through the pane.
    pub(super) fn chooses(&self) -> bool {
        self.board.focus.is_some() && self.board.focus == self.linked() && self.desk.chooses()
    }

    /// The board's cursor follows what was typed.
    pub(super) fn follow_typing(&mut self, context: &Context) {
        if let (Some(pane), Some(item)) = (self.linked(), self.desk.item()) {
            self.point(HitTarget { pane, item }, context);
        }
    }

    /// Puts the cursor of a pane on an item.
    fn point(&mut self, spot: HitTarget, context: &Context) {
        self.at_sight(context.size, |table, sight| {
            table.board.point(spot, &sight.board, sight.area);
        });
    }

    pub(super) fn next_focus(&mut self, context: &mut Context) {
        let linked = self.linked();
        if self.desk.types_text() {
            self.desk.cancel();
        }
        self.at_sight(context.size, |table, SeatBoard { board, area, .. }| {
            let state = &mut table.board;
            let from_prompt = state.focus.is_none();
            state.focus = state.after_focus(board);
            let desk = &table.desk;
            let to_read = |state: &BoardState| {
                state.focus.and_then(|pane| desk.to_read(board, pane, state.pane(pane).cursor))
            };
            // The first pane is one with something to read, where reading is asked for.
            if from_prompt && desk.prompt().offer(Verb::Read).is_some() {
                let first = state.focus;
                while state.focus.is_some() && to_read(state).is_none() {
                    state.focus = state.after_focus(board);
                }
                state.focus = state.focus.or(first);
            }
            if let (Some(pane), Some(item)) = (state.focus, to_read(state)) {
                state.point(HitTarget { pane, item }, board, *area);
            }
            state.settle(board, *area);
        });
        // A pane that is the prompt's own input needs no third place.
        if self.board.focus.is_none() && !self.desk.has_choices() {
            self.board.focus = linked;
        }
    }

    /// Can cells be read now?
    pub(super) fn reads(&self) -> bool {
        self.desk.prompt().offer(Verb::Read).is_some()
    }

    /// Lets left and right lead through all cells, or through those on trial alone.
    pub(super) fn turn_all_bits(&mut self) {
        self.board.on_trial = !self.board.on_trial;
    }

    /// The cursor's item, if a pane of steps has the focus.
    fn cursor(&self) -> Option<usize> {
        self.cursor_on(&self.position.board(self.eye()))
    }

    /// The step that the cursor is on, of this board.
    pub(super) fn cursor_on(&self, board: &Board<'_>) -> Option<usize> {
        let pane = self.board.focus.filter(|&pane| PromptState::counts_steps(board, pane))?;
        Some(self.board.pane(pane).cursor)
    }

    /// Starts to look for the next marked cell after the cursor.
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

    /// Starts to look for where the person's own run differs from what is written.
    pub(super) fn look_for_differing(&mut self, context: &mut Context) {
        let (position, eye) = (Arc::clone(&self.position), self.eye());
        self.differing = Some(Job::spawn_and_wait(context, move |token| {
            seek::differing(&position.board(eye), token)
        }));
        self.differed(context);
    }

    /// Goes to the first step that differs, and says how many do.
    pub(super) fn differed(&mut self, context: &mut Context) {
        let JobStatus::Done(Some(found)) = Job::poll_slot(&mut self.differing) else { return };
        let seek::DifferingSteps { pane, first, count: differ, of } = found;
        let Some(item) = first else {
            context.notify(format!("all {} steps are as your run has them", count(of as u64)));
            return;
        };
        self.point(HitTarget { pane, item }, context);
        if Some(pane) == self.linked() {
            self.desk.follow(item);
        }
        let step = count(item as u64 + 1);
        context.notify(match of {
            1 => format!("step {step} is not as your run has it"),
            _ => format!(
                "{} not as in your run, of {}; the first is step {step}",
                plural(differ as u64, "step is", "steps are"),
                count(of as u64),
            ),
        });
    }

    /// Puts the cursor on the cell that was looked for.
    pub(super) fn go_to_found(&mut self, context: &mut Context) {
        match Job::poll_slot(&mut self.seeking) {
            JobStatus::Running => {}
            JobStatus::Done((pane, Some(item)))
                if self.board.focus == Some(pane) && self.cursor() == Some(item) =>
            {
                context.notify("no other cell of this row is marked");
            }
            JobStatus::Done((pane, Some(item))) => {
                self.board.focus = Some(pane);
                self.point(HitTarget { pane, item }, context);
                if Some(pane) == self.linked() {
                    self.desk.follow(item);
                }
            }
            _ => context.notify("no cell of this row is marked"),
        }
    }

    /// The place before the last move of a person; behind a curtain nobody takes back another's.
    pub(super) fn last_choice(&self) -> Option<NodeId> {
        let sitting = self.debate.here()?;
        let node = sitting.last_choice()?;
        let own = sitting.game().position_at(node).turn() == Turn::Ask(self.seat);
        (own || !self.options.curtain).then_some(node)
    }

    pub(super) fn undo(&mut self, context: &mut Context) {
        let node = self.last_choice();
        let Some((sitting, node)) = self.debate.here_mut().zip(node) else { return };
        match sitting.may_go_back_to(node).and_then(|()| sitting.go_to(node)) {
            Ok(()) => {
                (self.desk, self.board) = (PromptState::default(), BoardState::default());
                self.refresh(context);
                context.notify("taken back; what it cost stays in the ledger as taken back");
            }
            Err(reason) => context.notify(reason),
        }
    }

    pub(super) fn hint(&mut self, context: &mut Context) {
        (self.hints, self.side_shift) = (self.hints + 1, 0);
        let hints = self.hints as u32;
        self.note(context, move |attempt| attempt.hints = attempt.hints.max(hints));
    }

    /// Notes that the evaluation was looked at, the first time.
    pub(super) fn note_evaluation(&mut self, context: &mut Context) {
        let seen = self.debate.here().is_some_and(|s| s.attempt().evaluation);
        if self.meter.on && !seen {
            self.note(context, |attempt| attempt.evaluation = true);
        }
    }

    /// Notes something of the attempt.
    pub(super) fn note(
        &mut self,
        context: &mut Context,
        change: impl FnOnce(&mut Attempt) + Send + 'static,
    ) {
        if let Err(reason) = self.debate.note(Box::new(change)) {
            context.notify(reason);
        }
    }

    /// A number of votes to start from: the usual one, or this seat's share of its limit in one
    /// round.
    fn votes_to_draw(&self) -> Option<IntegerField> {
        let (range, usual) = self.desk.votes()?;
        let ledger = self.position.ledger();
        let rounds = ledger.account(Seat::Judge).limit(Cost::Rounds).unwrap_or(1).max(1);
        let limit = ledger.account(self.seat).limit(Cost::Oracle).unwrap_or(*range.end());
        let mut number = IntegerField::new(*range.start(), *range.end());
        number.set(usual.unwrap_or(limit / rounds).clamp(*range.start(), *range.end()));
        Some(number)
    }

    /// Does what the form was opened for, or leaves it.
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

    /// Takes what was typed, or nothing if it was not confirmed.
    fn typed(&mut self, typing: TextEntry, confirmed: bool, context: &mut Context) -> Transition {
        match (&typing.asked, confirmed) {
            (TextPurpose::Before(_), false) => return self.was_asked(context),
            (_, false) => {}
            (TextPurpose::Rounds(_), _) => {
                let rounds = typing.field.text().parse().unwrap_or(1);
                if rounds > 0 {
                    self.mode = TableMode::GoOn(rounds);
                    return self.go_on(context);
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

    /// Switches the evaluation on or off; first asks where it tells what the scenario hides.
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
            context.notify("not while programs think: try again when they are done");
            return;
        };
        self.meter.turn();
        self.meter.follow(sitting, &context.waker);
        self.note_evaluation(context);
    }
}
