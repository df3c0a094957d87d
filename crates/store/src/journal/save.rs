//! How a file gets to the disk whole.

use std::io;
use std::path::{Path, PathBuf};

use super::PRIVATE;
use crate::disk::{UnnamedFile, folder_of};
use crate::fs::{self, Metadata};
use crate::{FileError, Scenario, write};

/// As many links are followed to the file that they mean.
const MOST_LINKS: usize = 40;

/// Writes a scenario to a file in one step: a reader finds the old file or the new one, whole, also
/// after the machine died. A file that was there keeps who may read it; a link is followed, also to
/// where no file is yet.
///
/// # Errors
/// If it cannot be written; a file that was there is untouched then.
pub fn save(path: &Path, scenario: &Scenario) -> Result<(), FileError> {
    let path = &meant(path);
    let name = path.to_string_lossy();
    if fs::exists(path) && !fs::is_file(path) {
        return Err(FileError::whole(&name, "this is not a file that can be replaced"));
    }
    let text = write(scenario)?;
    // Others may read a new file as far as the person's habit, the umask, lets them.
    part(path, 0o666, fs::metadata(path), text.as_bytes())
        .and_then(|part| part.place(path, true))
        .map_err(|e| FileError::whole(&name, format!("cannot be written: {}", reason(&e))))?;
    Ok(())
}

/// Replaces a file in one step, and returns when it and its folder have reached the disk. Nobody but
/// its owner may read it.
///
/// # Errors
/// If it cannot be written; the file is the old one or the new one, whole.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    part(path, PRIVATE, None, bytes)?.place(path, true).map(|_| ())
}

/// Replaces a file in one step as [`replace`] does, and does not wait for the disk. A program that is
/// killed leaves the old file or the new one, whole; where the power fails the file may be empty.
///
/// # Errors
/// If it cannot be written.
pub fn replace_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    part(path, PRIVATE, None, bytes)?.name(path, true).map(|_| ())
}

/// A file with these bytes that has no name yet, in the folder of `path`.
fn part(path: &Path, mode: u32, old: Option<Metadata>, bytes: &[u8]) -> io::Result<UnnamedFile> {
    let mut part = UnnamedFile::new(folder_of(path), ".elenchus-", mode)?;
    if let Some(old) = old {
        part.file().set_permissions(old.permissions())?;
    }
    part.write(bytes)?;
    Ok(part)
}

/// An error's reason, without the random name of the file that it was about and the system's number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
        None if error.kind() == io::ErrorKind::NotFound => "there is no such folder".into(),
        None => error.kind().to_string(),
    };
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// What a link points to, even if nothing is there; other names as they are.
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
