//! Who sits opposite, for a strategy that answers it.

use crate::forms::reading;
use crate::rules::Seat;
use crate::work::Token;

/// Which programs sit in the seats of a debate, for a strategy that answers them: the best
/// response to whoever sits opposite is resolved when all seats are known.
#[derive(Clone, Debug, Default)]
pub struct Seating {
    written: [Option<String>; 3],
    unforetold: [bool; 3],
    token: Token,
}

impl Seating {
    /// The strategies of Alice, Bob and the judge as they are written; none for a person. Who stops the
    /// reading of a file stops the making of the players in it.
    pub fn new(written: [Option<String>; 3]) -> Self {
        Self { written, unforetold: [false; 3], token: reading::token() }
    }

    /// The same, made under another token.
    pub fn under(self, token: &Token) -> Self {
        Self { token: token.clone(), ..self }
    }

    /// Stops the making of a player who looks ahead before the debate begins.
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// The same, with scripts, mixtures or changing players in these seats, whom no solver answers.
    pub fn with_unforetold(self, unforetold: [bool; 3]) -> Self {
        Self { unforetold, ..self }
    }

    /// In which seats such players sit.
    pub fn unforetold(&self) -> [bool; 3] {
        self.unforetold
    }

    /// The same with nobody known in this seat.
    pub(super) fn without(&self, seat: Seat) -> Self {
        let mut seating = self.clone();
        seating.written[seat.index()] = None;
        seating
    }

    /// The strategy in a seat, as it is written.
    pub fn of(&self, seat: Seat) -> Option<&str> {
        self.written[seat.index()].as_deref()
    }
}
