//! A debate as one viewer sees it. Strategies, boards, words and external programs receive only
//! this.

use super::{BitsRead, Cost, LegalActions, Protocol, Seat, Viewer, Visibility};
use crate::work::CancelToken;

/// A debate as one viewer sees it.
///
/// Each protocol adds methods for the facts that a viewer may know. Only these methods decide what
/// is visible, because the rules themselves are private.
#[derive(Debug)]
pub struct View<'a, R> {
    /// Only the protocol's `view.rs` uses this.
    pub(crate) rules: &'a R,
    pub(crate) eye: Viewer,
    /// Cancels long work. `None` if the viewer does only short work.
    token: Option<&'a CancelToken>,
}

impl<R> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for View<'_, R> {}

impl<'a, R> View<'a, R> {
    /// The view of one viewer, for long work. The work checks the token now and then. After a
    /// cancellation it may choose any move, because the caller discards the choice.
    pub fn new(rules: &'a R, eye: impl Into<Viewer>, token: &'a CancelToken) -> Self {
        Self { rules, eye: eye.into(), token: Some(token) }
    }

    /// The view of one viewer, for short work that fits into one frame.
    pub fn for_frame(rules: &'a R, eye: impl Into<Viewer>) -> Self {
        Self { rules, eye: eye.into(), token: None }
    }

    /// The same viewer's view of another debate, for example of a part of this one.
    pub fn nested<P>(&self, part: &'a P) -> View<'a, P> {
        View { rules: part, eye: self.eye, token: self.token }
    }

    /// The token that cancels the work. A view for short work returns a new token on each call.
    pub fn token(&self) -> CancelToken {
        self.token.cloned().unwrap_or_else(CancelToken::for_frame)
    }

    /// The viewer.
    pub fn eye(&self) -> Viewer {
        self.eye
    }

    /// The viewer's seat. `None` for the review and for spectators.
    pub fn seat(&self) -> Option<Seat> {
        match self.eye {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Room | Viewer::All => None,
        }
    }

    /// Returns whether the text says "you" to this seat, because the viewer plays it. Spectators
    /// read the names of all seats.
    pub fn addresses(&self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }

    /// Returns whether the viewer is the judge or a spectator. Both see less than the provers.
    pub fn is_judge(&self) -> bool {
        matches!(self.eye, Viewer::Seat(Seat::Judge) | Viewer::Room)
    }

    /// Returns whether the viewer cannot hear what the provers say aloud.
    pub fn hears_nothing(&self) -> bool {
        !self.eye.sees(Visibility::ALOUD)
    }
}

/// Rules of another crate that keeps the views of its debates private.
pub trait ExternalRules {
    /// A type that only the protocol's own module can construct.
    type Key;
}

impl<'a, R: ExternalRules> View<'a, R> {
    /// The rules behind the view, for the protocol's own methods that decide what a viewer may
    /// know.
    pub fn inside(&self, _: R::Key) -> &'a R {
        self.rules
    }
}

impl<'a, R: Protocol> View<'a, R> {
    /// The legal actions of the seat whose turn it is.
    pub fn menu(&self) -> LegalActions {
        self.rules.menu()
    }

    /// The bits that the judge read, which everybody sees.
    pub fn readings(&self) -> &'a BitsRead {
        self.rules.ledger().readings()
    }

    /// A party's cost of one kind. `None` if it is hidden from this viewer.
    pub fn paid(&self, seat: Seat, cost: Cost) -> Option<u64> {
        self.rules.ledger().seen(self.eye, seat, cost)
    }

    /// The debate after a legal move, for the review only. `None` for any other viewer, or if the
    /// move is illegal.
    pub fn after(&self, mv: &super::Move) -> Option<R> {
        let mut after = self.eye.is_review().then(|| self.rules.clone())?;
        after.play(mv).ok()?;
        Some(after)
    }
}
