//! Programs and nature move, on another thread, and the table takes in what they did.

use super::TableScreen;
use super::debate::TableDebate;
use super::form::TableForm;
use super::state::TableMode;
use crate::rules::{Move, Turn, Verb};
use crate::scenario::Forbidden;
use crate::text::Board;
use crate::text::board::Pane;
use crate::tui::board::BoardState;
use crate::tui::prelude::*;
use crate::tui::prompt::PromptState;
use crate::tui::screen::ReviewScreen;
use crate::tui::screen::moves::is_by;

impl TableScreen {
    /// Lets the debate begin, once the person has said what has to be said first.
    pub(super) fn begin(&mut self, context: &mut Context) -> Transition {
        if self.waits_for_word() {
            return Transition::Stay;
        }
        self.warn_about_programs(context);
        self.hear(context)
    }

    /// Says of which seats the file names a program that was not started.
    fn warn_about_programs(&self, context: &mut Context) {
        let Some(sitting) = self.debate.here() else { return };
        let named = |seat: &Seat| sitting.scenario.outside(*seat).is_some();
        if let Some(seat) = self.people.iter().copied().find(named) {
            context.notify(format!(
                "a program sat in {}'s seat, which no file can start: it is a person's, until its \
                 command is given again",
                seat.name()
            ));
        }
    }

    pub(super) fn play(&mut self, mv: Move, context: &mut Context) -> Transition {
        if self.asks_to_predict(&mv) {
            self.ask(Some(TableForm::Predict(mv)));
            return Transition::Stay;
        }
        let Some(sitting) = self.debate.here_mut() else { return Transition::Stay };
        let offer = self.desk.prompt().offer(mv.verb());
        let ends_turn = offer.is_some_and(|offer| offer.ends_turn);
        match sitting.play(self.seat, mv) {
            Ok(()) => {
                // The next choice starts empty, even if it is put in the same words.
                if ends_turn {
                    self.desk = PromptState::default();
                }
                self.run(context)
            }
            Err(reason) => context.stay(reason),
        }
    }

    /// The move that the item under a pane's cursor stands for: reading a cell, picking a claim.
    pub(super) fn on_board(&self, board: &Board<'_>, pane: usize) -> Option<Move> {
        let cursor = self.board.pane(pane).cursor;
        self.desk.reading(board, pane, cursor).or_else(|| {
            let node = self.board.node(board, pane)?;
            self.desk.picking(board, pane, node)
        })
    }

    /// Why Enter does nothing: with the item under the cursor of the board, or where nothing is chosen.
    pub(super) fn why_idle(&self) -> Option<String> {
        if !self.desk.asks() || self.form().is_some() {
            return None;
        }
        let Some(pane) = self.apart() else { return self.desk.submit().err() };
        let board = self.position.board(self.eye());
        Some(self.desk.idle(&board, pane, self.board.pane(pane).cursor, self.board.on_trial))
    }

    pub(super) fn confirm(&mut self, context: &mut Context) -> Transition {
        // Programs that were stopped, or could not write the journal, go on.
        if !self.desk.asks() {
            return self.run(context);
        }
        let on_board = self.apart();
        if on_board.is_none() && self.desk.enters() {
            self.desk.enter();
            self.board.focus = self.linked();
            return Transition::Stay;
        }
        let mv = match on_board {
            Some(pane) => {
                let board = self.position.board(self.eye());
                let cursor = self.board.pane(pane).cursor;
                let mv = self.on_board(&board, pane);
                mv.ok_or_else(|| self.desk.idle(&board, pane, cursor, self.board.on_trial))
            }
            None if !self.desk.takes_form() => {
                let enter = context.keys.label(Action::Confirm);
                return context.stay(format!(
                    "this is a form to fill in: change it, or {enter} again names it as it is"
                ));
            }
            None => self.desk.submit(),
        };
        match mv {
            Ok(mv) => self.play(mv, context),
            Err(reason) => context.stay(reason),
        }
    }

    /// Lets programs and nature move, on another thread.
    pub(super) fn run(&mut self, context: &mut Context) -> Transition {
        let Some(mut sitting) = self.debate.take() else { return Transition::Stay };
        let job = Job::spawn_and_wait(context, move |token| {
            let result = sitting.run(token);
            (sitting, result)
        });
        self.debate = TableDebate::Away(job, Vec::new());
        self.back(context)
    }

