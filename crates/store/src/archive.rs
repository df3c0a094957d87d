//! The archive: one file for each finished debate. Elenchus never removes such a file.
//!
//! A file of the archive is a saved debate with its attempt. It opens like any other saved debate.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{UnnamedFile, create_folders, free_name};
use crate::journal::{PRIVATE, reason, replace};
use crate::{FileError, Scenario, read_bytes, write};
use crate::{files, fs, library};

/// A debate in the archive.
#[derive(Clone, Debug)]
pub struct ArchivedDebate {
    /// The name of the file without its extension. Commands take this name.
    pub name: String,
    /// The file of the debate.
    pub path: PathBuf,
    /// The debate, or the reason why the file cannot be read.
    pub record: Result<Scenario, FileError>,
}

/// The archive's folder in the program's data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("archive")
}

/// Writes a debate to a new file in a folder and returns its path. The file is named after the scenario and the start
/// of the debate.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn keep(folder: &Path, record: &Scenario) -> Result<PathBuf, FileError> {
    let name = folder.to_string_lossy().into_owned();
    let problem =
        |e: io::Error| FileError::whole_file(&name, format!("cannot be written: {}", reason(&e)));
    let text = write(record)?;
    create_folders(folder).map_err(problem)?;
    loop {
        let path = free_name(folder, &stem(record));
        let mut part = UnnamedFile::new(folder, ".elenchus-", PRIVATE).map_err(problem)?;
        part.write(text.as_bytes()).map_err(problem)?;
        match part.place(&path, false) {
            // Another window has already used this name.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            placed => return placed.map(|_| path).map_err(problem),
        }
    }
}

/// Replaces the file of a debate that has continued. Nothing is lost, because a record only grows.
///
/// # Errors
/// Returns an error if the file cannot be written. The old file is then unchanged.
pub fn renew(path: &Path, record: &Scenario) -> Result<(), FileError> {
    let name = path.to_string_lossy();
    let text = write(record)?;
    replace(path, text.as_bytes())
        .map_err(|e| FileError::whole_file(&name, format!("cannot be written: {}", reason(&e))))
}

/// The name of a debate's file, without its extension.
fn stem(record: &Scenario) -> String {
    let attempt = record.attempt.clone().unwrap_or_default();
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect()
    };
    let id = match plain(&attempt.scenario) {
        id if id.is_empty() => "debate".to_owned(),
        id => id,
    };
    let began: String = plain(&attempt.began).replace('-', "");
    if began.is_empty() { id } else { format!("{id}-{began}") }
}

/// Finds the file of the same attempt by the same seat in a folder. Returns its path and its debate. One of the two
/// records must begin with the moves of the other, because a record only grows.
pub fn find(folder: &Path, record: &Scenario) -> Option<(PathBuf, Scenario)> {
    let key = |scenario: &Scenario| {
        scenario.attempt.as_ref().map(|a| (a.scenario.clone(), a.began.clone(), a.seat))
    };
    let moves = record.moves.as_deref().unwrap_or_default();
    let is_it = |kept: &Scenario| {
        let its = kept.moves.as_deref().unwrap_or_default();
        key(kept) == key(record) && (its.starts_with(moves) || moves.starts_with(its))
    };
    let kept = list(folder).into_iter().filter_map(|kept| Some((kept.path, kept.record.ok()?)));
    // If several files match, take the longest record.
    kept.filter(|(_, kept)| is_it(kept)).max_by_key(|(_, kept)| kept.moves.as_ref().map(Vec::len))
}

/// Lists the debates of a folder in the order of their start. Unreadable files come last.
pub fn list(folder: &Path) -> Vec<ArchivedDebate> {
    let mut kept: Vec<ArchivedDebate> = fs::list(folder)
        .into_iter()
        .filter(|path| library::is_scenario(path))
        .map(|path| {
            let shown = path.to_string_lossy().into_owned();
            let record = files::bytes(&path)
                .map_err(|e| files::unreadable(&shown, &e))
                .and_then(|bytes| read_bytes(&shown, &bytes));
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            ArchivedDebate { name, path, record }
        })
        .collect();
    kept.sort_by_key(|kept| {
        let attempt = kept.record.as_ref().ok().map(|record| record.attempt.clone());
        let began = attempt.as_ref().map(|a| a.clone().unwrap_or_default().began.to_string());
        (attempt.is_none(), began, kept.name.clone())
    });
    kept
}
