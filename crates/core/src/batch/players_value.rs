//! Computes Alice's expected value for three players: exactly if possible, otherwise as an estimate
//! from played debates.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::simulate;
use crate::analysis::{Game, Value};
use crate::debate::{PlayError, SeatPlan};
use crate::rules::Seat;
use crate::work::CancelToken;

/// Alice's expected value for three players.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayersValue {
    /// The names of Alice, Bob and the judge.
    pub players: [String; 3],
    /// Alice's winning probability or her average payment.
    pub value: Value,
}

/// The reason why there is no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoValue {
    /// A seat does not have this player.
    #[error("{0}")]
    Unseated(String),
    /// A debate failed.
    #[error(transparent)]
    Stuck(#[from] PlayError),
    /// The work was stopped before a debate was played.
    #[error("the command was stopped before it had played a debate")]
    Stopped,
}

impl PlayersValue {
    /// Alice's expected value if these players play the game from its start. If the exact value is
    /// unknown, estimates it from `debates` played debates. The token counts these debates; if it
    /// is stopped, fewer debates are played.
    ///
    /// # Errors
    /// Returns an error if a seat does not have this player, if a person has the seat, or if a
    /// player makes an illegal move.
    pub fn compute(
        game: &dyn Game,
        seats: &[SeatPlan; 3],
        debates: u64,
        token: &CancelToken,
    ) -> Result<Self, NoValue> {
        let players = Seat::each(|seat| seats[seat.index()].words());
        let many = game.simulator(seats, token).map_err(NoValue::Unseated)?;
        if let Some(value) = game.exact(seats, token) {
            return Ok(Self { players, value: value.into() });
        }
        let value = simulate(&*many, debates, game.seed(), token)?.value();
        Ok(Self { players, value: value.ok_or(NoValue::Stopped)? })
    }
}

/// Serializes the value as an object with the keys `alice`, `bob`, `judge`, `value`, `how` (`exact`
/// or `sampled`), and `error` (0 if exact). A sampled value also has `debates`, and `low` and
/// `high`, the ends of the 95 % interval. Its `error` is half the width of this interval.
impl Serialize for PlayersValue {
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
