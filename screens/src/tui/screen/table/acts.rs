//! What a person does at the table.

use std::path::PathBuf;
use std::sync::Arc;

use super::form::Form;
use super::run::PATIENCE;
use super::{TableScreen, seek};
use crate::rules::{Cost, Move, Seat, Verb};
use crate::scenario::Attempt;
use crate::show::number::count;
use crate::tui::board;
use crate::tui::keys::Action;
use crate::tui::prompt::{Desk, Field, Whole};
use crate::tui::screen::{Context, Step, file_name};
use crate::tui::worker::{Job, Poll};

impl TableScreen {
    /// Does an action that was on offer.
    pub(super) fn do_action(&mut self, action: Action, context: &mut Context) -> Step {
        if let Some(step) = self.say_first(action, context) {
            return step;
        }
        if let Some(form) = &mut self.form {
            match action {
                Action::Confirm => return self.submit_form(context),
                Action::Up => form.step(1),
                Action::Down => form.step(-1),
                Action::PageUp | Action::PageDown => self.page(action, context),
                _ => self.form = None,
            }
            return Step::Stay;
        }
        if self.curtain.is_some() && action == Action::Confirm {
            self.curtain = None;
            return Step::Stay;
        }
        if self.class_action(action) {
            return Step::Stay;
        }
        let area = self.area(context);
        match action {
            Action::Back => return Step::Pop,
            Action::GoOn => self.form = Some(Form::GoOn(Field::default())),
            Action::Cancel => {
                self.rounds = 0;
                if let Some(job) = &self.away {
                    job.stop();
                } else if self.desk.as_mut().is_some_and(Desk::cancel) {
                    self.board.focus = None;
                }
            }
            Action::Confirm => return self.confirm(context),
            Action::Focus => self.next_focus(context),
            Action::Yes | Action::No => {
                self.board.focus = self.linked();
                if let Some(desk) = &mut self.desk {
                    desk.act(action);
                }
            }
            Action::Sample if self.desk.as_ref().is_some_and(|d| d.votes().is_some()) => {
                self.form = self.votes_to_draw().map(Form::Votes);
            }
            Action::Ask | Action::Sample => {
                let mv = match &self.desk {
                    Some(desk) => desk.before(action, self.cursor()),
                    None => Err("nothing is asked of you now".into()),
                };
                match mv {
                    Ok(mv) => return self.play(mv, context),
                    Err(reason) => context.say(reason),
                }
            }
            Action::Concede => {
                let item = self.desk.as_ref().and_then(Desk::concession);
                if let (Some(item), Some(desk)) = (item, &mut self.desk) {
                    desk.follow(item);
                    self.follow_typing(context);
                    let confirm = context.keys.label(Action::Confirm);
                    context.say(format!(
                        "{confirm} now points at step {}, the last one: that concedes",
                        count(item as u64 + 1)
                    ));
                }
            }
            Action::Fill => {
                if !self.desk.as_mut().is_some_and(Desk::fill) {
                    self.fill_next = true;
                    return self.play(Move::Run, context);
                }
            }
            Action::Undo => self.undo(context),
            Action::Hint => self.hint(context),
            Action::Evaluation => self.turn_evaluation(context),
            Action::Save => {
                self.form = Some(Form::Save(Field::new(file_name(&self.title))));
            }
            Action::View => {
                self.with_board(|state, board, _| state.turn_view(board));
            }
            Action::Fold => {
                self.with_board(|state, board, _| state.fold(board, area));
            }
            Action::Evidence if self.evidence_is_whole(context.size) => {
                context.say("all of the evidence is on the screen");
            }
            Action::Evidence => {
                self.shown.zoomed = !self.shown.zoomed;
                let area = self.area(context);
                self.with_board(|state, board, _| state.settle(board, area));
            }
            Action::NextMark => self.seek(context),
            Action::ScrollBack | Action::ScrollOn => {
                let by = if action == Action::ScrollOn { 1 } else { -1 };
                self.with_board(|state, board, _| state.scroll(by, board, area));
            }
            Action::PageUp | Action::PageDown => self.page(action, context),
            _ => self.travel(action, context),
        }
        Step::Stay
    }

    /// A page of the side panel where there is more of it this way, else of the board.
    fn page(&mut self, action: Action, context: &mut Context) {
        if self.covered() && self.page_evidence(action, context) {
            return;
        }
        let shift =
            self.side_text(&context.keys).paged(action, self.side_shift, self.side_area(context));
        if shift == self.side_shift {
            if self.covered() || self.page_evidence(action, context) {
                return;
            }
            let area = self.area(context);
            self.with_board(|state, board, _| state.travel(action, board, area));
            self.follow_board();
        } else {
            self.side_shift = shift;
        }
    }

