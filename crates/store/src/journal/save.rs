//! Writes files atomically.

use std::io;
use std::path::{Path, PathBuf};

use super::PRIVATE;
use crate::disk::{UnnamedFile, folder_of};
use crate::fs::{self, Metadata};
use crate::{FileError, Scenario, write};

/// The largest number of links that are followed.
const MOST_LINKS: usize = 40;

/// Writes a scenario to a file atomically. Even after a crash of the machine, the file has either all of the old
/// content or all of the new content. An existing file keeps its permissions. Links are followed, even to a file that
/// does not exist yet.
///
/// # Errors
/// Returns an error if the file cannot be written. An existing file is then unchanged.
pub fn save(path: &Path, scenario: &Scenario) -> Result<(), FileError> {
    let path = &meant(path);
    let name = path.to_string_lossy();
    if fs::exists(path) && !fs::is_file(path) {
        return Err(FileError::whole_file(&name, "this is not a file that can be replaced"));
    }
    let text = write(scenario)?;
    // The umask decides who can read a new file.
    part(path, 0o666, fs::metadata(path), text.as_bytes())
        .and_then(|part| part.place(path, true))
        .map_err(|e| FileError::whole_file(&name, format!("cannot be written: {}", reason(&e))))?;
    Ok(())
}

/// Replaces a file atomically, and waits until the file and its folder are on the disk. Only the owner of the file can
/// read it.
///
/// # Errors
/// Returns an error if the file cannot be written. It then has either all of the old content or all of the new content.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    part(path, PRIVATE, None, bytes)?.place(path, true).map(|_| ())
}

/// Replaces a file like [`replace`], without waiting for the disk. After a crash of the program, the file is complete.
/// After a power failure, the file may be empty.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn replace_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    part(path, PRIVATE, None, bytes)?.name(path, true).map(|_| ())
}

/// Writes the bytes to a file without a name in the folder of `path`.
fn part(path: &Path, mode: u32, old: Option<Metadata>, bytes: &[u8]) -> io::Result<UnnamedFile> {
    let mut part = UnnamedFile::new(folder_of(path), ".elenchus-", mode)?;
    if let Some(old) = old {
        part.file().set_permissions(old.permissions())?;
    }
    part.write(bytes)?;
    Ok(part)
}

/// The reason of an error, without the temporary file's name and the system's error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
        None if error.kind() == io::ErrorKind::NotFound => "there is no such folder".into(),
        None => error.kind().to_string(),
    };
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// The path to which a link leads, even if nothing is there. A path that is no link is returned unchanged.
fn meant(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => break,
        }
    }
    path
}
