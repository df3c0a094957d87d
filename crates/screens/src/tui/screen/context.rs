//! The state that the playground's screens share, in addition to the kit's own state.

use std::path::PathBuf;
use std::sync::Arc;

use super::chapter::about;
use super::library::path;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{Attempt, Forbidden, SafeText, Scenario};
use crate::tui::keys::Action;
use crate::tui::progress::{BestOutcome, Progress};
use crate::tui::session::DebateSession;

/// The state that all screens of the playground share.
#[derive(Debug, Default)]
pub struct Playground {
    /// `true` on somebody else's machine. A guest can only debate, and the debates go to the guest's folder. On your
    /// own machine you can also open and write files.
    pub is_guest: bool,
    /// The folder for the player's data. `None` if the platform has no place for it.
    pub data: Option<PathBuf>,
    /// The player's name in saved debates. Empty if the player wants no name, `None` if Elenchus has not asked yet.
    pub player: Option<SafeText>,
    /// The results so far.
    pub progress: Progress,
    /// `true` if the program that shows the screens must ask the player for a file.
    pub wants_file: bool,
    /// The debates of the library, for the screens above it.
    pub course: LibraryOrder,
    /// `true` until the first win. Until then, a line above the prompt says what to do.
    pub coaches: bool,
    /// `true` if records open at their first move, with the rest covered.
    pub covers: bool,
}

/// Everything that a screen may use of the program around it.
pub type Context = elenchus_kit::screen::Context<Playground>;

/// The next screen after an action.
pub type Transition = elenchus_kit::screen::Transition<Playground>;

impl Playground {
    /// A playground that reads and writes the player's data in `data`.
    pub fn at(data: Option<PathBuf>) -> Self {
        let progress = Progress::load(data.as_deref());
        let player = crate::tui::player::load(data.as_deref());
        Self { data, player, progress, ..Self::default() }
    }

    /// The same playground for a guest from another machine. The guest's debates are saved under this name.
    #[must_use]
    pub fn for_guest(self, name: SafeText) -> Self {
        Self { is_guest: true, player: Some(name), ..self }
    }

    /// The folder of the journals.
    pub fn journals(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("journals"))
    }

    /// A new attempt by the player at this screen.
    pub fn attempt(&self, id: &str, scenario: &Scenario) -> Attempt {
        // This never fails, because a scenario from a file can be written.
        let attempt = Attempt::at(id, scenario, &crate::tui::clock::now()).unwrap_or_default();
        let number =
            self.progress.result(id, &scenario.title).map_or(0, |result| result.played) + 1;
        Attempt { player: self.player.clone().unwrap_or_default(), number, ..attempt }
    }

    /// The best result of a debate of the library. `None` if the debate was not played.
    pub fn best(&self, debate: &LibraryEntry) -> Option<BestOutcome> {
        self.progress.result(&debate.id, debate.title()).map(|result| result.best)
    }

    /// Returns `true` if the player may run many debates of this scenario. A guest may not, because it would keep the
    /// machine busy.
    pub fn has_a_lab_for(&self, scenario: &Scenario) -> bool {
        self.is_owner() && !scenario.forbids(Forbidden::Lab)
    }

    /// Returns `true` if the player owns the machine.
    pub fn is_owner(&self) -> bool {
        !self.is_guest
    }
}

/// Leaves the first screen. If the same key led to this screen, warns once, because the player may have pressed it once
/// too often.
pub fn leave_knowingly(here: &str, warned: &mut bool, context: &mut Context) -> Transition {
    if context.before == Some(Action::Back) && !std::mem::replace(warned, true) {
        let key = context.keys.label(Action::Back);
        return context.stay(format!("this is {here}: {key} again leaves it"));
    }
    Transition::Pop
}

/// Begins a journal. If that fails, warns the player, who can still play.
pub(in crate::tui) fn keep_journal(context: &mut Context, sitting: &mut DebateSession) {
    if let Some(Err(e)) = context.journals().map(|folder| sitting.keep_journal(&folder)) {
        let reason = e.reason_first();
        context.notify(format!("No journal, so a crash loses this debate: {reason}"));
    }
}

/// The debates of the library in order, and the page or debate that the library opens next.
#[derive(Clone, Debug, Default)]
pub struct LibraryOrder {
    /// The debates in the order of the course.
    pub debates: Arc<[LibraryEntry]>,
    /// The debate to open next.
    pub open: Option<String>,
    /// The debate that opened before the player saw its card in the library. The table then says what the card says.
    pub unseen: Option<String>,
    /// `true` if the library must open the progress page.
    pub shows_progress: bool,
}

impl LibraryOrder {
    /// Returns `true` if the library must open something.
    pub fn leads_on(&self) -> bool {
        self.open.is_some() || self.shows_progress
    }

    /// Returns `true` if this is the last debate of the short path or of the shipped course.
    pub fn ends_with(&self, id: &str) -> bool {
        let is_here = |at: &usize| self.debates[*at].id == id;
        if path(&self.debates).last().is_some_and(is_here) {
            return true;
        }
        let last = self.debates.last().filter(|last| self.debates.len() > 1 && last.id == id);
        last.is_some_and(|last| about(last.chapter()).is_some())
    }
}

impl Playground {
    /// The debate to play after the debate with this name. If that debate is on the short path, the unplayed debates of
    /// the path come first.
    pub fn next_debate(&self, id: &str) -> Option<&LibraryEntry> {
        let debates = &self.course.debates;
        let path = path(debates);
        let is_open = |at: &&usize| self.best(&debates[**at]).is_none() && debates[**at].id != id;
        if let Some(here) = path.iter().position(|&at| debates[at].id == id)
            && let Some(&next) = path[here + 1..].iter().chain(&path).find(is_open)
        {
            return debates.get(next);
        }
        let at = debates.iter().position(|debate| debate.id == id)?;
        debates.get(at + 1)
    }
}
