//! A debate as one seat sees it.

use super::{Cost, Eye, Menu, Readings, Rules, Seat};
use crate::work::Token;

/// A debate as one seat sees it: what a strategy is given.
///
/// Each protocol adds methods for what its seats may know; the rules themselves stay out of reach.
#[derive(Debug)]
pub struct Sight<'a, R> {
    pub(crate) rules: &'a R,
    pub(crate) seat: Seat,
    pub(crate) token: &'a Token,
}

impl<R> Clone for Sight<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Sight<'_, R> {}

impl<'a, R: Rules> Sight<'a, R> {
    /// What `seat` sees of a debate. Who thinks about it long asks the token whether to go on, and
    /// chooses anything once that says no: the choice is thrown away.
    pub fn new(rules: &'a R, seat: Seat, token: &'a Token) -> Self {
        Self { rules, seat, token }
    }

    /// Stops the thinking.
    pub fn token(&self) -> &'a Token {
        self.token
    }

    /// Whose sight it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The same as eyes for a board.
    pub fn eye(&self) -> Eye {
        Eye::Seat(self.seat)
    }

    /// What this seat may do now.
    pub fn menu(&self) -> Menu {
        self.rules.menu()
    }

    /// The bits that the judge read: everybody sees them.
    pub fn readings(&self) -> &'a Readings {
        self.rules.ledger().readings()
    }

    /// What a party has paid of a kind, as far as this seat may know it.
    pub fn paid(&self, seat: Seat, cost: Cost) -> Option<u64> {
        self.rules.ledger().seen(self.eye(), seat, cost)
    }
}
