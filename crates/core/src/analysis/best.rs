//! The best response of a seat to whoever sits opposite.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::position::gained;
use super::value::{Ends, Exact, Method, Value};
use crate::debate::SeatPlan;
use crate::rules::Seat;

/// What players come to, where that is known.
pub(super) type Exactly<'a> = dyn Fn(&[SeatPlan; 3]) -> Option<Exact> + 'a;

/// What the strongest player of a seat is worth to Alice against the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Who comes to the seat's end of the value, and can be seated; none where none is known.
    pub player: Option<SeatPlan>,
    /// What the best that can sit there comes to.
    pub value: Ends,
}

impl Best {
    /// Its name in the roster.
    pub const NAME: &'static str = "best-response";

    /// What this player comes to in the seat, of whom nothing else is known: `exact` says what players
    /// come to.
    pub(crate) fn named(
        seats: &[SeatPlan; 3],
        seat: Seat,
        name: &str,
        exact: &Exactly<'_>,
    ) -> Result<Self, String> {
        let mut seats = seats.clone();
        let player = SeatPlan::Program(name.into());
        seats[seat.index()] = player.clone();
        let value = exact(&seats)
            .ok_or_else(|| format!("the value of `{name}` is too expensive to compute"))?;
        Ok(Self::played_by(seat, player, value))
    }

    /// This player, of whom only the value is known.
    pub(crate) fn played_by(seat: Seat, player: SeatPlan, value: Exact) -> Self {
        Self { player: Some(player), value: Ends::played_by(seat, value) }
    }

    /// The same, on average over the worlds that the seat cannot tell apart.
    pub(super) fn averaged(self) -> Self {
        Self { value: self.value.averaged(), ..self }
    }

    /// What a search through a seat's moves found, with what it plays otherwise than an honest player,
    /// by round, where that is the same whatever falls; `whole` if it looked at every move.
    pub(super) fn searched(
        seat: Seat,
        value: f64,
        rounds: Option<Vec<(u64, String)>>,
        (whole, method): (bool, Method),
    ) -> Option<Self> {
        let player = rounds.map(|rounds| match rounds.is_empty() {
            true => SeatPlan::honest(),
            false => SeatPlan::Rounds { rounds, then: "honest".into() },
        });
        match player {
            Some(player) => Some(
                Self::played_by(seat, player, Exact::walked(value))
                    .limited(whole.then_some(value), method),
            ),
            None => whole.then(|| Self { player: None, value: Ends::proved(seat, value, method) }),
        }
    }

    /// The same player, whom nobody gets past.
    pub(crate) fn solved(self) -> Self {
        let limit = self.value.played();
        self.limited(limit, Method::Solved)
    }

    /// The same, where values are probabilities: nobody gets past a prover who is certain to win.
    pub fn or_certain(self) -> Self {
        let certain = match self.value.seat() {
            Seat::Alice => Some(1.0),
            Seat::Bob => Some(0.0),
            Seat::Judge => None,
        };
        // Of a program that was asked once nothing is certain.
        let is_known = self.value.is_closed() || self.value.by() == Method::Asked;
        match certain.filter(|_| !is_known) {
            Some(certain) if self.value.played() == Some(certain) => self.solved(),
            _ => self,
        }
    }

    /// The same player, with what nobody in the seat gets past.
    pub(crate) fn limited(self, limit: Option<f64>, by: Method) -> Self {
        Self { value: self.value.limited(limit, by), ..self }
    }

    /// It, or why it is not known, where it is also known that nobody in the seat gets past `limit`; what
    /// was known is kept if it says more.
    pub(super) fn within(found: Result<Self, String>, seat: Seat, limit: f64, by: Method) -> Self {
        let says_more = |own: f64| gained(seat, own) <= gained(seat, limit);
        match found {
            Ok(found) if found.value.limit().is_some_and(says_more) => found,
            Ok(found) => found.limited(Some(limit), by),
            Err(_) => Self { player: None, value: Ends::proved(seat, limit, by) },
        }
    }

    /// It with one more player of the seat: the better of both.
    pub fn or(self, player: SeatPlan, value: Exact) -> Self {
        let better = |played: f64| gained(self.value.seat(), value.get() - played) > 0.0;
        match self.value.played().is_none_or(better) {
            true => Self { player: Some(player), value: self.value.reached(value) },
            false => self,
        }
    }

    /// What the best comes to, where that is known: somebody gets it, or every move was looked through. What
    /// a theorem says of all players need not be reached by any.
    pub fn exact(&self) -> Option<f64> {
        let looked_through = self.value.limit().filter(|_| self.value.by() == Method::EveryMove);
        self.value().exact().or(looked_through)
    }

    /// It as a value.
    pub fn value(&self) -> Value {
        self.value.into()
    }
}

/// Whether the roster's `best-response` of a seat answers whoever sits opposite: one strategy, before an
/// honest judge.
pub(crate) fn is_foreseen(seats: &[SeatPlan; 3], seat: Seat) -> bool {
    let is_one = seats[seat.opposite().index()].program().is_some();
    seats[Seat::Judge.index()].is_honest() && is_one
}

/// What is known of the best response of a seat, as it is told and kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    /// What the best comes to.
    Known {
        /// Its player, as it is written; none where none is known.
        player: Option<String>,
        /// What the best that can sit there comes to.
        value: Ends,
    },
    /// Why nothing is known of it.
    Unknown(String),
}

impl From<Best> for Response {
    fn from(Best { player, value }: Best) -> Self {
        Self::Known { player: player.as_ref().map(SeatPlan::words), value }
    }
}

impl<E: fmt::Display> From<Result<Best, E>> for Response {
    fn from(found: Result<Best, E>) -> Self {
        match found {
            Ok(best) => best.into(),
            Err(why) => Self::Unknown(why.to_string()),
        }
    }
}

impl Response {
    /// The best of this seat against a player of this name, as a sentence without its end.
    pub fn told(&self, seat: Seat, against: &str) -> String {
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

/// The one way in which best responses are printed: the value, and by whom.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { player: Some(by), value } => {
                write!(f, "{}, by {by}", Value::from(*value))
            }
            Self::Known { player: None, value } => write!(f, "{}", Value::from(*value)),
            Self::Unknown(why) => write!(f, "not known: {why}"),
        }
    }
}
