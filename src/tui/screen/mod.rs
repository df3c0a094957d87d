//! The screens, one file each, behind one small trait.

mod attempts;
mod evaluation;
mod file_name;
mod help;
mod lab;
mod ledger;
mod library;
mod moves;
mod question;
mod review;
mod seats;
mod side;
mod table;
mod waiting;

pub use attempts::Attempts;
use file_name::file_name;
pub use help::Help;
pub use lab::Lab;
pub use library::Library;
pub(super) use library::open_entry;
use question::Question;
pub use review::Review;
pub use seats::Seats;
pub use table::{Options, TableScreen};
use waiting::Waiting;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::canvas::Canvas;
use super::keys::{Action, KeyMap, Place};
use super::offer::Offer;
use super::progress::Progress;
use super::terminal::Waker;
use crate::scenario::{Attempt, Words};

/// A change to text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// One character.
    Char(char),
    /// Text that was pasted, cleaned.
    Paste(String),
    /// Take the character before the cursor away.
    Backspace,
    /// Take the character at the cursor away.
    Delete,
    /// Cursor one to the left.
    Left,
    /// Cursor one to the right.
    Right,
    /// Cursor to the start.
    Home,
    /// Cursor to the end.
    End,
}

/// What a screen may know and use of the program around it.
#[derive(Debug)]
pub struct Context {
    /// The keys.
    pub keys: KeyMap,
    /// The screen's size.
    pub size: Rect,
    /// Tells the loop that a job is done.
    pub waker: Waker,
    /// The program's folder for what a person keeps; none if the platform has no place for it.
    pub data: Option<PathBuf>,
    /// The name that debates are kept under; empty if none is wanted, none if it was not asked
    /// for yet.
    pub player: Option<Words>,
    /// What was won and lost so far.
    pub progress: Progress,
    /// One line for the person: a refusal with its reason, or that something was done. Gone at the
    /// next key.
    pub notice: Option<String>,
    /// Does the screen, after a wait, ask for something else than before? Keys typed until then
    /// were not meant for it.
    pub changed: bool,
}

impl Context {
    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("journals"))
    }

    /// An attempt, by whoever is at this screen, that begins now.
    pub fn attempt(&self, id: &str, scenario: &crate::scenario::Scenario) -> Attempt {
        // What was read from a file can be written.
        let attempt = Attempt::at(id, scenario, &super::clock::now()).unwrap_or_default();
        Attempt { player: self.player.clone().unwrap_or_default(), ..attempt }
    }

    /// Says one line to the person.
    pub fn say(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }
}

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
}

/// One screen: it says what can be done, does it, and draws itself.
///
/// Drawing never changes anything. An action comes only if it was offered, text only if it was taken.
pub trait Screen {
    /// Where it stands in the help.
    fn place(&self) -> Place;

    /// What can be done now, in the order of the footer; help and back last.
    fn offers(&self, context: &Context) -> Vec<Offer>;

    /// Does an action that is on offer.
    fn act(&mut self, action: Action, context: &mut Context) -> Step;

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

    /// Draws everything but the footer, which the loop draws from the offers.
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context);
}
