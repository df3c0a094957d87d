//! What Alice can expect from any three players: exactly where a solver or the game tree reaches,
//! and otherwise from debates that are played.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::simulate;
use crate::analysis::{Game, Value};
use crate::debate::{SeatPlan, Stuck};
use crate::rules::Seat;
use crate::work::Token;

/// What Alice can expect from three players.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Alice, Bob and the judge, in a word or two each.
    pub players: [String; 3],
    /// The probability that Alice wins, or what she is paid on average.
    pub value: Value,
}

/// Why a value is not known at all.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoValue {
    /// A seat has no such player.
    #[error("{0}")]
    Unseated(String),
    /// A debate did not end.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// The work was stopped before a debate was played.
    #[error("stopped before a debate was played")]
    Stopped,
}

impl Pair {
    /// The value of these players in a game from its start, from `debates` debates where it is not
    /// known exactly. The token counts these; stopped, fewer are played.
    ///
    /// # Errors
    /// If a seat has no such player or is a person's, or a player makes a move that is not legal.
    pub fn of(
        game: &dyn Game,
        seats: &[SeatPlan; 3],
        debates: u64,
        token: &Token,
    ) -> Result<Self, NoValue> {
        let players = Seat::each(|seat| seats[seat.index()].words());
        let many = game.many(seats, token).map_err(NoValue::Unseated)?;
        if let Some(value) = game.exact(seats, token) {
            return Ok(Self { players, value: value.into() });
        }
        let value = simulate(&*many, debates, game.seed(), token)?.value();
        Ok(Self { players, value: value.ok_or(NoValue::Stopped)? })
    }
}

/// As an object with the keys `alice`, `bob`, `judge`, `value`, `how` (`exact` or `sampled`),
/// `error` (0 where exact) and, where sampled, `debates` and the ends `low` and `high` of the 95 %
/// interval, of which `error` is half the width.
impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (seat, player) in Seat::ALL.into_iter().zip(&self.players) {
            map.serialize_entry(seat.word(), player)?;
        }
        map.serialize_entry("value", &self.value.middle())?;
        let how = if self.value.exact().is_some() { "exact" } else { "sampled" };
        map.serialize_entry("how", how)?;
        map.serialize_entry("error", &self.value.error())?;
        if let Value::Estimated(sampled) = &self.value {
            map.serialize_entry("debates", &sampled.debates())?;
            let [low, high] = sampled.interval().map(|end| Some(end).filter(|end| end.is_finite()));
            map.serialize_entry("low", &low)?;
            map.serialize_entry("high", &high)?;
        }
        map.end()
    }
}