    /// Takes in what happened so far, on other screens too. At a table for several nobody else moves while the
    /// person here is asked: the debate stays here, so that no key is lost.
    pub(super) fn hear(&mut self, context: &mut Context) -> Transition {
        // What a key could not do while the end was kept back is no news about it.
        if self.debate.here().is_some_and(DebateSession::is_held) {
            context.notice = None;
        }
        if self.is_asked()
            && let Some(sitting) =
                self.debate.here_mut().filter(|sitting| sitting.table().is_some())
        {
            if let Err(fault) = sitting.catch_up() {
                context.notify(fault);
            }
            self.refresh(context);
            if self.is_asked() {
                return Transition::Stay;
            }
        }
        self.run(context)
    }

    fn is_asked(&self) -> bool {
        matches!(self.position.turn(), Turn::Ask(seat) if self.people.contains(&seat))
    }

    /// Takes the game back from the other thread.
    pub(super) fn back(&mut self, context: &mut Context) -> Transition {
        let was_asked = self.is_asked();
        let TableDebate::Away(job, notes) = &mut self.debate else { return Transition::Stay };
        let (mut sitting, result) = match job.poll() {
            JobStatus::Running => return Transition::Stay,
            JobStatus::Over => {
                self.debate = TableDebate::Gone;
                context
                    .notify("this debate was lost to a fault of the program; its journal is kept");
                return Transition::Pop;
            }
            JobStatus::Done(returned) => returned,
        };
        // At a table for several, what a key could not do before its turn came is no news about this turn.
        let asks = |turn| matches!(turn, Turn::Ask(seat) if self.people.contains(&seat));
        if !was_asked && sitting.table().is_some() && asks(sitting.game().position().turn()) {
            context.notice = None;
        }
        if let Some((seat, comment)) = sitting.take_comment() {
            context.notify(format!("{}: {comment}", seat.name()));
        }
        let notes = std::mem::take(notes);
        if let Err(fault) = &result {
            context.notify(fault.clone());
            self.stop_rounds();
        }
        if result.is_ok()
            && self.desk.asks()
            && let Some(answer) = answered(&sitting, &self.people)
        {
            context.notify(answer);
        }
        if sitting.is_unkept() && context.notice.is_none() {
            context.notify("no journal yet: leaving or a crash loses this debate");
        }
        let over = sitting.outcome().is_some() && !sitting.is_held();
        let ran = ran(&sitting, &self.people);
        self.debate = TableDebate::Here(sitting);
        notes.into_iter().for_each(|note| self.note(context, note));
        if over {
            return self.review(context);
        }
        self.refresh(context);
        if ran && result.is_ok() {
            self.look_for_differing(context);
        }
        Transition::Stay
    }

    /// While rounds are left to go on by themselves, answers for the person: on, a fair share, votes
    /// drawn and their mean stated, the half in which a run finds the lie. One answer at a time, so that it can be seen and stopped.
    pub(super) fn go_on(&mut self, context: &mut Context) -> Transition {
        let (TableMode::GoOn(rounds), Some(mv)) = (&self.mode, self.default_answer()) else {
            self.stop_rounds();
            return Transition::Stay;
        };
        let ends_round = matches!(mv, Move::Continue | Move::State(_) | Move::Dispute(_));
        self.mode = match rounds - u64::from(ends_round) {
            0 => TableMode::Play,
            left => TableMode::GoOn(left),
        };
        self.play(mv, context)
    }

    /// What is answered for a person who goes on: nothing that asks for a decision.
    pub(super) fn default_answer(&self) -> Option<Move> {
        let desk = &self.desk;
        let admitted = |mv: &Move| desk.prompt().admit(mv).is_ok();
        // Where nothing can be aborted, to go on is a decision: a case is rested, a bit is left unread.
        let goes_on = desk.prompt().offer(Verb::Abort).map(|_| Move::Continue);
        if let Some(mv) = [goes_on, Some(Move::Fair)].into_iter().flatten().find(admitted) {
            return Some(mv);
        }
        // What was run says in which half the lie is; in an exercise that is for the person to say.
        if desk.prompt().offer(Verb::Dispute).is_some() {
            let sitting = self.debate.here()?;
            if sitting.scenario.forbids(Forbidden::Evaluation) {
                return None;
            }
            return desk.found().or(Some(Move::Run)).filter(admitted);
        }
        desk.prompt().offer(Verb::State)?;
        let sample = || desk.votes().and_then(|(_, usual)| usual).map(Move::Sample);
        desk.measured().or_else(sample).filter(admitted)
    }

