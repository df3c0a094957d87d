//! What a program says of itself.

use crate::keys::{Action, KeyMap};
use crate::offer::Offer;
use crate::screen::Screen;
use crate::theme::Role;

/// A program made of screens. The value is what its screens share.
pub trait Program: Sized + Send + 'static {
    /// What its keys can do: see [`actions!`](crate::actions).
    type Action: Action;

    /// What the pieces of its screens are, as far as style goes.
    type Role: Role;

    /// What a screen is about, for who looks at the program from outside; `()` where that is nothing.
    type Subject: 'static;

    /// The help for a screen that offers this just now, and on which this is to be read.
    fn help(
        screen: &dyn Screen<Self>,
        offers: &[Offer<Self>],
        keys: &KeyMap<Self::Action>,
        seen: &str,
    ) -> Box<dyn Screen<Self>>;

    /// May the person end the program and go to the shell? Not on somebody else's machine.
    fn may_leave(&self) -> bool {
        true
    }
}
