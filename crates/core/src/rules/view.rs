//! A debate as one eye sees it: what strategies, boards, words and programs outside are given.

use super::{Audience, Cost, Eye, Menu, Protocol, Readings, Seat};
use crate::work::Token;

/// A debate as one eye sees it.
///
/// Each protocol adds methods for what may be known; they are the only place that decides it. The
/// rules themselves stay out of reach.
#[derive(Debug)]
pub struct View<'a, R> {
    /// For the protocol's `view.rs` alone.
    pub(crate) rules: &'a R,
    pub(crate) eye: Eye,
    /// Who may stop the thinking; none where only what is at hand is looked at.
    token: Option<&'a Token>,
}

impl<R> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for View<'_, R> {}

impl<'a, R> View<'a, R> {
    /// What `eye` sees of a debate. Who thinks about it long asks the token whether to go on, and
    /// chooses anything once that says no: the choice is thrown away.
    pub fn new(rules: &'a R, eye: impl Into<Eye>, token: &'a Token) -> Self {
        Self { rules, eye: eye.into(), token: Some(token) }
    }

    /// What `eye` sees of a debate, for those who look at what is at hand, as long as a frame lasts.
    pub fn at_hand(rules: &'a R, eye: impl Into<Eye>) -> Self {
        Self { rules, eye: eye.into(), token: None }
    }

    /// What the same eye sees of another debate, such as a part of this one.
    pub fn of<P>(&self, part: &'a P) -> View<'a, P> {
        View { rules: part, eye: self.eye, token: self.token }
    }

    /// Stops the thinking: each piece of it by itself, where only what is at hand is looked at.
    pub fn token(&self) -> Token {
        self.token.cloned().unwrap_or_else(Token::at_hand)
    }

    /// Whose eye it is.
    pub fn eye(&self) -> Eye {
        self.eye
    }

    /// The seat whose eye it is; none in a review or of the room.
    pub fn seat(&self) -> Option<Seat> {
        match self.eye {
            Eye::Seat(seat) => Some(seat),
            Eye::Room | Eye::All => None,
        }
    }

    /// Whether words say *you* to a seat: these are its own eyes. Who looks on where no person sits is told
    /// of the seats by their names.
    pub fn addresses(&self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }

    /// Whether it is the judge's eye, who sees less than the provers, or that of the room, which sees
    /// what the judge does where nothing is said aloud outside the judge's hearing.
    pub fn is_judge(&self) -> bool {
        matches!(self.eye, Eye::Seat(Seat::Judge) | Eye::Room)
    }

    /// Whether what the provers say aloud is not heard.
    pub fn hears_nothing(&self) -> bool {
        !self.eye.sees(Audience::ALOUD)
    }
}

/// Rules of another crate, which alone looks behind the views of its own debates.
pub trait Guarded {
    /// A type that only this protocol's own room can make.
    type Key;
}

impl<'a, R: Guarded> View<'a, R> {
    /// The rules behind the view, for the methods of the protocol's own that say what an eye may
    /// know.
    pub fn inside(&self, _: R::Key) -> &'a R {
        self.rules
    }
}

impl<'a, R: Protocol> View<'a, R> {
    /// What the seat whose turn it is may do.
    pub fn menu(&self) -> Menu {
        self.rules.menu()
    }

    /// The bits that the judge read: everybody sees them.
    pub fn readings(&self) -> &'a Readings {
        self.rules.ledger().readings()
    }

    /// What a party has paid of a kind, as far as this eye may know it.
    pub fn paid(&self, seat: Seat, cost: Cost) -> Option<u64> {
        self.rules.ledger().seen(self.eye, seat, cost)
    }

    /// The debate after a move that may be made here, for a review, which sees everything; none to any
    /// other eye, or if the move may not be made.
    pub fn after(&self, mv: &super::Move) -> Option<R> {
        let mut after = self.eye.is_review().then(|| self.rules.clone())?;
        after.play(mv).ok()?;
        Some(after)
    }
}
