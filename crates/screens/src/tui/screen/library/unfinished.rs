//! Interrupted debates: journals whose debate is not over.

use std::path::{Path, PathBuf};

use crate::rules::{Turn, Viewer};
use crate::scenario::{Attempt, SafeText, archive, journal};
use crate::tui::goal::capital;
use crate::tui::prelude::*;
use crate::tui::screen::moves::is_by;
use crate::tui::screen::panel::PanelParagraph;

/// An interrupted debate.
#[derive(Clone, Debug)]
pub struct UnfinishedDebate {
    /// The path of the journal.
    pub path: PathBuf,
    /// The library name of the debate's scenario. Empty if the journal does not give it.
    pub id: String,
    /// The title of the debate's scenario, or the name of the file if the journal cannot be read.
    pub title: String,
    /// The progress of the debate, or the reason why it cannot continue.
    state: Result<Open, String>,
}

#[derive(Clone, Debug)]
struct Open {
    seat: Option<Seat>,
    progress: String,
    /// The damage of the journal. All moves before it are intact.
    damage: Option<String>,
}

impl UnfinishedDebate {
    /// Returns `true` if this is a debate of the entry. The title alone is not enough, because a player's file can have
    /// the title of a shipped debate. A journal of an older version has only the title.
    pub fn is_of(&self, entry: &LibraryEntry) -> bool {
        let title = entry.scenario.as_ref().is_ok_and(|s| *s.title == *self.title);
        title && (self.id.is_empty() || self.id == entry.id)
    }

    /// The title of the debate. If the debate comes from a player's file, also the name of the file.
    pub fn label(&self, entries: &[LibraryEntry]) -> String {
        let is_own = !self.id.is_empty() && !entries.iter().any(|entry| self.is_of(entry));
        if is_own { format!("{}: {}", self.id, self.title) } else { self.title.clone() }
    }

    /// Returns `true` if the debate can continue.
    pub fn goes_on(&self) -> bool {
        self.state.is_ok()
    }

    /// The progress of the debate, and the damage of its journal.
    pub fn paragraphs(&self) -> Vec<PanelParagraph> {
        match &self.state {
            Err(reason) => vec![(reason.clone(), Role::Bad)],
            Ok(Open { seat, progress, damage }) => {
                let seat = seat.map_or(String::new(), |s| format!("You are {}. ", s.name()));
                let mut out =
                    vec![(format!("Interrupted. {seat}{}.", capital(progress)), Role::Text)];
                if let Some(damage) = damage {
                    out.push(("The debate continues before the damage.".into(), Role::Text));
                    out.push((damage.lines().next().unwrap_or_default().into(), Role::Bad));
                }
                out
            }
        }
    }
}

/// The interrupted debates of a data folder, the newest first. Debates that cannot continue are included. Finished
/// debates go to the archive, and their journals go to the bin.
pub fn find(data: &Path, token: &CancelToken) -> Vec<UnfinishedDebate> {
    let folder = &data.join("journals");
    let journals = journal::in_folder(folder).into_iter().take_while(|_| !token.is_stopped());
    journals.filter_map(|path| inspect(path, data)).collect()
}

/// Adds a finished debate to the archive if it is not there yet. If this fails, nothing is lost, because the journal is
/// in the bin.
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
    let people = sitting.people();
    let tree = sitting.game().tree();
    let moved =
        tree.all().filter_map(|node| tree.played(node)).any(|own| is_by(own.actor, &people));
    let attempt = sitting.attempt();
    let helped = attempt.hints > 0 || attempt.evaluation || attempt.revealed;
    let said = attempt.committed.is_some() || !attempt.before.is_empty();
    // A debate that the player left without a move, a hint or an answer has nothing to go on with.
    let is_begun = moved || helped || said || damage.is_some();
    if sitting.outcome().is_some() || people.is_empty() || !is_begun {
        // Another window may still show the review of this journal. Then the journal stays.
        if damage.is_none() && journal::give_up(&path).is_ok() {
            keep(sitting, data);
        }
        return None;
    }
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