    /// What is filled in follows the cursor of the pane that serves as its input.
    fn follow_board(&mut self) {
        if let Some(pane) = self.board.focus.filter(|pane| Some(*pane) == self.linked())
            && let Some(desk) = &mut self.desk
        {
            desk.follow(self.board.pane(pane).cursor);
        }
    }

    /// Arrows and the like: to the pane with the focus, or to the prompt.
    fn travel(&mut self, action: Action, context: &mut Context) {
        let area = self.area(context);
        let chooses = self.chooses() && matches!(action, Action::Left | Action::Right);
        match self.board.focus {
            Some(_) if !chooses => {
                self.with_board(|state, board, _| state.travel(action, board, area));
                self.follow_board();
            }
            _ => {
                if !self.desk.as_mut().is_some_and(|d| d.act(action)) {
                    context.say("there is nothing to choose with this key now");
                }
                // Another answer may be filled in elsewhere.
                if self.desk.as_ref().is_some_and(Desk::chooses) {
                    self.board.focus = self.linked();
                }
                self.follow_typing(context);
            }
        }
    }

    /// Is one of several answers still to be chosen, the pane that fills it in at hand? Then left and
    /// right choose, up and down go through the pane.
    pub(super) fn chooses(&self) -> bool {
        self.board.focus.is_some()
            && self.board.focus == self.linked()
            && self.desk.as_ref().is_some_and(Desk::chooses)
    }

    /// The board's cursor follows what was typed.
    pub(super) fn follow_typing(&mut self, context: &Context) {
        let area = self.area(context);
        if let (Some(pane), Some(item)) = (self.linked(), self.desk.as_ref().and_then(Desk::item)) {
            self.with_board(|state, board, _| {
                state.point(board::Spot { pane, item }, board, area);
            });
        }
    }

    fn next_focus(&mut self, context: &Context) {
        let area = self.area(context);
        let linked = self.linked();
        if let Some(desk) = self.desk.as_mut().filter(|desk| desk.types_text()) {
            desk.cancel();
        }
        self.with_board(|state, board, desk| {
            let from_prompt = state.focus.is_none();
            state.next_focus(board);
            let Some(desk) = desk else { return };
            let to_read = |state: &board::BoardState| {
                state.focus.and_then(|pane| desk.to_read(board, pane, state.pane(pane).cursor))
            };
            // The first pane is one with something to read, where reading is asked for.
            if from_prompt && desk.prompt().offer(Verb::Read).is_some() {
                let first = state.focus;
                while state.focus.is_some() && to_read(state).is_none() {
                    state.next_focus(board);
                }
                state.focus = state.focus.or(first);
            }
            if let (Some(pane), Some(item)) = (state.focus, to_read(state)) {
                state.point(board::Spot { pane, item }, board, area);
            }
            state.settle(board, area);
        });
        // A pane that is the prompt's own input needs no third place.
        if self.board.focus.is_none() && !self.desk.as_ref().is_some_and(Desk::has_choices) {
            self.board.focus = linked;
        }
    }

    /// The cursor's item, if a pane of steps has the focus.
    fn cursor(&self) -> Option<usize> {
        let board = self.position.board(self.eye());
        let pane = self.board.focus.filter(|&pane| Desk::counts_steps(&board, pane))?;
        Some(self.board.pane(pane).cursor)
    }

    /// Starts to look for the next marked cell after the cursor.
    fn seek(&mut self, context: &mut Context) {
        let active = self.board.active(&self.position.board(self.eye()));
        let Some(pane) = active else { return };
        let from = self.board.pane(pane).cursor;
        let (position, eye) = (Arc::clone(&self.position), self.eye());
        let job = Job::start(context.waker.clone(), move |token| {
            seek::next_mark(&position.board(eye), pane, from, token)
        });
        let found = job.wait(PATIENCE);
        self.seeking = Some((pane, job));
        self.sought(found, context);
    }

    /// Puts the cursor on the cell that was looked for.
    pub(super) fn sought(&mut self, found: Poll<Option<usize>>, context: &mut Context) {
        let Some((pane, _)) = &self.seeking else { return };
        let pane = *pane;
        match found {
            Poll::Running => return,
            Poll::Done(Some(item))
                if self.board.focus == Some(pane) && self.cursor() == Some(item) =>
            {
                context.say("no other cell of this row is marked");
            }
            Poll::Done(Some(item)) => {
                let area = self.area(context);
                self.board.focus = Some(pane);
                self.with_board(|state, board, _| {
                    state.point(board::Spot { pane, item }, board, area);
                });
                if Some(pane) == self.linked()
                    && let Some(desk) = &mut self.desk
                {
                    desk.follow(item);
                }
            }
            Poll::Done(None) | Poll::Over => context.say("no cell of this row is marked"),
        }
        self.seeking = None;
    }

