//! The best response of a seat to given opponents.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::position::signed_gain;
use super::value::{BoundMethod, ExactValue, Value, ValueRange};
use crate::debate::SeatPlan;
use crate::rules::Seat;

/// Returns the exact value of a set of players. `None` if it is unknown.
pub(super) type ExactValueFn<'a> = dyn Fn(&[SeatPlan; 3]) -> Option<ExactValue> + 'a;

/// The best player that was found for a seat against the others, and Alice's value against this player.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// The player. `None` if only its value is known.
    pub player: Option<SeatPlan>,
    /// Alice's value against the best possible player of the seat.
    pub value: ValueRange,
}

impl BestResponse {
    /// The name of the best response in a roster of strategies.
    pub const NAME: &'static str = "best-response";

    /// A response with the strategy `name` in the seat, without a bound on other players. `exact`
    /// returns the value of a set of players.
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

    /// The response that consists of this player and its value, without a bound on other players.
    pub(crate) fn played_by(seat: Seat, player: SeatPlan, value: ExactValue) -> Self {
        Self { player: Some(player), value: ValueRange::played_by(seat, value) }
    }

    /// A player of the seat who has no name and attains `value`, with the bound `limit` on every
    /// player of the seat.
    pub(crate) fn unlisted(seat: Seat, value: ExactValue, limit: f64, by: BoundMethod) -> Self {
        let value = ValueRange::played_by(seat, value).limited(Some(limit), by);
        Self { player: None, value }
    }

    /// The same response, as an average over the worlds that the seat cannot distinguish.
    pub(super) fn averaged(self) -> Self {
        Self { value: self.value.averaged(), ..self }
    }

    /// The result of a search through a seat's moves. `rounds` lists the rounds in which the player does not move as an
    /// honest player, and the moves in these rounds. `rounds` is `None` if these moves depend on chance. `whole` says
    /// whether the search tried every move.
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

    /// Marks the player as optimal if it is certain to win. Use this only if the values are
    /// probabilities.
    pub fn or_certain(self) -> Self {
        let certain = certain_win(self.value.seat());
        // An external program may give a different answer next time, so its opponent is never
        // certain to win.
        let is_known = self.value.is_closed() || self.value.by() == BoundMethod::Asked;
        match certain.filter(|_| !is_known) {
            Some(certain) if self.value.played() == Some(certain) => self.solved(),
            _ => self,
        }
    }

    /// The same player, with a bound on the value of every player of the seat.
    pub(crate) fn limited(self, limit: Option<f64>, by: BoundMethod) -> Self {
        Self { value: self.value.limited(limit, by), ..self }
    }

    /// The response that was found, with the bound `limit` on every player of the seat. A tighter
    /// bound in the response stays. If no response was found, the result has only the bound.
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

    /// The better one of this response and another player of the seat.
    pub fn or(self, player: SeatPlan, value: ExactValue) -> Self {
        let better = |played: f64| signed_gain(self.value.seat(), value.get() - played) > 0.0;
        match self.value.played().is_none_or(better) {
            true => Self { player: Some(player), value: self.value.reached(value) },
            false => self,
        }
    }

    /// The exact value of the best response, if a known player attains the bound or the search
    /// tried every move. `None` otherwise, for example if only a theorem bounds the value.
    pub fn exact(&self) -> Option<f64> {
        let looked_through =
            self.value.limit().filter(|_| self.value.by() == BoundMethod::EveryMove);
        self.value().exact().or(looked_through)
    }

    /// The value of the response, as an exact number or as bounds.
    pub fn value(&self) -> Value {
        self.value.into()
    }
}

/// Returns whether the roster's `best-response` for a seat is optimal against these players. It is
/// optimal against an opponent with one strategy and an honest judge.
pub(crate) fn is_foreseen(seats: &[SeatPlan; 3], seat: Seat) -> bool {
    let is_one = seats[seat.opposite().index()].program().is_some();
    seats[Seat::Judge.index()].is_honest() && is_one
}

/// Alice's winning probability if this seat is certain to win. `None` for the judge, who cannot win.
pub fn certain_win(seat: Seat) -> Option<f64> {
    match seat {
        Seat::Alice => Some(1.0),
        Seat::Bob => Some(0.0),
        Seat::Judge => None,
    }
}

/// A best response in the form that users see and files store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseSummary {
    /// The value of the best response.
    Known {
        /// The player, as users write it. `None` if unknown.
        player: Option<String>,
        /// Alice's value against the best possible player of the seat.
        value: ValueRange,
    },
    /// The reason why the best response is unknown.
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
    /// The best response of this seat against the player `against`, as a sentence without a full
    /// stop.
    pub fn sentence(&self, seat: Seat, against: &str) -> String {
        format!("the best {} against {against}: {self}", seat.name())
    }

    /// Returns an object with the keys `player` and `value` (see [`Value`]), or with the key
    /// `unknown`.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Known { player, value } => {
                serde_json::json!({ "player": player, "value": Value::from(*value) })
            }
            Self::Unknown(why) => serde_json::json!({ "unknown": why }),
        }
    }
}

/// Writes the value, and then the player.
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
