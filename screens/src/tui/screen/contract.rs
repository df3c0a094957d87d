//! What every screen does, and where an action leads.

use std::any::Any;
use std::time::Duration;

use ratatui::layout::Position;

use super::context::Context;
use super::edit::Edit;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::offer::Offer;
use crate::tui::sitting::Sitting;

/// Where to go after an action.
pub enum Step {
    /// Stay here.
    Stay,
    /// Open a screen above this one.
    Push(Box<dyn Screen>),
    /// Put a screen in the place of this one.
    Replace(Box<dyn Screen>),
    /// Back to the screen below.
    Pop,
    /// Back to the library.
    Home,
}

impl From<()> for Step {
    fn from((): ()) -> Self {
        Self::Stay
    }
}

impl Context {
    /// Says one line to the person, and stays.
    pub fn stay(&mut self, words: impl Into<String>) -> Step {
        self.say(words);
        Step::Stay
    }
}

/// One screen: it says what can be done, does it, and draws itself.
///
/// Viewing never changes anything. An action comes only if it was offered, text only if it was taken.
pub trait Screen: Any + Send {
    /// Where it stands in the help.
    fn scope(&self) -> KeyScope;

    /// What its help is headed.
    fn name(&self) -> &'static str {
        self.scope().title()
    }

    /// Draws everything but the footer, and says what can be done now, in its order; help and back last.
    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer>;

    /// Why nothing is done by an action that is not on offer; none where there is nothing to say of it.
    fn idle(&self, _action: Action) -> Option<String> {
        None
    }

    /// Takes a key that does nothing of its own; false if it means nothing here either.
    fn any_key(&mut self, _context: &mut Context) -> bool {
        false
    }

    /// Is this change to a text wanted? While text is typed every letter is text.
    fn takes(&self, _edit: &Edit) -> bool {
        false
    }

    /// Takes a change to a text.
    fn edit(&mut self, _edit: Edit, _context: &mut Context) {}

    /// A click at a place of the screen.
    fn click(&mut self, _at: Position, _context: &mut Context) -> Step {
        Step::Stay
    }

    /// Looks at finished work and passing time.
    fn poll(&mut self, _context: &mut Context) -> Step {
        Step::Stay
    }

    /// How soon [`Screen::poll`] wants to be called even if nothing happens.
    fn wants_poll_in(&self) -> Option<Duration> {
        None
    }

    /// Does it move by itself, without a key?
    fn is_playing(&self) -> bool {
        false
    }

    /// Called when the screen above was left: what it shows may have changed.
    fn returned(&mut self, _context: &mut Context) {}

    /// The debate that it shows, unless it is away on another thread.
    fn sitting(&self) -> Option<&Sitting> {
        None
    }
}
