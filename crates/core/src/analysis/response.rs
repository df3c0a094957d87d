//! The best response of a seat to given opponents.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::position::signed_gain;
use super::value::{BoundMethod, ExactValue, Value, ValueRange};
use crate::debate::SeatPlan;
use crate::rules::Seat;

/// Returns the exact value of a set of players. `None` if it is unknown.
pub(super) type ExactValueFn<'a> = dyn Fn(&[SeatPlan; 3]) -> Option<ExactValue> + 'a;

/// The best player found for a seat against the others, and what its value to Alice is.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// A strategy that attains the value and can be seated. `None` if unknown.
    pub player: Option<SeatPlan>,
    /// The value of the best possible player of the seat.
    pub value: ValueRange,
}

impl BestResponse {
    /// The name of the strategy in the roster.
    pub const NAME: &'static str = "best-response";

    /// The value of this player in the seat, with no bound on other players. `exact` returns the
    /// value of a set of players.
    pub(crate) fn named(
        seats: &[SeatPlan; 3],
        seat: Seat,
        name: &str,
        exact: &ExactValueFn<'_>,
    ) -> Result<Self, String> {
        let mut seats = seats.clone();
        let player = SeatPlan::Program(name.into());
        seats[seat.index()] = player.clone();
        let value = exact(&seats)
            .ok_or_else(|| format!("the value of `{name}` is too expensive to compute"))?;
        Ok(Self::played_by(seat, player, value))
    }

    /// This player with its value, with no bound on other players.
    pub(crate) fn played_by(seat: Seat, player: SeatPlan, value: ExactValue) -> Self {
        Self { player: Some(player), value: ValueRange::played_by(seat, value) }
    }

    /// The same response, as an average over the worlds that the seat cannot distinguish.
    pub(super) fn averaged(self) -> Self {
        Self { value: self.value.averaged(), ..self }
    }

    /// The result of a search through a seat's moves. `rounds` lists by round where the player
    /// differs from an honest player; it is `None` if that depends on chance. `whole` says whether
    /// the search tried every move.
    pub(super) fn searched(
        seat: Seat,
        value: f64,
        rounds: Option<Vec<(u64, String)>>,
        (whole, method): (bool, BoundMethod),
    ) -> Option<Self> {
        let player = rounds.map(|rounds| match rounds.is_empty() {
            true => SeatPlan::honest(),
            false => SeatPlan::Rounds { rounds, then: "honest".into() },
        });
        match player {
            Some(player) => Some(
                Self::played_by(seat, player, ExactValue::walked(value))
                    .limited(whole.then_some(value), method),
            ),
            None => {
                whole.then(|| Self { player: None, value: ValueRange::proved(seat, value, method) })
            }
        }
    }

    /// The same player, marked as optimal.
    pub(crate) fn solved(self) -> Self {
        let limit = self.value.played();
        self.limited(limit, BoundMethod::Solved)
    }

    /// The same, if values are probabilities. A prover who is certain to win is optimal.
    pub fn or_certain(self) -> Self {
        let certain = match self.value.seat() {
            Seat::Alice => Some(1.0),
            Seat::Bob => Some(0.0),
            Seat::Judge => None,
        };
        // A program may give another answer the next time, so nothing is certain.
        let is_known = self.value.is_closed() || self.value.by() == BoundMethod::Asked;
        match certain.filter(|_| !is_known) {
            Some(certain) if self.value.played() == Some(certain) => self.solved(),
            _ => self,
        }
    }

    /// The same player, with a bound on every player of the seat.
    pub(crate) fn limited(self, limit: Option<f64>, by: BoundMethod) -> Self {
        Self { value: self.value.limited(limit, by), ..self }
    }

    /// The response that was found, or the bound alone. `limit` bounds every player of the seat. If
    /// the response already has a tighter bound, that one stays.
    pub(super) fn with_limit(
        found: Result<Self, String>,
        seat: Seat,
        limit: f64,
        by: BoundMethod,
    ) -> Self {
        let says_more = |own: f64| signed_gain(seat, own) <= signed_gain(seat, limit);
        match found {
            Ok(found) if found.value.limit().is_some_and(says_more) => found,
            Ok(found) => found.limited(Some(limit), by),
            Err(_) => Self { player: None, value: ValueRange::proved(seat, limit, by) },
        }
    }

    /// The better of this response and one more player of the seat.
    pub fn or(self, player: SeatPlan, value: ExactValue) -> Self {
        let better = |played: f64| signed_gain(self.value.seat(), value.get() - played) > 0.0;
        match self.value.played().is_none_or(better) {
            true => Self { player: Some(player), value: self.value.reached(value) },
            false => self,
        }
    }

    /// The exact value of the best response. `None` unless a known player attains it or the search
    /// tried every move. No player needs to attain the bound of a theorem.
    pub fn exact(&self) -> Option<f64> {
        let looked_through =
            self.value.limit().filter(|_| self.value.by() == BoundMethod::EveryMove);
        self.value().exact().or(looked_through)
    }

    /// The response as a value.
    pub fn value(&self) -> Value {
        self.value.into()
    }
}

/// Returns whether the roster's `best-response` of a seat is a best response to these players. It
/// needs an opponent with one strategy, and an honest judge.
pub(crate) fn is_foreseen(seats: &[SeatPlan; 3], seat: Seat) -> bool {
    let is_one = seats[seat.opposite().index()].program().is_some();
    seats[Seat::Judge.index()].is_honest() && is_one
}

/// The best response of a seat, as users see it and files keep it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseSummary {
    /// The value of the best response.
    Known {
        /// Its player, as users write it. `None` if unknown.
        player: Option<String>,
        /// The value of the best possible player of the seat.
        value: ValueRange,
    },
    /// Why the best response is unknown.
    Unknown(String),
}

impl From<BestResponse> for ResponseSummary {
    fn from(BestResponse { player, value }: BestResponse) -> Self {
        Self::Known { player: player.as_ref().map(SeatPlan::words), value }
    }
}

impl<E: fmt::Display> From<Result<BestResponse, E>> for ResponseSummary {
    fn from(found: Result<BestResponse, E>) -> Self {
        match found {
            Ok(best) => best.into(),
            Err(why) => Self::Unknown(why.to_string()),
        }
    }
}

impl ResponseSummary {
    /// The best response of this seat against a player of this name, as a sentence without its full
    /// stop.
    pub fn sentence(&self, seat: Seat, against: &str) -> String {
        format!("the best {} against {against}: {self}", seat.name())
    }

    /// As an object with the keys `player` and `value` (see [`Value`]), or with the key `unknown`.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Known { player, value } => {
                serde_json::json!({ "player": player, "value": Value::from(*value) })
            }
            Self::Unknown(why) => serde_json::json!({ "unknown": why }),
        }
    }
}

/// The only place where best responses are formatted: the value, and then the player.
impl fmt::Display for ResponseSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { player: Some(by), value } => {
                write!(f, "{}, by {by}", Value::from(*value))
            }
            Self::Known { player: None, value } => write!(f, "{}", Value::from(*value)),
            Self::Unknown(why) => write!(f, "unknown: {why}"),
        }
    }
}
