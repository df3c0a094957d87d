//! How a file gets to the disk whole.

use std::io;
use std::path::{Path, PathBuf};

use super::PRIVATE;
use crate::disk::{Part, folder_of};
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
    replace_as(path, 0o666, fs::metadata(path), text.as_bytes())
        .map_err(|e| FileError::whole(&name, format!("cannot be written: {}", reason(&e))))
}

/// Replaces a file in one step, and returns when it and its folder have reached the disk. Nobody but
/// its owner may read it.
///
/// # Errors
/// If it cannot be written; the file is the old one or the new one, whole.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_as(path, PRIVATE, None, bytes)
}

fn replace_as(path: &Path, mode: u32, old: Option<Metadata>, bytes: &[u8]) -> io::Result<()> {
    let mut part = Part::new(folder_of(path), ".elenchus-", mode)?;
    if let Some(old) = old {
        part.file().set_permissions(old.permissions())?;
    }
    part.write(bytes)?;
    part.place(path, true).map(|_| ())
}

/// An error's reason, without the random name of the file that it was about and the system's number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
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
