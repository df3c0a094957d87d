//! The journal: every move is on disk before a screen shows it, so that a crash loses nothing.
//!
//! A journal is a save file whose `moves:` come last, one line a move. A line without its line end
//! never happened.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::at::At;
use super::moves::{Line, SeatFile};
use super::read::LARGEST_FILE;
use super::{FileError, Scenario, read_bytes, write};
use crate::debate::{Entry, Table};
use crate::rules::Seat;

/// A file that a debate is written to as it grows.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    written: usize,
}

/// A scenario as it was played: the same scenario with the players, seed and moves of a debate.
pub fn played(scenario: &Scenario, table: &dyn Table) -> Scenario {
    let mut saved = scenario.clone();
    for seat in Seat::ALL {
        saved.seats.set(seat, SeatFile(table.seat_plan(seat)));
    }
    saved.seed = Some(table.seed());
    let moves = table.record().iter().map(|entry| At::nowhere(Line(entry.clone())));
    saved.moves = Some(moves.collect());
    saved
}

/// Writes a scenario to a file in one step: a reader finds the old file or the new one, whole.
///
/// # Errors
/// If it cannot be written; a file that was there is untouched then.
pub fn save(path: &Path, scenario: &Scenario) -> Result<(), FileError> {
    // What a link points to is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.to_string_lossy();
    let problem = |e: io::Error| FileError::whole(&name, format!("cannot be written: {e}"));
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.exists() && !path.is_file() {
        return Err(FileError::whole(&name, "this is not a file that can be replaced"));
    }
    let text = write(scenario)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)
        .map_err(|e| FileError::whole(&name, format!("cannot be written: {}", e.kind())))?;
    file.write_all(text.as_bytes()).map_err(problem)?;
    file.as_file().sync_all().map_err(problem)?;
    file.persist(path).map_err(|e| problem(e.error))?;
    Ok(())
}

impl Journal {
    /// Starts a journal for a debate in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(
        folder: &Path,
        scenario: &Scenario,
        table: &dyn Table,
    ) -> Result<Self, FileError> {
        let name = folder.to_string_lossy();
        let problem = |e: io::Error| FileError::whole(&name, format!("cannot be written: {e}"));
        fs::create_dir_all(folder).map_err(problem)?;
        let mut head = played(scenario, table);
        head.moves = None;
        let text = write(&head)? + "moves:\n";
        let file = tempfile::Builder::new()
            .prefix("debate-")
            .suffix(".yaml")
            .tempfile_in(folder)
            .map_err(problem)?;
        let (mut file, path) = file.keep().map_err(|e| problem(e.error))?;
        lock(&file, &name)?;
        file.write_all(text.as_bytes()).map_err(problem)?;
        let mut journal = Self { path, file, written: 0 };
        journal.append(table.record())?;
        Ok(journal)
    }

    /// Opens a journal to go on with it: the scenario with every move that was written whole, and
    /// the journal, cut back to these.
    ///
    /// # Errors
    /// If it cannot be read, or what stands in it is no scenario.
    pub fn open(path: &Path) -> Result<(Scenario, Self), FileError> {
        let name = path.to_string_lossy();
        let problem = |e: io::Error| FileError::whole(&name, format!("cannot be opened: {e}"));
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(problem)?;
        lock(&file, &name)?;
        let mut bytes = Vec::new();
        (&mut file).take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(problem)?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let scenario = read_bytes(&name, &bytes[..whole])?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(problem)?;
        }
        let written = scenario.moves.as_ref().map_or(0, Vec::len);
        Ok((scenario, Self { path: path.to_owned(), file, written }))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what the record has grown by since the last call.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &[Entry]) -> Result<(), FileError> {
        let new = record.get(self.written..).unwrap_or_default();
        if new.is_empty() {
            return Ok(());
        }
        let lines: String = new.iter().map(line).collect();
        self.file.write_all(lines.as_bytes()).and_then(|()| self.file.flush()).map_err(|e| {
            FileError::whole(&self.path.to_string_lossy(), format!("cannot be written: {e}"))
        })?;
        self.written = record.len();
        Ok(())
    }

    /// Removes it: the debate was saved elsewhere, or is not wanted.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn discard(self) -> Result<(), FileError> {
        fs::remove_file(&self.path).map_err(|e| {
            FileError::whole(&self.path.to_string_lossy(), format!("cannot be removed: {e}"))
        })
    }
}

/// Keeps a journal for this program alone, until it is closed.
fn lock(file: &File, name: &str) -> Result<(), FileError> {
    // A process that is just being started holds what its parent had open, for an instant.
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            // Where files cannot be locked, one has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(FileError::whole(name, "another Elenchus has this debate open; leave it there first"))
}

/// The journals in a folder, the newest first.
pub fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<(std::time::SystemTime, PathBuf)> = files
        .flatten()
        .filter(|file| file.path().extension().is_some_and(|ending| ending == "yaml"))
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// A move as a line of YAML: `- bob: point 3`. Quoted where plain text could mean something else.
fn line(entry: &Entry) -> String {
    let (who, what) = entry.parts();
    let plain =
        what.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.' | '_'));
    if plain && !what.ends_with(' ') {
        format!("- {who}: {what}\n")
    } else {
        format!("- {who}: {}\n", serde_json::Value::from(what))
    }
}
