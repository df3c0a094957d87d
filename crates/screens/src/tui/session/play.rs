//! Moves of people and programs. Each move is on the disk before the screen shows it.

use std::sync::Arc;

use super::DebateSession;
use super::saved::{keep, write_entry};
use crate::debate::{Advance, AnyDebate, NodeId, PlayError, RecordEntry, SeatPlan};
use crate::outside::ProgramPlayError;
use crate::rules::{Actor, Move, Seat, Turn, Viewer};
use crate::scenario::Forbidden;
use crate::scenario::journal::Journal;
use crate::tui::worker::CancelToken;

impl DebateSession {
    /// Checks that the player may go back to a node. An exercise can forbid it. The moves that came with an exercise
    /// cannot be undone.
    ///
    /// # Errors
    /// Returns the reason if the player may not.
    pub fn may_go_back_to(&self, node: NodeId) -> Result<(), String> {
        if self.chair.is_some() {
            return Err("Others play this debate too, so you cannot undo.".into());
        }
        if self.scenario.forbids(Forbidden::Undo) {
            return Err("This exercise does not allow undo.".into());
        }
        let given = self.scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
        let record = self.game.record().iter().take(given);
        let moves = record.filter(|entry| matches!(entry, RecordEntry::Move { .. })).count();
        if (node.number() as usize) < moves {
            return Err("You were given the moves up to here, so you cannot undo them.".into());
        }
        Ok(())
    }

    /// Plays a person's move. Call [`DebateSession::run`] next, which brings the move to the disk. A slow move, such as
    /// one that needs a search, is also made there, unless the work is cancelled.
    ///
    /// # Errors
    /// Returns the reason if the move is refused, or if the journal could not be written. The debate is then unchanged.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), String> {
        if let Some(chair) = &self.chair {
            return chair.source.play(chair, self.game.record().len(), mv);
        }
        let admitted = self.game.position().menu().admit(&mv).is_ok();
        if admitted && self.game.prepare(&mv, &CancelToken::for_frame()).is_err() {
            self.long = Some((seat, mv));
            return Ok(());
        }
        played(&mut self.journal, self.game.table(), seat, mv)
    }

    /// Goes to another node of the record. The change is on the disk when this returns.
    ///
    /// # Errors
    /// Returns an error if there is no such node, or if the journal could not be written. The debate is then unchanged.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), String> {
        if node == self.here() {
            return Ok(());
        }
        write_entry(&mut self.journal, &RecordEntry::Go(node), || self.game.go_to(node))?;
        self.sync()
    }

    /// The node before the last move of a person. `None` if there is no such move.
    pub fn last_choice(&self) -> Option<NodeId> {
        let table: &dyn AnyDebate = &*self.game;
        table.last_choice_of(&self.people())
    }

    /// Computes what the review of a finished debate shows first. The debate keeps the results, so the drawing thread
    /// need not compute them.
    pub fn look_at_the_end(&self, token: &CancelToken) {
        let end = self.game.position();
        let _ = (
            end.truth(token),
            end.outcome_reason(),
            end.brief(Viewer::All),
            end.board(Viewer::All).panes.len(),
        );
    }

    /// Lets programs and chance move until a person must answer, or until the work is cancelled. All moves are on the
    /// disk when this returns.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move, or if the journal could not be written.
    pub fn run(&mut self, token: &CancelToken) -> Result<Option<Advance>, String> {
        if let Some(chair) = &self.chair {
            let ran = Arc::clone(&chair.source).run(token);
            self.catch_up()?;
            ran?;
            return Ok(match self.game.position().turn() {
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

    fn run_unsynced(&mut self, token: &CancelToken) -> Result<Option<Advance>, String> {
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
                Err(PlayError::Stopped(_)) => return Ok(None),
                Err(stuck) => return Err(stuck.to_string()),
            };
            token.report(self.game.tree().line().len() as u64, 0);
            match (advance, &mut self.outside) {
                (Advance::Moved(_), _) => {}
                (Advance::Waiting(seat), Some(outside)) if outside.command(seat).is_some() => {
                    let journal = &mut self.journal;
                    let mut make =
                        |table: &mut dyn AnyDebate, seat, mv| played(journal, table, seat, mv);
                    match outside.turn(seat, self.game.table(), &mut make, token) {
                        Err(ProgramPlayError::Stuck(PlayError::Stopped(_))) => return Ok(None),
                        Err(why) => {
                            self.scenario.seats.set(seat, SeatPlan::Human);
                            return Err(format!("{why}; a person plays this seat from now on"));
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

/// Writes a move to the journal, and then makes it.
fn played(
    journal: &mut Option<Journal>,
    table: &mut dyn AnyDebate,
    seat: Seat,
    mv: Move,
) -> Result<(), String> {
    let entry = RecordEntry::Move { actor: Actor::Seat(seat), mv: mv.clone() };
    write_entry(journal, &entry, || table.play(seat, mv))
}
