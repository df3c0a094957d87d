//! The bin: where journals go that nobody wants to go on with.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{create_folders, folder_of, free_name, rename};
use crate::lock::keep_alone;
use crate::{FileError, fs};

/// Moves a journal to the bin, the folder `bin` beside it; returns where it is then.
///
/// # Errors
/// If another window plays it, or it cannot be moved; it stays where it is then.
pub fn give_up(path: &Path) -> Result<PathBuf, FileError> {
    let name = path.to_string_lossy();
    let problem =
        |e: io::Error| FileError::whole(&name, format!("cannot be moved to the bin: {e}"));
    // One that cannot be opened cannot be played by another window either.
    if let Ok(file) = fs::open(path, true) {
        keep_alone(&file, &name)?;
        return move_to_bin(path).map_err(problem);
    }
    move_to_bin(path).map_err(problem)
}

/// A name in the bin that is not taken.
fn place_for(path: &Path) -> io::Result<PathBuf> {
    let bin = folder_of(path).join("bin");
    create_folders(&bin)?;
    Ok(free_name(&bin, &path.file_stem().unwrap_or_default().to_string_lossy()))
}

fn move_to_bin(path: &Path) -> io::Result<PathBuf> {
    let place = place_for(path)?;
    rename(path, &place)?;
    Ok(place)
}

/// Keeps a copy of a journal as it is now, for something in it is about to be cut off: in the bin, if
/// it is one of the program's own; else beside it with the ending `.bak`, for a person's folder gets no
/// folder of ours.
pub(super) fn keep_copy(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let place = match folder_of(path).file_name() {
        Some(name) if name == "journals" => place_for(path)?,
        _ => {
            let name = path.to_string_lossy();
            let numbered = (2..).map(|n| PathBuf::from(format!("{name}.bak-{n}")));
            let mut places = std::iter::once(PathBuf::from(format!("{name}.bak"))).chain(numbered);
            let free = places.find(|place| !fs::is_taken(place));
            free.ok_or(io::ErrorKind::AlreadyExists)?
        }
    };
    super::save::replace(&place, bytes)?;
    Ok(place)
}
