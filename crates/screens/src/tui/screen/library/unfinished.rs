//! Debates that were left open: journals whose debate is not over.

use std::path::{Path, PathBuf};

use crate::rules::{Seat, Turn, Viewer};
use crate::scenario::library::LibraryEntry;
use crate::scenario::{Attempt, SafeText, archive, journal};
use crate::tui::session::DebateSession;
use crate::tui::worker::CancelToken;

/// A debate that was left open.
#[derive(Clone, Debug)]
pub struct UnfinishedDebate {
    /// Its journal.
    pub path: PathBuf,
    /// The library's name of its scenario; empty if the journal does not say it.
    pub id: String,
    /// Its scenario's title; the file's name if the journal does not say it any more.
    pub title: String,
    /// How far it is, or why it cannot go on.
    state: Result<Open, String>,
}

#[derive(Clone, Debug)]
struct Open {
    seat: Option<Seat>,
    progress: String,
    /// What in the journal is wrong; all before it stands.
    damage: Option<String>,
}

impl UnfinishedDebate {
    /// Is it of this entry? A file of one's own may have the title of a shipped one; a journal of an
    /// older version has the title alone.
    pub fn is_of(&self, entry: &LibraryEntry) -> bool {
        let title = entry.scenario.as_ref().is_ok_and(|s| *s.title == *self.title);
        title && (self.id.is_empty() || self.id == entry.id)
    }

    /// `When to shout: you are Bob, round 5 of 9. r goes on.`
    pub fn words(&self, key: &str) -> String {
        match &self.state {
            Err(reason) => format!("{}: {reason}", self.title),
            Ok(Open { seat, progress, damage }) => {
                let seat = seat.map_or(String::new(), |s| format!("you are {}, ", s.name()));
                let stop = if damage.is_some() { " before the damage" } else { "" };
                format!("{}: {seat}{progress}. {key} goes on{stop}.", self.title)
            }
        }
    }

    /// What in the journal is wrong, if something is and the debate can go on all the same.
    pub fn damage(&self) -> Option<&str> {
        self.state.as_ref().ok()?.damage.as_deref()
    }
}

/// The open debates of a data folder, the newest first; also those that cannot go on. One that is
/// over goes to the archive, its journal to the bin.
pub fn find(data: &Path, token: &CancelToken) -> Vec<UnfinishedDebate> {
    let folder = &data.join("journals");
    let journals = journal::in_folder(folder).into_iter().take_while(|_| !token.is_stopped());
    journals.filter_map(|path| inspect(path, data)).collect()
}

/// Puts a debate that is over into the archive, as far as it is not there. Its journal is in the bin, so that
/// nothing is lost if this fails.
fn keep(mut sitting: DebateSession, data: &Path) {
    if sitting.outcome().is_none() || sitting.people().is_empty() {
        return;
    }
    let scenario = SafeText::new(&sitting.id).unwrap_or_default();
    sitting.begin(Attempt { scenario, ..Attempt::default() });
    if !sitting.found_in(&archive::folder(data)) {
        let verdict = sitting.verdict(&|_| None);
        let ended = sitting.attempt().ended;
        let _ = sitting.archive(data, verdict, &ended);
    }
}

fn inspect(path: PathBuf, data: &Path) -> Option<UnfinishedDebate> {
    let (sitting, damage) = match DebateSession::of_journal(&path) {
        Ok(found) => found,
        Err(reason) => {
            let title = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Some(UnfinishedDebate { path, id: String::new(), title, state: Err(reason) });
        }
    };
    if sitting.outcome().is_some() || sitting.people().is_empty() {
        // Another window may have its review open; it then stays where it is.
        if damage.is_none() && journal::give_up(&path).is_ok() {
            keep(sitting, data);
        }
        return None;
    }
    let people = sitting.people();
    let seat = match sitting.game().position().turn() {
        Turn::Ask(seat) if people.contains(&seat) => Some(seat),
        _ => people.first().copied(),
    };
    let eye = seat.map_or(Viewer::All, Viewer::Seat);
    let progress = sitting.game().position().brief(eye).progress;
    let title = sitting.scenario.title.to_string();
    let id = sitting.attempt().scenario.to_string();
    Some(UnfinishedDebate { path, id, title, state: Ok(Open { seat, progress, damage }) })
}
