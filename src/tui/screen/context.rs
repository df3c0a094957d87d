//! What a screen may know and use of the program around it.

use std::path::PathBuf;

use ratatui::layout::Rect;

use super::Course;
use crate::scenario::{Attempt, Words};
use crate::tui::keys::KeyMap;
use crate::tui::progress::Progress;
use crate::tui::terminal::Waker;

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
    /// The debates of the library, for the screens above it.
    pub course: Course,
}

impl Context {
    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("journals"))
    }

    /// An attempt, by whoever is at this screen, that begins now.
    pub fn attempt(&self, id: &str, scenario: &crate::scenario::Scenario) -> Attempt {
        // What was read from a file can be written.
        let attempt = Attempt::at(id, scenario, &crate::tui::clock::now()).unwrap_or_default();
        Attempt { player: self.player.clone().unwrap_or_default(), ..attempt }
    }

    /// Says one line to the person.
    pub fn say(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }
}
