//! What a screen may know and use of the program around it.

use std::ops::{Deref, DerefMut};

use ratatui::layout::Rect;

use crate::clock::Instant;
use crate::keys::KeyMap;
use crate::program::Program;
use crate::screen::Step;
use crate::terminal::Waker;

/// What a screen may know and use of the program around it; it stands for what the program's screens
/// share, too.
pub struct Context<P: Program> {
    /// The keys.
    pub keys: KeyMap<P::Action>,
    /// The screen's size.
    pub size: Rect,
    /// Until when what the event under way starts is waited for.
    pub due: Instant,
    /// Tells the loop that a job is done.
    pub waker: Waker,
    /// One line for the person: a refusal with its reason, or that something was done. Gone at the
    /// next key.
    pub notice: Option<String>,
    /// Does the screen, after a wait, ask for something else than before? Keys typed until then
    /// were not meant for it.
    pub changed: bool,
    /// What the key before this one did; none at the first, and if that did nothing or was text.
    pub before: Option<P::Action>,
    /// What the screens share.
    pub shared: P,
}

impl<P: Program> Context<P> {
    /// Says one line to the person.
    pub fn say(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }

    /// Says one line to the person, and stays.
    pub fn stay(&mut self, words: impl Into<String>) -> Step<P> {
        self.say(words);
        Step::Stay
    }
}

impl<P: Program> Deref for Context<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.shared
    }
}

impl<P: Program> DerefMut for Context<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.shared
    }
}
