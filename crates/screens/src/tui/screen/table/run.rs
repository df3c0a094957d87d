//! Lets programs and chance move on another thread, and shows their moves.

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
    /// Begins the debate, unless a question before the first move is still open.
    pub(super) fn begin(&mut self, context: &mut Context) -> Transition {
        if self.waits_for_word() {
            return Transition::Stay;
        }
        self.warn_about_programs(context);
        self.hear(context)
    }

    /// Warns if the file names a program for a seat of a person. Elenchus does not start it.
    fn warn_about_programs(&self, context: &mut Context) {
        let Some(sitting) = self.debate.here() else { return };
        let named = |seat: &Seat| sitting.scenario.outside(*seat).is_some();
        if let Some(seat) = self.people.iter().copied().find(named) {
            context.notify(format!(
                "The file names a program for {}. You play this seat, until you give the program's \
                 command again.",
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
        self.shows_hint = false;
        let offer = self.desk.prompt().offer(mv.verb());
        let ends_turn = offer.is_some_and(|offer| offer.ends_turn);
        match sitting.play(self.seat, mv) {
            Ok(()) => {
                self.card = None;
                // The next choice starts without an answer, even if its question is the same.
                if ends_turn {
                    self.desk = PromptState::default();
                }
                self.run(context)
            }
            Err(reason) => context.stay(reason),
        }
    }

    /// The move that picks the claim under the cursor of a pane.
    pub(super) fn picked(&self, board: &Board<'_>, pane: usize) -> Option<Move> {
        self.desk.picking(board, pane, self.board.node(board, pane)?)
    }

    /// The reason why Enter does nothing here.
    pub(super) fn why_idle(&self) -> Option<String> {
        if !self.desk.asks() || self.form().is_some() {
            return None;
        }
        if self.apart().is_none() {
            return self.desk.submit().err();
        }
        Some("Enter confirms an answer; Tab or Esc goes back to it".into())
    }

    /// The reason why Space does nothing here.
    pub(super) fn why_unread(&self) -> Option<String> {
        if !self.reads() || self.form().is_some() {
            return None;
        }
        let Some(pane) = self.apart() else {
            return Some("Space reads bits only on the board. Press Tab to go there".into());
        };
        let board = self.position.board(self.eye());
        Some(self.desk.idle(&board, pane, self.board.pane(pane).cursor))
    }

    /// Reads the bit under the cursor of the board.
    pub(super) fn read(&mut self, context: &mut Context) -> Transition {
        let Some(pane) = self.apart() else { return Transition::Stay };
        let board = self.position.board(self.eye());
        let read = self.desk.reading(&board, pane, self.board.pane(pane).cursor);
        drop(board);
        read.map_or(Transition::Stay, |mv| self.play(mv, context))
    }

    pub(super) fn confirm(&mut self, context: &mut Context) -> Transition {
        // If the programs were stopped, or the journal could not be written, this key lets the programs continue.
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
                self.picked(&board, pane).ok_or_else(|| self.why_idle().unwrap_or_default())
            }
            None if !self.desk.takes_form() => {
                let enter = context.keys.label(Action::Confirm);
                return context.stay(format!(
                    "Change this form, or press {enter} again to submit it as it is."
                ));
            }
            None => self.desk.submit(),
        };
        match mv {
            Ok(mv) => self.play(mv, context),
            Err(reason) => context.stay(reason),
        }
    }

    /// Lets programs and chance move, on another thread.
    pub(super) fn run(&mut self, context: &mut Context) -> Transition {
        let Some(mut sitting) = self.debate.take() else { return Transition::Stay };
        let job = Job::spawn_and_wait(context, move |token| {
            let result = sitting.run(token);
            (sitting, result)
        });
        self.debate = TableDebate::Away(job, Vec::new());
        self.back(context)
    }

    /// Takes in all news, also from other screens. While the player at this screen must answer, nobody else moves. The
    /// debate then stays here, and no key is lost.
    pub(super) fn hear(&mut self, context: &mut Context) -> Transition {
        // While the end is hidden, an ignored key needs no message.
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

    /// Takes the debate back from the other thread.
    pub(super) fn back(&mut self, context: &mut Context) -> Transition {
        let was_asked = self.is_asked();
        let TableDebate::Away(job, notes) = &mut self.debate else { return Transition::Stay };
        let (mut sitting, result) = match job.poll() {
            JobStatus::Running => return Transition::Stay,
            JobStatus::Over => {
                self.debate = TableDebate::Gone;
                context.notify("An error in Elenchus ended this debate. Its journal is kept.");
                return Transition::Pop;
            }
            JobStatus::Done(returned) => returned,
        };
        // If there are several screens, a key that was refused before this turn does not matter now.
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
            context
                .notify("no journal yet: this debate is lost if you leave it or Elenchus crashes");
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

    /// Starts to play this many rounds automatically.
    pub(super) fn go_on_for(&mut self, rounds: u64, context: &mut Context) -> Transition {
        let round = self.position.brief(self.eye()).progress;
        self.mode = TableMode::GoOn(rounds, round);
        self.go_on(context)
    }

    /// Plays one automatic answer for the player: goes on, takes a fair share, draws votes and states their mean, or
    /// disputes the half that the player's run refutes. It plays one answer at a time, so that the player can see it
    /// and stop. It stops at the end of a round.
    pub(super) fn go_on(&mut self, context: &mut Context) -> Transition {
        let TableMode::GoOn(rounds, round) = &self.mode else { return Transition::Stay };
        let now = self.position.brief(self.eye()).progress;
        let left = rounds.saturating_sub(u64::from(now != *round));
        match self.default_answer().filter(|_| left > 0) {
            Some(mv) => {
                self.mode = TableMode::GoOn(left, now);
                self.play(mv, context)
            }
            None => {
                self.stop_rounds();
                Transition::Stay
            }
        }
    }

    /// The automatic answer. `None` if the question needs a decision of the player.
    pub(super) fn default_answer(&self) -> Option<Move> {
        let desk = &self.desk;
        let admitted = |mv: &Move| desk.prompt().admit(mv).is_ok();
        // If the player cannot abort, going on is a real decision, such as resting a case or skipping a bit.
        let goes_on = desk.prompt().offer(Verb::Abort).map(|_| Move::Continue);
        if let Some(mv) = [goes_on, Some(Move::Fair)].into_iter().flatten().find(admitted) {
            return Some(mv);
        }
        // The player's run says which half has the lie. In an exercise the player must say it.
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

    /// Returns `true` if the next poll will play an automatic answer.
    pub(super) fn goes_on(&self) -> bool {
        matches!(self.mode, TableMode::GoOn(..)) && self.debate.here().is_some()
    }

    /// Opens the ending for a player, and the review for a debate between programs.
    pub(super) fn review(&mut self, context: &mut Context) -> Transition {
        let rows = self.rows_before;
        let Some(sitting) = self.debate.take() else { return Transition::Pop };
        let review = ReviewScreen::of_played(*sitting, self.options, context);
        Transition::Replace(Box::new(match self.people.is_empty() {
            true => review,
            // Without motion, the ending starts with its last frame.
            false if context.still => {
                review.after_its_ending(rows, context).without_motion(context)
            }
            false => review.after_its_ending(rows, context),
        }))
    }

    /// Updates the table for a changed position.
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
            // The next player must not see the cursor of the previous player.
            let passes = std::mem::replace(&mut self.seat, seat) != seat;
            if passes {
                self.board = BoardState::default();
            }
            let board = self.position.board(self.eye());
            self.inputs = inputs(&board);
            self.desk = PromptState::new(self.position.prompt(), batch(&board));
            drop(board);
            if !passes {
                self.desk.keep(&before);
            }
            if self.fill_next {
                self.desk.fill();
            }
            if passes || before.prompt().question != self.desk.prompt().question {
                self.board.focus = self.linked();
                (self.visited, self.zoomed) = (None, false);
            }
            // If the read bits decide the ruling, the answer takes the focus.
            let settled = self.position.settled().filter(|_| self.rules());
            if settled.is_some() && settled != self.settled {
                self.jumped = self.apart().is_some();
                self.focus_answer();
            }
            self.settled = settled;
        }
        self.fill_next = false;
        if let Some(sitting) = self.debate.here() {
            self.meter.follow(sitting, &context.waker);
        }
        self.note_evaluation(context);
        self.at_sight(context, |table, sight| {
            if table.desk.asks() {
                table.rows_before = [sight.areas.aside.height, sight.answer.rows];
            }
            table.board.adopt(&sight.board, sight.area);
        });
    }
}

/// Returns `true` if the last move is a run of the machine by one of these seats.
fn ran(sitting: &DebateSession, people: &[Seat]) -> bool {
    let game = sitting.game();
    let last = game.tree().played(game.tree().here());
    last.is_some_and(|last| last.mv == Move::Run && is_by(last.actor, people))
}

/// The oracle's answer to one of these seats. `None` if it is not the last event.
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

/// For each kind of answer, the pane on which the player can fill it in.
fn inputs(board: &Board<'_>) -> Vec<(Verb, usize)> {
    let answers = |pane: &Pane<'_>| match pane {
        Pane::Strip(strip) => strip.answers,
        Pane::Table(table) => table.answers,
        _ => &[],
    };
    let panes = board.panes.iter().enumerate();
    panes.flat_map(|(i, pane)| answers(pane).iter().map(move |&verb| (verb, i))).collect()
}

/// The number of votes in one draw. It is chosen so that a histogram has about twenty blocks.
pub(super) fn batch(board: &Board<'_>) -> Option<u64> {
    board.panes.iter().find_map(|pane| match pane {
        Pane::Votes(votes) => Some(votes.planned.div_ceil(18).max(1)),
        _ => None,
    })
}
