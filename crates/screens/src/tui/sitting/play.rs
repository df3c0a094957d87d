//! Moves of people and programs, each on the disk before it is shown.

use std::sync::Arc;

use super::Sitting;
use super::kept::{keep, made};
use crate::debate::{Advance, Entry, NodeId, SeatPlan, Stuck, Table};
use crate::outside::Unplayed;
use crate::rules::{Actor, Eye, Move, Seat, Turn};
use crate::scenario::Forbidden;
use crate::scenario::journal::Journal;
use crate::tui::worker::Token;

impl Sitting {
    /// Whether going back to a place is allowed: not where the exercise forbids it, and not before
    /// what was handed out.
    ///
    /// # Errors
    /// Why it is not.
    pub fn may_go_back_to(&self, node: NodeId) -> Result<(), String> {
        if self.chair.is_some() {
            return Err("others play this debate too: no move of it is taken back".into());
        }
        if self.scenario.forbids(Forbidden::Undo) {
            return Err("this exercise does not let moves be taken back".into());
        }
        let given = self.scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
        let record = self.game.record().iter().take(given);
        let moves = record.filter(|entry| matches!(entry, Entry::Move { .. })).count();
        if (node.number() as usize) < moves {
            return Err("the moves up to here were handed out, and stay".into());
        }
        Ok(())
    }

    /// A person's move; [`Sitting::run`], which follows, sees it to the disk. It also makes a move that
    /// takes long, such as one that pays for a search, unless it is stopped.
    ///
    /// # Errors
    /// Why it was refused, or why the journal could not be written; nothing has changed then.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), String> {
        if let Some(chair) = &self.chair {
            return chair.source.play(chair, self.game.record().len(), mv);
        }
        let admitted = self.game.now().menu().admit(&mv).is_ok();
        if admitted && self.game.prepare(&mv, &Token::at_hand()).is_err() {
            self.long = Some((seat, mv));
            return Ok(());
        }
        played(&mut self.journal, self.game.table(), seat, mv)
    }

    /// Goes to another place of the record; on the disk when this returns.
    ///
    /// # Errors
    /// When there is no such place, or the journal could not be written; nothing has changed then.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), String> {
        if node == self.here() {
            return Ok(());
        }
        made(&mut self.journal, &Entry::Go(node), || self.game.go_to(node))?;
        self.sync()
    }

    /// Where taking back leads, if there is a person's move to take back.
    pub fn last_choice(&self) -> Option<NodeId> {
        let table: &dyn Table = &*self.game;
        table.last_choice_of(&self.people())
    }

    /// Works out what the review of a finished debate shows at once: what is costly in it is kept
    /// with the debate, so that the thread that draws finds it there.
    pub fn look_at_the_end(&self, token: &Token) {
        let end = self.game.now();
        let _ = (end.truth(token), end.why(), end.brief(Eye::All), end.board(Eye::All).panes.len());
    }

    /// Lets everything happen that needs no person, until one is needed or it is told to stop; all
    /// of it is on the disk when this returns.
    ///
    /// # Errors
    /// When a program made a move that is not admitted, or the journal could not be written.
    pub fn run(&mut self, token: &Token) -> Result<Option<Advance>, String> {
        if let Some(chair) = &self.chair {
            let ran = Arc::clone(&chair.source).run(token);
            self.catch_up()?;
            ran?;
            return Ok(match self.game.now().turn() {
                Turn::Over(outcome) => {
                    self.look_at_the_end(token);
                    Some(Advance::Over(outcome))
                }
                Turn::Ask(seat) => Some(Advance::Waiting(seat)),
                _ => None,
            });
        }
        let stopped = self.run_unsynced(token);
        if matches!(stopped, Ok(Some(Advance::Over(_)))) {
            self.look_at_the_end(token);
        }
        self.sync()?;
        stopped
    }

    fn run_unsynced(&mut self, token: &Token) -> Result<Option<Advance>, String> {
        if let Some((seat, mv)) = self.long.take() {
            if self.game.prepare(&mv, token).is_err() {
                return Ok(None);
            }
            self.play(seat, mv)?;
        }
        loop {
            if token.is_stopped() {
                return Ok(None);
            }
            let journal = &mut self.journal;
            let advance = match self.game.advance_after(&mut |entry| keep(journal, entry), token) {
                Ok(advance) => advance,
                Err(Stuck::Stopped(_)) => return Ok(None),
                Err(stuck) => return Err(stuck.to_string()),
            };
            token.report(self.game.tree().line().len() as u64, 0);
            match (advance, &mut self.outside) {
                (Advance::Moved(_), _) => {}
                (Advance::Waiting(seat), Some(outside)) if outside.command(seat).is_some() => {
                    let journal = &mut self.journal;
                    let mut make =
                        |table: &mut dyn Table, seat, mv| played(journal, table, seat, mv);
                    match outside.turn(seat, self.game.table(), &mut make, token) {
                        Err(Unplayed::Stuck(Stuck::Stopped(_))) => return Ok(None),
                        Err(why) => {
                            self.scenario.seats.set(seat, SeatPlan::Human);
                            return Err(format!("{why}; the seat is a person's from here on"));
                        }
                        Ok(()) => {}
                    }
                }
                (Advance::Over(outcome), Some(outside)) => {
                    outside.over(&*self.game, &outcome);
                    return Ok(Some(Advance::Over(outcome)));
                }
                (advance, _) => return Ok(Some(advance)),
            }
        }
    }
}

/// Makes a move, in the journal first.
fn played(
    journal: &mut Option<Journal>,
    table: &mut dyn Table,
    seat: Seat,
    mv: Move,
) -> Result<(), String> {
    let entry = Entry::Move { actor: Actor::Seat(seat), mv: mv.clone() };
    made(journal, &entry, || table.play(seat, mv))
}
