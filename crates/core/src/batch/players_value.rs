//! Computes Alice's expected value for any three players: exactly by a solver or the game tree, or
//! else from played debates.

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
    /// The probability that Alice wins, or her average payment.
    pub value: Value,
}

/// Why there is no value.
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
    /// The value of these players in a game from its start. If it is not known exactly, `debates`
    /// debates are played. The token counts them; if it is stopped, fewer are played.
    ///
    /// # Errors
    /// If a seat does not have this player, a person has the seat, or a player makes an illegal
    /// move.
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

/// As an object with the keys `alice`, `bob`, `judge`, `value`, `how` (`exact` or `sampled`), and
/// `error` (0 if exact). Sampled values also have `debates`, and the ends `low` and `high` of the
/// 95 % interval. Then `error` is half its width.
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