    /// Does the table go on by itself, at the next poll?
    pub(super) fn goes_on(&self) -> bool {
        matches!(self.mode, TableMode::GoOn(_)) && self.debate.here().is_some()
    }

    /// A person sees the ending played; of a debate between programs there is the review.
    pub(super) fn review(&mut self, context: &mut Context) -> Transition {
        let Some(sitting) = self.debate.take() else { return Transition::Pop };
        let review = ReviewScreen::of_played(*sitting, self.options, context);
        Transition::Replace(Box::new(match self.people.is_empty() {
            true => review,
            false => review.after_its_ending(context),
        }))
    }

    /// Takes in a changed position.
    pub(super) fn refresh(&mut self, context: &mut Context) {
        let Some(sitting) = self.debate.here() else { return };
        self.position = sitting.position();
        self.people = sitting.people();
        let before = std::mem::take(&mut self.desk);
        if let Turn::Ask(seat) = self.position.turn()
            && self.people.contains(&seat)
        {
            let covered = self.covered_for().is_some() || seat != self.seat;
            if self.options.curtain && covered && self.people.len() > 1 {
                self.cover(seat);
            }
            // Where the one before pointed is nothing for the next to begin with.
            let passes = std::mem::replace(&mut self.seat, seat) != seat;
            if passes {
                self.board = BoardState::default();
            }
            let board = self.position.board(self.eye());
            self.inputs = inputs(&board);
            self.desk = PromptState::new(self.position.prompt(), batch(&board));
            if !passes {
                self.desk.keep(&before);
            }
            if self.fill_next {
                self.desk.fill();
            }
            if passes || before.prompt().question != self.desk.prompt().question {
                self.board.focus = self.linked();
                self.board.on_trial = true;
                self.side_shift = 0;
            }
            // Where nothing can be read the arrows choose, and every item is a choice.
            self.board.on_trial &= self.reads();
        }
        self.fill_next = false;
        if let Some(sitting) = self.debate.here() {
            self.meter.follow(sitting, &context.waker);
        }
        self.note_evaluation(context);
        self.at_sight(context.size, |table, sight| table.board.adopt(&sight.board, sight.area));
        // What the prompt and the board's cursor say must agree from the start.
        if let Some(pane) = self.linked().filter(|_| self.desk.item().is_none()) {
            self.desk.follow(self.board.pane(pane).cursor);
        }
    }
}

/// Whether one of these seats has just run the machine.
fn ran(sitting: &DebateSession, people: &[Seat]) -> bool {
    let game = sitting.game();
    let last = game.tree().played(game.tree().here());
    last.is_some_and(|last| last.mv == Move::Run && is_by(last.actor, people))
}

/// What the oracle answered to one of these seats, where that was the last thing that happened.
fn answered(sitting: &DebateSession, people: &[Seat]) -> Option<String> {
    let tree = sitting.game().tree();
    let [.., asked, answered] = tree.line() else { return None };
    let (asked, answered) = (tree.played(*asked)?, tree.played(*answered)?);
    match (&asked.mv, &answered.mv) {
        (Move::Ask(step), Move::Answer(answer)) if is_by(asked.actor, people) => {
            Some(format!("step {step}: the oracle answers {answer}"))
        }
        _ => None,
    }
}

/// Which panes serve as the input of which answers.
fn inputs(board: &Board<'_>) -> Vec<(Verb, usize)> {
    let answers = |pane: &Pane<'_>| match pane {
        Pane::Strip(strip) => strip.answers,
        Pane::Table(table) => table.answers,
        _ => &[],
    };
    let panes = board.panes.iter().enumerate();
    panes.flat_map(|(i, pane)| answers(pane).iter().map(move |&verb| (verb, i))).collect()
}

/// How many votes one draw takes, so that a histogram has some twenty blocks.
pub(super) fn batch(board: &Board<'_>) -> Option<u64> {
    board.panes.iter().find_map(|pane| match pane {
        Pane::Votes(votes) => Some(votes.planned.div_ceil(18).max(1)),
        _ => None,
    })
}
