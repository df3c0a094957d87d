//! A debate as one viewer sees it. Strategies, boards, texts and external programs get only views,
//! so that they cannot use hidden facts.

use super::{BitsRead, Cost, LegalActions, Protocol, Seat, Viewer, Visibility};
use crate::work::CancelToken;

/// A debate as one viewer sees it.
///
/// Each protocol adds methods that return the facts that a viewer may know. Because the rules are a
/// private field, there is no other way to get facts.
#[derive(Debug)]
pub struct View<'a, R> {
    /// The rules, for use only in the protocol's `view.rs`.
    pub(crate) rules: &'a R,
    pub(crate) eye: Viewer,
    /// The token that cancels long work. `None` if all work is short.
    token: Option<&'a CancelToken>,
}

impl<R> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for View<'_, R> {}

impl<'a, R> View<'a, R> {
    /// The view of one viewer, for long work that checks the token regularly. After a cancellation,
    /// a strategy may choose any move, because the caller discards the choice.
    pub fn new(rules: &'a R, eye: impl Into<Viewer>, token: &'a CancelToken) -> Self {
        Self { rules, eye: eye.into(), token: Some(token) }
    }

    /// The view of one viewer, for work that is short enough for drawing one frame of a screen.
    pub fn for_frame(rules: &'a R, eye: impl Into<Viewer>) -> Self {
        Self { rules, eye: eye.into(), token: None }
    }

    /// The same viewer's view of another debate, for example of a debate within this debate.
    pub fn nested<P>(&self, part: &'a P) -> View<'a, P> {
        View { rules: part, eye: self.eye, token: self.token }
    }

    /// The token that cancels the work. For short work, this is a new token on each call.
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

    /// Returns whether a text should call this seat "you", because the viewer plays it.
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

/// Rules that another crate implements. That crate decides what the viewers of these rules may
/// know.
pub trait ExternalRules {
    /// The key for [`View::inside`]: a type that only the protocol's own module can construct.
    type Key;
}

impl<'a, R: ExternalRules> View<'a, R> {
    /// The rules behind the view. Only the protocol's own module can call this, to decide what a
    /// viewer may know.
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

    /// A seat's cost of one kind. `None` if this viewer may not see the cost.
    pub fn paid(&self, seat: Seat, cost: Cost) -> Option<u64> {
        self.rules.ledger().seen(self.eye, seat, cost)
    }

    /// The debate after a legal move. `None` if the viewer is not the review, or if the move is
    /// illegal.
    pub fn after(&self, mv: &super::Move) -> Option<R> {
        let mut after = self.eye.is_review().then(|| self.rules.clone())?;
        after.play(mv).ok()?;
        Some(after)
    }
}
