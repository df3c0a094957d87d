//! What the screens share beside the kit's own.

use std::path::PathBuf;
use std::sync::Arc;

use super::chapter::about;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{Attempt, Forbidden, SafeText, Scenario};
use crate::tui::keys::Action;
use crate::tui::progress::{BestOutcome, Progress};
use crate::tui::session::DebateSession;

/// The playground: what its screens share.
#[derive(Debug, Default)]
pub struct Playground {
    /// Is the machine another's? Nothing but debates then, which are kept in the folder of the person; on
    /// one's own files may be opened and written.
    pub is_guest: bool,
    /// The program's folder for what a person keeps; none if the platform has no place for it.
    pub data: Option<PathBuf>,
    /// The name that debates are kept under; empty if none is wanted, none if it was not asked
    /// for yet.
    pub player: Option<SafeText>,
    /// What was won and lost so far.
    pub progress: Progress,
    /// Is the person to be asked for a file by whoever shows the screen?
    pub wants_file: bool,
    /// The debates of the library, for the screens above it.
    pub course: LibraryOrder,
}

/// What a screen may know and use of the program around it.
pub type Context = elenchus_kit::screen::Context<Playground>;

/// Where to go after an action.
pub type Transition = elenchus_kit::screen::Transition<Playground>;

impl Playground {
    /// What a person keeps is read from `data` and written there.
    pub fn at(data: Option<PathBuf>) -> Self {
        let progress = Progress::load(data.as_deref());
        let player = crate::tui::player::load(data.as_deref());
        Self { data, player, progress, ..Self::default() }
    }

    /// For somebody on another machine, whose debates are kept under this name.
    #[must_use]
    pub fn for_guest(self, name: SafeText) -> Self {
        Self { is_guest: true, player: Some(name), ..self }
    }

    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("journals"))
    }

    /// An attempt, by whoever is at this screen, that begins now.
    pub fn attempt(&self, id: &str, scenario: &Scenario) -> Attempt {
        // What was read from a file can be written.
        let attempt = Attempt::at(id, scenario, &crate::tui::clock::now()).unwrap_or_default();
        let number =
            self.progress.result(id, &scenario.title).map_or(0, |result| result.played) + 1;
        Attempt { player: self.player.clone().unwrap_or_default(), number, ..attempt }
    }

    /// How a debate of the library came out at its best; none if it was not played.
    pub fn best(&self, debate: &LibraryEntry) -> Option<BestOutcome> {
        self.progress.result(&debate.id, debate.title()).map(|result| result.best)
    }

    /// Whether many debates of this scenario may be played. Those of a guest would keep this machine busy.
    pub fn has_a_lab_for(&self, scenario: &Scenario) -> bool {
        self.is_owner() && !scenario.forbids(Forbidden::Lab)
    }

    /// Is the machine the person's own?
    pub fn is_owner(&self) -> bool {
        !self.is_guest
    }
}

/// Leaves the first screen; but who came there by the same key may have pressed it once more than was
/// meant, and is warned once.
pub fn leave_knowingly(here: &str, warned: &mut bool, context: &mut Context) -> Transition {
    if context.before == Some(Action::Back) && !std::mem::replace(warned, true) {
        let key = context.keys.label(Action::Back);
        return context.stay(format!("this is {here}: {key} again leaves it"));
    }
    Transition::Pop
}

/// Begins to keep a journal of a debate. Without one it can be played all the same, but the person
/// has to know.
pub(in crate::tui) fn keep_journal(context: &mut Context, sitting: &mut DebateSession) {
    if let Some(Err(e)) = context.journals().map(|folder| sitting.keep_journal(&folder)) {
        let reason = e.reason_first();
        context.notify(format!("no journal, a crash would lose this debate: {reason}"));
    }
}

/// The debates of the library in order, and which of them to open when it is seen again.
#[derive(Clone, Debug, Default)]
pub struct LibraryOrder {
    /// The debates, in the order in which they are taught.
    pub debates: Arc<[LibraryEntry]>,
    /// The debate to open next.
    pub open: Option<String>,
    /// The chapters whose page was shown by itself.
    pub introduced: Vec<String>,
    /// The debate that was played before it.
    pub left: Option<String>,
    /// Is the progress page to open when the library is seen again?
    pub shows_progress: bool,
}

impl LibraryOrder {
    /// Is something of the course to open when the library is seen again?
    pub fn leads_on(&self) -> bool {
        self.open.is_some() || self.shows_progress
    }

    /// Is there a page on this chapter that was not shown by itself yet?
    pub fn introduces(&self, chapter: &str) -> bool {
        let shown = self.introduced.iter().any(|name| name == chapter);
        !shown && about(chapter).is_some()
    }

    /// Is this the last debate of the shipped course?
    pub fn ends_with(&self, id: &str) -> bool {
        let last = self.debates.last().filter(|last| self.debates.len() > 1 && last.id == id);
        last.is_some_and(|last| about(last.chapter()).is_some())
    }

    /// The debate after the one of this name.
    pub fn after(&self, id: &str) -> Option<&LibraryEntry> {
        let at = self.debates.iter().position(|debate| debate.id == id)?;
        self.debates.get(at + 1)
    }
}
