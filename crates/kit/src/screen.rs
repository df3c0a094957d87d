//! What every screen does, and where an action leads.

use std::any::Any;
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::context::Context;
use crate::edit::Edit;
use crate::keys::{Action, Scope};
use crate::offer::Offer;
use crate::program::Program;

/// What becomes of a screen: it is given away as a whole.
pub type Become<P> = Box<dyn FnOnce(Box<dyn Any>) -> Box<dyn Screen<P>> + Send>;

/// Where to go after an action.
pub enum Step<P: Program> {
    /// Stay here.
    Stay,
    /// Open a screen above this one.
    Push(Box<dyn Screen<P>>),
    /// Put a screen in the place of this one.
    Replace(Box<dyn Screen<P>>),
    /// Put in the place of this screen what becomes of it.
    Become(Become<P>),
    /// Back to the screen below.
    Pop,
    /// Back to the first screen.
    Home,
}

impl<P: Program> From<()> for Step<P> {
    fn from((): ()) -> Self {
        Self::Stay
    }
}

impl<P: Program> Step<P> {
    /// Opens this screen above.
    pub fn push(screen: impl Screen<P>) -> Self {
        Self::Push(Box::new(screen))
    }

    /// Puts in the place of the screen that says so what this makes of it.
    pub fn becoming<S: Screen<P>, T: Screen<P>>(
        turn: impl FnOnce(S) -> T + Send + 'static,
    ) -> Self {
        Self::Become(Box::new(move |screen| {
            Box::new(turn(*screen.downcast().expect("a screen says what becomes of itself")))
        }))
    }
}

/// One screen: it says what can be done, does it, and draws itself.
///
/// Viewing never changes anything. An action comes only if it was offered, text only if it was taken.
pub trait Screen<P: Program>: Any + Send {
    /// Where it stands in the help.
    fn scope(&self) -> <P::Action as Action>::Scope {
        Scope::HOME
    }

    /// What its help is headed.
    fn name(&self) -> &'static str {
        self.scope().title()
    }

    /// Draws everything but the footer, and says what can be done now, in its order; help and back last.
    fn view(&self, canvas: &mut Canvas<'_, P::Role>, context: &Context<P>) -> Vec<Offer<P>>;

    /// Why nothing is done by an action that is not on offer; none where there is nothing to say of it.
    fn idle(&self, _action: P::Action) -> Option<String> {
        None
    }

    /// Takes a key that does nothing of its own; false if it means nothing here either.
    fn any_key(&mut self, _context: &mut Context<P>) -> bool {
        false
    }

    /// Is this change to a text wanted? While text is typed every letter is text.
    fn takes(&self, _edit: &Edit) -> bool {
        false
    }

    /// Takes a change to a text.
    fn edit(&mut self, _edit: Edit, _context: &mut Context<P>) {}

    /// A click at a place of the screen.
    fn click(&mut self, _at: Position, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// What the wheel does at a place, where it would be this; none if nothing.
    fn wheel(&self, _at: Position, action: P::Action, _size: Rect) -> Option<P::Action> {
        Some(action)
    }

    /// Called once, before it is first drawn: begins the work whose results it shows.
    fn entered(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// Takes in finished work and the time: called after every event, and whenever its clock is due. Work
    /// that is done wakes the loop.
    fn poll(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// How soon something on it moves without an event: an animation, a count of work done.
    fn clock(&self) -> Option<Duration> {
        self.pace()
    }

    /// Is work under way that will wake the loop when it is done?
    fn is_working(&self) -> bool {
        false
    }

    /// Does it move by itself, without a key?
    fn is_playing(&self) -> bool {
        self.pace().is_some()
    }

    /// How often it looks for something new, where it does so all the time.
    fn pace(&self) -> Option<Duration> {
        None
    }

    /// Called when the screen above was left: what it shows may have changed.
    fn returned(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// What it is about, unless that is away on another thread.
    fn subject(&self) -> Option<&P::Subject> {
        None
    }
}
