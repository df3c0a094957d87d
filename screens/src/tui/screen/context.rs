//! What a screen may know and use of the program around it.

use std::path::PathBuf;

use ratatui::layout::Rect;

use super::Course;
use crate::scenario::{Attempt, Words};
use crate::tui::clock::Instant;
use crate::tui::keys::KeyMap;
use crate::tui::progress::Progress;
use crate::tui::sitting::Sitting;
use crate::tui::terminal::Waker;

/// Whose machine the person at the screen is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rights {
    /// Their own: its files may be opened and written.
    #[default]
    Owner,
    /// Another's: nothing but debates, which are kept in the folder of the person.
    Guest,
}

/// What a screen may know and use of the program around it.
#[derive(Debug)]
pub struct Context {
    /// What the person may do on this machine.
    pub rights: Rights,
    /// The keys.
    pub keys: KeyMap,
    /// The screen's size.
    pub size: Rect,
    /// Until when what the event under way starts is waited for.
    pub due: Instant,
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
    /// Is the person to be asked for a file by whoever shows the screen?
    pub wants_file: bool,
    /// The debates of the library, for the screens above it.
    pub course: Course,
}

impl Context {
    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("journals"))
    }

    /// Begins to keep a journal of a debate. Without one it can be played all the same, but the person
    /// has to know.
    pub fn keep_journal(&mut self, sitting: &mut Sitting) {
        if let Some(Err(e)) = self.journals().map(|folder| sitting.keep_journal(&folder)) {
            self.say(format!("no journal, a crash would lose this debate: {e}"));
        }
    }

    /// An attempt, by whoever is at this screen, that begins now.
    pub fn attempt(&self, id: &str, scenario: &crate::scenario::Scenario) -> Attempt {
        // What was read from a file can be written.
        let attempt = Attempt::at(id, scenario, &crate::tui::clock::now()).unwrap_or_default();
        let number = self.progress.of(id).map_or(0, |result| result.played) + 1;
        Attempt { player: self.player.clone().unwrap_or_default(), number, ..attempt }
    }

    /// Is the machine the person's own?
    pub fn is_owner(&self) -> bool {
        self.rights == Rights::Owner
    }

    /// Says one line to the person.
    pub fn say(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }
}
