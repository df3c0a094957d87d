//! What Alice can expect from any three players: exactly where a solver or the game tree reaches,
//! and otherwise from debates that are played.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Rate, simulate};
use crate::analysis::Game;
use crate::debate::{SeatPlan, Stuck};
use crate::rules::Seat;
use crate::work::Token;

/// What Alice can expect from three players.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Alice, Bob and the judge, in a word or two each.
    pub players: [String; 3],
    /// The probability that Alice wins, in [0, 1]; or what she is paid on average.
    pub value: f64,
    /// How the value was come by.
    pub how: How,
}

/// How a value was come by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum How {
    /// Computed.
    Exact,
    /// The mean of debates that were played.
    Sampled {
        /// How many.
        debates: u64,
        /// Half the width of the mean's 95 % interval.
        error: f64,
    },
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
            return Ok(Self { players, value, how: How::Exact });
        }
        let tally = simulate(&*many, debates, game.seed(), token)?;
        if tally.debates == 0 {
            return Err(NoValue::Stopped);
        }
        let debates = tally.debates;
        let (value, error) = match tally.payoff() {
            Some(paid) => (paid.mean, Z * paid.sd / (debates as f64).sqrt()),
            None => {
                let Rate { rate, low, high, .. } = tally.rate();
                (rate, (high - low) / 2.0)
            }
        };
        Ok(Self { players, value, how: How::Sampled { debates, error } })
    }

    /// How the value was come by, in words.
    pub fn words(&self) -> String {
        match self.how {
            How::Exact => "exact".into(),
            How::Sampled { debates, error } => {
                format!("sampled, n = {debates}, ± {error:.4} (95 %)")
            }
        }
    }
}

/// Of a normal law, 95 % lies within so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// As an object with the keys `alice`, `bob`, `judge`, `value`, `how` (`exact` or `sampled`),
/// `error` (0 where exact) and, where sampled, `debates`.
impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (seat, player) in Seat::ALL.into_iter().zip(&self.players) {
            map.serialize_entry(seat.word(), player)?;
        }
        map.serialize_entry("value", &self.value)?;
        match self.how {
            How::Exact => {
                map.serialize_entry("how", "exact")?;
                map.serialize_entry("error", &0.0)?;
            }
            How::Sampled { debates, error } => {
                map.serialize_entry("how", "sampled")?;
                map.serialize_entry("error", &error)?;
                map.serialize_entry("debates", &debates)?;
            }
        }
        map.end()
    }
}
