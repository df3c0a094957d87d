//! How a file gets to the disk whole.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

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
    if path.exists() && !path.is_file() {
        return Err(FileError::whole(&name, "this is not a file that can be replaced"));
    }
    replace(path, write(scenario)?.as_bytes())
        .map_err(|e| FileError::whole(&name, format!("cannot be written: {}", reason(&e))))
}

/// Replaces a file in one step, and returns when it and its folder have reached the disk.
///
/// # Errors
/// If it cannot be written; a file that was there is untouched then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    // Others may read it as far as the person's habit, the umask, lets them.
    let mut file =
        tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    sync_folder(folder)
}

/// Returns when the names in a folder have reached the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An error's reason without the random name of the file that it was about.
fn reason(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
        None => error.kind().to_string(),
    }
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
