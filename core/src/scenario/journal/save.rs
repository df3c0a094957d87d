//! A debate as a file of its own: what it says, and how it gets to the disk whole.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::debate::{SeatPlan, Table};
use crate::rules::Seat;
use crate::scenario::moves::{Line, SeatFile};
use crate::scenario::place::At;
use crate::scenario::{FileError, Scenario, write};

/// As many links are followed to the file that they mean.
const MOST_LINKS: usize = 40;

/// A scenario as it was played: the same scenario with the players, seed and moves of a debate.
pub fn played(scenario: &Scenario, table: &dyn Table) -> Scenario {
    let mut saved = scenario.clone();
    for seat in Seat::ALL {
        let plan = table.seat_plan(seat);
        let outside = scenario.seats.of(seat).is_some_and(|named| named.value.outside().is_some());
        // A program outside plays in a person's seat: its record says that it was one.
        if !(outside && plan == SeatPlan::Human) {
            saved.seats.set(seat, SeatFile(plan));
        }
    }
    saved.seed = Some(table.seed());
    let moves = table.record().iter().map(|entry| At::nowhere(Line(entry.clone())));
    saved.moves = Some(moves.collect());
    saved
}

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
pub(in crate::scenario) fn sync_folder(folder: &Path) -> io::Result<()> {
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
