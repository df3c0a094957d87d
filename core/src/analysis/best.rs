//! The best response of a seat to whoever sits opposite.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::analysed::Analysed;
use super::reply::Reply;
use super::value::{Bracket, Exact, Method, Value};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::work::Token;

/// What the strongest player of a seat is worth to Alice against the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Who comes to the seat's end of the value, and can be seated; none where none is known.
    pub player: Option<SeatPlan>,
    /// What the best that can sit there comes to.
    pub value: Bracket,
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
        exact: impl Fn(&[SeatPlan; 3]) -> Option<Exact>,
    ) -> Option<Self> {
        let mut seats = seats.clone();
        let player = SeatPlan::Program(name.into());
        seats[seat.index()] = player.clone();
        let value = Bracket::of(seat, Some(exact(&seats)?), None, Method::Solved)?;
        Some(Self { player: Some(player), value })
    }

    /// What the roster's `best-response` comes to, where that is the best there is.
    pub(crate) fn seated(
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: impl Fn(&[SeatPlan; 3]) -> Option<Exact>,
    ) -> Option<Self> {
        Some(Self::named(seats, seat, Self::NAME, exact)?.solved())
    }

    /// The same player, whom nobody gets past.
    pub(crate) fn solved(self) -> Self {
        let limit = self.played();
        self.limited(limit, Method::Solved)
    }

    /// The same player, with what nobody in the seat gets past.
    pub(crate) fn limited(self, limit: Option<f64>, by: Method) -> Self {
        Self { value: self.value.limited(limit, by), ..self }
    }

    /// That of rules without a method of their own: of the roster's `best-response`, whose value `exact`
    /// says, or else by a search through every move that the seat may make, if they are few.
    pub(crate) fn of<R: Analysed>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: impl Fn(&[SeatPlan; 3]) -> Option<Exact>,
        token: &Token,
    ) -> Option<Self> {
        let named =
            |listed: &crate::strategy::Listed<R>| listed.seat == seat && listed.name == Self::NAME;
        match R::roster().iter().any(named) {
            true => Self::seated(seats, seat, exact),
            false => Reply::to(rules, seats, seat, token)?.best(seat),
        }
    }

    /// It as it is told.
    pub fn response(&self) -> Response {
        Response { player: self.player.as_ref().map(SeatPlan::words), value: self.value }
    }

    /// What the player comes to.
    pub fn played(&self) -> Option<f64> {
        self.value.played()
    }

    /// What nobody in the seat gets past.
    pub fn limit(&self) -> Option<f64> {
        self.value.limit()
    }

    /// How that is known.
    pub fn by(&self) -> Method {
        self.value.by()
    }

    /// Whether no player gets past `value`, and `value` is reached.
    pub fn is_reached_by(&self, value: f64) -> bool {
        self.value.is_reached_by(value)
    }

    /// It as a value.
    pub fn value(&self) -> Value {
        Value::Bracket(self.value)
    }
}

/// The best response of a seat as it is told, and kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// Its player, as it is written; none where none is known.
    pub player: Option<String>,
    /// What the best that can sit there comes to.
    pub value: Bracket,
}

impl Response {
    /// The best of this seat against a player of this name, as a sentence without its end.
    pub fn told(&self, seat: Seat, against: &str) -> String {
        format!("the best {} against {against}: {self}", seat.name())
    }

    /// As an object with the keys `player` and `value` (see [`Value`]).
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "player": self.player, "value": Value::Bracket(self.value) })
    }
}

/// The one way in which best responses are printed: the value, and by whom.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Value::Bracket(self.value))?;
        self.player.as_ref().map_or(Ok(()), |player| write!(f, ", by {player}"))
    }
}
