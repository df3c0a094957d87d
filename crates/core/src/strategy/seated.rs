//! The programs of the other seats, for a strategy that responds to them.

use crate::forms::cancellable;
use crate::rules::Seat;
use crate::work::CancelToken;

/// The programs in the seats of a debate, for a strategy that responds to them. A best response is
/// created when all seats are known.
#[derive(Clone, Debug, Default)]
pub struct SeatedStrategies {
    written: [Option<String>; 3],
    unforetold: [bool; 3],
    token: CancelToken,
}

impl SeatedStrategies {
    /// The strategies of Alice, Bob and the judge, as written. `None` for a person. If reading the
    /// file is cancelled, the creation of its players is cancelled too.
    pub fn new(written: [Option<String>; 3]) -> Self {
        Self { written, unforetold: [false; 3], token: cancellable::token() }
    }

    /// The same seating under another token.
    pub fn under(self, token: &CancelToken) -> Self {
        Self { token: token.clone(), ..self }
    }

    /// The token that cancels the creation of a player that searches before the debate begins.
    pub fn token(&self) -> &CancelToken {
        &self.token
    }

    /// The same seating, with scripts, mixtures or changing players in these seats. No solver can
    /// respond to them.
    pub fn with_not_solvable(self, unforetold: [bool; 3]) -> Self {
        Self { unforetold, ..self }
    }

    /// The seats that have such players.
    pub fn not_solvable(&self) -> [bool; 3] {
        self.unforetold
    }

    /// The same seating, with this seat unknown.
    pub(super) fn without_seat(&self, seat: Seat) -> Self {
        let mut seating = self.clone();
        seating.written[seat.index()] = None;
        seating
    }

    /// The strategy in a seat, as written.
    pub fn strategy(&self, seat: Seat) -> Option<&str> {
        self.written[seat.index()].as_deref()
    }
}
