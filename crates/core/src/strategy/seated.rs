//! The strategies in all seats of a debate, for a strategy that responds to them.

use crate::forms::cancellable;
use crate::rules::Seat;
use crate::work::CancelToken;

/// The strategies in all seats of a debate. A strategy such as `best-response` uses them when it is
/// created.
#[derive(Clone, Debug, Default)]
pub struct SeatedStrategies {
    written: [Option<String>; 3],
    unforetold: [bool; 3],
    token: CancelToken,
}

impl SeatedStrategies {
    /// The strategies of Alice, Bob and the judge, as users write them. `None` for a person. If the
    /// work of [`cancellable::under`] is cancelled, the creation of strategies is cancelled too.
    pub fn new(written: [Option<String>; 3]) -> Self {
        Self { written, unforetold: [false; 3], token: cancellable::token() }
    }

    /// The same strategies, with another token.
    pub fn under(self, token: &CancelToken) -> Self {
        Self { token: token.clone(), ..self }
    }

    /// The token that cancels the creation of a strategy.
    pub fn token(&self) -> &CancelToken {
        &self.token
    }

    /// The same strategies, with a mark on some seats. The array is true for a seat whose player
    /// consists of several strategies or moves. No solver can respond to such a player.
    pub fn with_not_solvable(self, unforetold: [bool; 3]) -> Self {
        Self { unforetold, ..self }
    }

    /// True for each seat with a player to which no solver can respond.
    pub fn not_solvable(&self) -> [bool; 3] {
        self.unforetold
    }

    /// The same strategies, but without the one in this seat.
    pub(super) fn without_seat(&self, seat: Seat) -> Self {
        let mut seating = self.clone();
        seating.written[seat.index()] = None;
        seating
    }

    /// The strategy in a seat, as users write it. `None` if a person plays the seat or if it is
    /// unknown.
    pub fn strategy(&self, seat: Seat) -> Option<&str> {
        self.written[seat.index()].as_deref()
    }
}
