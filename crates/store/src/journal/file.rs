//! One journal, open and locked, growing move by move.

use std::io;
use std::path::{Path, PathBuf};

use elenchus_core::debate::{Entry, Table};

use super::bin::keep_copy;
use super::log::Log;
use super::reading::found;
use super::{PRIVATE, reason};
use crate::disk::{self, Open, UnnamedFile};
use crate::files::unreadable;
use crate::lock::keep_alone;
use crate::{FileError, Scenario, fs, library, played, write};

/// A file that a debate is written to as it grows. No other window can write to it meanwhile.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    written: InJournal,
    /// What had reached the disk when that was last asked for.
    sure: InJournal,
}

/// What of a record is in a journal.
#[derive(Clone, Copy, Debug)]
struct InJournal {
    /// How many entries.
    entries: usize,
    /// Where the last of them begins.
    last: u64,
}

/// A journal that was opened, to go on with its debate.
#[derive(Debug)]
pub struct Opened {
    /// The scenario, with every move up to the first thing that is wrong.
    pub scenario: Scenario,
    /// What is wrong, if not everything is right.
    pub damage: Option<FileError>,
    /// Locked. Nothing in it has changed yet.
    journal: Journal,
    ends: Vec<u64>,
    bytes: Vec<u8>,
}

impl Opened {
    /// The journal, to go on with after the first `moves` moves. If anything but a last line
    /// without its end is cut off thereby, a copy of the journal as it was is kept.
    ///
    /// # Errors
    /// If that cannot be written; the journal is as it was then.
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
        let problem =
            |e: io::Error| FileError::whole(&name, format!("cannot be written: {}", reason(&e)));
        disk::create_folders(folder).map_err(problem)?;
        let mut head = played(scenario, table);
        head.moves = None;
        let text = write(&head)? + "moves:\n";
        // Under another name until the head is whole on the disk.
        let mut part = UnnamedFile::new(folder, "debate-", PRIVATE).map_err(problem)?;
        keep_alone(part.file(), &name)?;
        part.write(text.as_bytes()).map_err(problem)?;
        let path = part.path().with_extension("yaml");
        let file = part.place(&path, false).map_err(problem)?;
        let last = text.len() as u64;
        let written = InJournal { entries: 0, last };
        let mut journal = Self { log: Log::new(file, last), written, sure: written };
        for entry in table.record() {
            journal.append(entry)?;
        }
        journal.sync()?;
        Ok(journal)
    }

    /// Opens a journal to go on with it, and locks it.
    ///
    /// # Errors
    /// If another window plays it, if it cannot be read, or if its head is not whole.
    pub fn open(path: &Path) -> Result<Opened, FileError> {
        let name = path.to_string_lossy();
        let file = Open::existing(path).map_err(|e| unreadable(&name, &e))?;
        keep_alone(file.file(), &name)?;
        // Who had it until now may have put another file in its place, or none.
        if !fs::is_at(file.file(), path) {
            return Err(FileError::whole(
                &name,
                "another window has changed this debate: try again",
            ));
        }
        let found = found(&name, file.file())?;
        let (scenario, damage, ends) = (found.scenario, found.damage, found.ends);
        let len = ends.last().copied().unwrap_or_default();
        let last = ends[ends.len().saturating_sub(2)];
        let written = InJournal { entries: ends.len() - 1, last };
        let journal = Self { log: Log::new(file, len), written, sure: written };
        Ok(Opened { scenario, damage, journal, ends, bytes: found.bytes })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// How many entries of the record are in it.
    pub fn entries(&self) -> usize {
        self.written.entries
    }

    /// Is the file still where it was made? Its folder may have been removed.
    pub fn is_there(&self) -> bool {
        fs::exists(self.path())
    }

    /// Writes the next entry of the record. It survives the end of the program, and after
    /// [`Journal::sync`] that of the machine.
    ///
    /// # Errors
    /// If it cannot be written; the journal is as it was then.
    pub fn append(&mut self, entry: &Entry) -> Result<(), FileError> {
        let before = self.log.len();
        self.log.append(&line(entry)).map_err(|e| self.problem("written", &e))?;
        self.written = InJournal { entries: self.written.entries + 1, last: before };
        Ok(())
    }

    /// Takes the entry written last away: what it says was refused.
    pub fn take_back(&mut self) {
        self.log.cut_back(self.written.last);
        self.written.entries = self.written.entries.saturating_sub(1);
    }

    /// Returns when everything written has reached the disk.
    ///
    /// # Errors
    /// If the disk does not take it. The entries since this last succeeded are not in the journal any
    /// more, for nobody knows whether they are on the disk; the others are written anew.
    pub fn sync(&mut self) -> Result<(), FileError> {
        let synced = self.log.sync();
        match synced {
            Ok(()) => self.sure = self.written,
            Err(_) => self.written = self.sure,
        }
        synced.map_err(|e| self.problem("written", &e))
    }

    /// Removes it: the debate is over and was looked at.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn discard(self) -> Result<(), FileError> {
        disk::remove(self.path()).map_err(|e| self.problem("removed", &e))
    }

    fn problem(&self, what: &str, error: &io::Error) -> FileError {
        let why = format!("cannot be {what}: {}", reason(error));
        FileError::whole(&self.path().to_string_lossy(), why)
    }
}

/// The journals in a folder, the newest first.
pub fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::list(folder)
        .into_iter()
        .filter(|file| library::is_scenario(file))
        .filter_map(|file| Some((fs::changed(&file)?, file)))
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
