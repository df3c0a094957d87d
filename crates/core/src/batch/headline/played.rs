//! Debates that headlines are measured by.

use super::{Unmeasured, unplayed};
use crate::analysis::Game;
use crate::debate::{Advance, SeatPlan, Stuck};
use crate::rules::{Cost, Seat, Side, Turn, Verb};
use crate::scenario::{open, read};
use crate::work::Token;

/// A debate that was played to its end.
pub(super) struct PlayedDebate(Box<dyn Game>);

/// The debate of a scenario.
pub(super) fn opened(scenario: &str) -> Result<Box<dyn Game>, Unmeasured> {
    let scenario = read("headline", scenario).map_err(unplayed)?;
    open(&scenario).map_err(|fault| unplayed(format!("{fault:?}")))
}

/// Programs for the three seats.
pub(super) fn plans(seats: [&str; 3]) -> [SeatPlan; 3] {
    seats.map(|written| SeatPlan::Program(written.to_owned()))
}

impl PlayedDebate {
    /// Plays the debate of a scenario.
    pub fn of(scenario: &str, seats: [&str; 3], token: &Token) -> Result<Self, Unmeasured> {
        Self::by(opened(scenario)?, seats, token)
    }

    /// Plays a debate by these programs.
    pub fn by(
        mut game: Box<dyn Game>,
        seats: [&str; 3],
        token: &Token,
    ) -> Result<Self, Unmeasured> {
        game.set_seats(&plans(seats)).map_err(|unseated| unplayed(unseated.why))?;
        // Progress is counted in rows, not in the moves of each debate.
        match game.table().run_for(usize::MAX, token) {
            Ok(Advance::Waiting(seat)) => Err(unplayed(Stuck::NoMove(seat))),
            Ok(_) => Ok(Self(game)),
            Err(Stuck::Stopped(stopped)) => Err(stopped.into()),
            Err(stuck) => Err(unplayed(stuck)),
        }
    }

    /// What a party paid of one kind.
    pub fn paid(&self, seat: Seat, cost: Cost) -> u64 {
        self.0.now().ledger().of(seat).paid(cost)
    }

    /// Everything that the judge read or asked.
    pub fn judge(&self) -> u64 {
        self.0.now().ledger().of(Seat::Judge).queries()
    }

    /// How often a seat made such a move.
    pub fn moves(&self, verb: Verb) -> u64 {
        self.0.tree().moves().filter(|played| played.mv.verb() == verb).count() as u64
    }

    /// Who won.
    pub fn winner(&self) -> Option<Side> {
        match self.0.now().turn() {
            Turn::Over(outcome) => Some(outcome.winner),
            _ => None,
        }
    }
}