    fn undo(&mut self, context: &mut Context) {
        let Some(sitting) = &mut self.sitting else { return };
        let Some(node) = sitting.last_choice() else {
            context.say("there is no move of yours to take back");
            return;
        };
        match sitting.may_go_back_to(node).and_then(|()| sitting.go_to(node)) {
            Ok(()) => {
                self.desk = None;
                self.refresh(context);
                context.say("taken back; what it cost stays in the ledger as taken back");
            }
            Err(reason) => context.say(reason),
        }
    }

    fn hint(&mut self, context: &mut Context) {
        let total = self.sitting.as_ref().map_or(0, |s| s.scenario.lesson.hints.len());
        if self.hints < total {
            self.hints += 1;
            self.side_shift = 0;
            let hints = self.hints as u32;
            self.note(context, |attempt| attempt.hints = attempt.hints.max(hints));
        } else if total == 0 {
            context.say("this scenario has no hints");
        } else {
            context.say("that was the last hint");
        }
    }

    /// Notes that the evaluation was looked at, the first time.
    pub(super) fn note_evaluation(&mut self, context: &mut Context) {
        let seen = self.sitting.as_ref().is_some_and(|s| s.attempt().evaluation);
        if self.meter.on && !seen {
            self.note(context, |attempt| attempt.evaluation = true);
        }
    }

    pub(super) fn note(&mut self, context: &mut Context, change: impl FnOnce(&mut Attempt)) {
        if let Some(Err(reason)) = self.sitting.as_mut().map(|s| s.note(change)) {
            context.say(reason);
        }
    }

    /// A number of votes to start from: the usual one, or this seat's share of its limit in one
    /// round.
    fn votes_to_draw(&self) -> Option<Whole> {
        let (range, usual) = self.desk.as_ref()?.votes()?;
        let ledger = self.position.ledger();
        let rounds = ledger.of(Seat::Judge).limit(Cost::Rounds).unwrap_or(1).max(1);
        let limit = ledger.of(self.seat).limit(Cost::Oracle).unwrap_or(*range.end());
        let mut number = Whole::new(*range.start(), *range.end());
        number.set(usual.unwrap_or(limit / rounds).clamp(*range.start(), *range.end()));
        Some(number)
    }

    /// Does what the form was opened for.
    fn submit_form(&mut self, context: &mut Context) -> Step {
        match self.form.take() {
            Some(Form::Save(field)) => self.save(field, context),
            Some(Form::GoOn(field)) => {
                self.rounds = field.text().parse().unwrap_or(u64::MAX);
                return self.go_on(context);
            }
            Some(Form::Votes(number)) => match number.value() {
                Ok(votes) => return self.play(Move::Sample(votes), context),
                Err(reason) => context.say(reason),
            },
            Some(Form::Evaluation) => self.look(context),
            Some(Form::Class(field)) => self.count_vote(field, context),
            Some(Form::HandOut(given, field)) => self.hand_out(given, field, context),
            Some(Form::Reveal) => self.reveal(context),
            form @ Some(Form::Commit | Form::Predict(_)) => self.form = form,
            None => {}
        }
        Step::Stay
    }

    /// Switches the evaluation on or off; first asks where it tells what the scenario hides.
    fn turn_evaluation(&mut self, context: &mut Context) {
        let tells = self.sitting.as_ref().is_some_and(|sitting| sitting.evaluation_tells());
        match !self.meter.on && tells {
            true => self.form = Some(Form::Evaluation),
            false => self.look(context),
        }
    }

    /// Switches the evaluation on or off.
    fn look(&mut self, context: &mut Context) {
        let Some(sitting) = &self.sitting else {
            context.say("not while programs think: try again when they are done");
            return;
        };
        self.meter.turn();
        self.meter.follow(sitting, &context.waker);
        self.note_evaluation(context);
    }

    fn save(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let path = PathBuf::from(field.text());
        if path.exists() {
            context.say(format!("{} is there already: choose another name", path.display()));
            self.form = Some(Form::Save(field));
            return;
        }
        match sitting.save(&path) {
            Ok(()) => context.say(format!("saved as {}", path.display())),
            Err(reason) => context.say(reason),
        }
    }
}
