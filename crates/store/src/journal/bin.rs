//! The bin: the folder of journals that the user discarded.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{create_folders, folder_of, free_name, rename};
use crate::lock::keep_alone;
use crate::{FileError, fs};

/// Moves a journal to the folder `bin` beside it, and returns its new path.
///
/// # Errors
/// Returns an error if another window plays the debate, or if the journal cannot be moved. The journal then stays in
/// its place.
pub fn give_up(path: &Path) -> Result<PathBuf, FileError> {
    let name = path.to_string_lossy();
    let problem =
        |e: io::Error| FileError::whole_file(&name, format!("cannot be moved to the bin: {e}"));
    // If the journal cannot be opened, no other window can play the debate either.
    if let Ok(file) = fs::open(path, true) {
        keep_alone(&file, &name)?;
        return move_to_bin(path).map_err(problem);
    }
    move_to_bin(path).map_err(problem)
}

/// A free name in the bin.
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

/// Copies a journal before a part of it is cut off. If the journal is in the program's own folder, the copy goes to the
/// bin. Otherwise the copy is beside the journal and has the extension `.bak`, because Elenchus makes no folder in a
/// user's folder.
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
