//! Debates that were left open: journals whose debate is not over.

use std::path::{Path, PathBuf};

use crate::rules::{Eye, Seat};
use crate::scenario::journal;
use crate::tui::sitting::Sitting;

/// Only the newest journals are looked at.
const MOST: usize = 20;

/// A debate that was left open.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Its journal.
    pub path: PathBuf,
    /// Its scenario's title.
    pub title: String,
    seat: Option<Seat>,
    progress: String,
}

impl Unfinished {
    /// `When to shout: you are Bob, round 5 of 9. r goes on where you stopped.`
    pub fn words(&self, key: &str) -> String {
        let seat = self.seat.map_or(String::new(), |s| format!("you are {}, ", s.name()));
        format!("{}: {seat}{}. {key} goes on where you stopped.", self.title, self.progress)
    }
}

/// The open debates of a folder, the newest first. A journal that cannot be read is left where it
/// is.
pub fn find(folder: &Path) -> Vec<Unfinished> {
    journal::in_folder(folder)
        .into_iter()
        .take(MOST)
        .filter_map(|path| {
            let sitting = Sitting::from_journal(&path).ok()?;
            if sitting.outcome().is_some() || sitting.people().is_empty() {
                return None;
            }
            let seat = sitting.people().first().copied();
            let eye = seat.map_or(Eye::All, Eye::Seat);
            Some(Unfinished {
                title: sitting.scenario.title.to_string(),
                seat,
                progress: sitting.game().now().brief(eye).progress,
                path,
            })
        })
        .collect()
}
