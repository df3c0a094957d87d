//! An open, locked journal that grows move by move.

use std::io;
use std::path::{Path, PathBuf};

use elenchus_core::debate::{AnyDebate, RecordEntry};

use super::bin::keep_copy;
use super::log::LineLog;
use super::reading::found;
use super::{PRIVATE, reason};
use crate::disk::{self, AppendFile, UnnamedFile};
use crate::files::unreadable;
use crate::lock::keep_alone;
use crate::{FileError, Scenario, fs, library, played, write};

/// The file of a running debate. No other window can write to it.
#[derive(Debug)]
pub struct Journal {
    log: LineLog,
    written: InJournal,
    /// The part of the record that was on the disk after the last sync.
    sure: InJournal,
}

/// The part of a record that is in a journal.
#[derive(Clone, Copy, Debug)]
struct InJournal {
    /// The number of entries.
    entries: usize,
    /// The offset of the last entry in bytes.
    last: u64,
}

/// An opened journal whose debate can continue.
#[derive(Debug)]
pub struct OpenedJournal {
    /// The scenario, with every move before the first damaged line.
    pub scenario: Scenario,
    /// The damage. `None` if the file is whole.
    pub damage: Option<FileError>,
    /// The locked and still unchanged journal.
    journal: Journal,
    ends: Vec<u64>,
    bytes: Vec<u8>,
}

impl OpenedJournal {
    /// Continues the journal after its first `moves` moves. If more than an incomplete last line is cut off, a copy of
    /// the old journal is kept.
    ///
    /// # Errors
    /// Returns an error if the copy cannot be written. The journal is then unchanged.
    pub fn go_on_after(self, moves: usize) -> Result<Journal, FileError> {
        let Self { mut journal, ends, bytes, .. } = self;
        let moves = moves.min(ends.len() - 1);
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at as u64 + 1);
        if ends[moves] < whole {
            keep_copy(journal.path(), &bytes).map_err(|e| journal.problem("copied", &e))?;
        }
        if ends[moves] < bytes.len() as u64 {
            journal.log.cut_back(ends[moves]);
        }
        journal.written = InJournal { entries: moves, last: ends[moves.saturating_sub(1)] };
        journal.sure = journal.written;
        Ok(journal)
    }
}

impl Journal {
    /// Starts a journal for a debate in a folder, and makes the folder if necessary.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written.
    pub fn create(
        folder: &Path,
        scenario: &Scenario,
        table: &dyn AnyDebate,
    ) -> Result<Self, FileError> {
        let name = folder.to_string_lossy();
        let problem = |e: io::Error| {
            FileError::whole_file(&name, format!("cannot be written: {}", reason(&e)))
        };
        disk::create_folders(folder).map_err(problem)?;
        let mut head = played(scenario, table);
        head.moves = None;
        let text = write(&head)? + "moves:\n";
        // The file gets its name after its head is on the disk.
        let mut part = UnnamedFile::new(folder, "debate-", PRIVATE).map_err(problem)?;
        keep_alone(part.file(), &name)?;
        part.write(text.as_bytes()).map_err(problem)?;
        let path = part.path().with_extension("yaml");
        let file = part.place(&path, false).map_err(problem)?;
        let last = text.len() as u64;
        let written = InJournal { entries: 0, last };
        let mut journal = Self { log: LineLog::new(file, last), written, sure: written };
        for entry in table.record() {
            journal.append(entry)?;
        }
        journal.sync()?;
        Ok(journal)
    }

    /// Opens and locks a journal.
    ///
    /// # Errors
    /// Returns an error if another window plays the debate, if the journal cannot be read, or if its head is
    /// incomplete.
    pub fn open(path: &Path) -> Result<OpenedJournal, FileError> {
        let name = path.to_string_lossy();
        let file = AppendFile::existing(path).map_err(|e| unreadable(&name, &e))?;
        keep_alone(file.file(), &name)?;
        // The previous owner may have replaced or removed the file meanwhile.
        if !fs::is_at(file.file(), path) {
            return Err(FileError::whole_file(
                &name,
                "another window has just changed this debate; open it again",
            ));
        }
        let found = found(&name, file.file())?;
        let (scenario, damage, ends) = (found.scenario, found.damage, found.ends);
        let len = ends.last().copied().unwrap_or_default();
        let last = ends[ends.len().saturating_sub(2)];
        let written = InJournal { entries: ends.len() - 1, last };
        let journal = Self { log: LineLog::new(file, len), written, sure: written };
        Ok(OpenedJournal { scenario, damage, journal, ends, bytes: found.bytes })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// The number of entries in the file.
    pub fn entries(&self) -> usize {
        self.written.entries
    }

    /// Returns `true` if the file still exists. Its folder may have been removed.
    pub fn is_there(&self) -> bool {
        fs::exists(self.path())
    }

    /// Writes the next entry of the record. The entry survives a crash of the program, and after [`Journal::sync`] also
    /// a crash of the machine.
    ///
    /// # Errors
    /// Returns an error if the entry cannot be written. The journal is then unchanged.
    pub fn append(&mut self, entry: &RecordEntry) -> Result<(), FileError> {
        let before = self.log.len();
        self.log.append(&line(entry)).map_err(|e| self.problem("written", &e))?;
        self.written = InJournal { entries: self.written.entries + 1, last: before };
        Ok(())
    }

    /// Removes the last entry, because the rules refused it.
    pub fn take_back(&mut self) {
        self.log.cut_back(self.written.last);
        self.written.entries = self.written.entries.saturating_sub(1);
    }

    /// Waits until everything that was written is on the disk.
    ///
    /// # Errors
    /// Returns an error if the disk fails. The entries since the last successful sync are then removed from the
    /// journal, because nobody knows if they are on the disk. The earlier entries are written again.
    pub fn sync(&mut self) -> Result<(), FileError> {
        let synced = self.log.sync();
        match synced {
            Ok(()) => self.sure = self.written,
            Err(_) => self.written = self.sure,
        }
        synced.map_err(|e| self.problem("written", &e))
    }

    /// Removes the journal of a debate that has ended.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be removed.
    pub fn discard(self) -> Result<(), FileError> {
        disk::remove(self.path()).map_err(|e| self.problem("removed", &e))
    }

    fn problem(&self, what: &str, error: &io::Error) -> FileError {
        let why = format!("cannot be {what}: {}", reason(error));
        FileError::whole_file(&self.path().to_string_lossy(), why)
    }
}

/// Lists the journals in a folder, newest first.
pub fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::list(folder)
        .into_iter()
        .filter(|file| library::is_scenario(file))
        .filter_map(|file| Some((fs::changed(&file)?, file)))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// Formats a move as a line of YAML, such as `- bob: point 3`, with quotes where YAML needs them.
fn line(entry: &RecordEntry) -> String {
    let (who, what) = entry.parts();
    let plain =
        what.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.' | '_'));
    if plain && !what.ends_with(' ') {
        format!("- {who}: {what}\n")
    } else {
        format!("- {who}: {}\n", serde_json::Value::from(what))
    }
}
