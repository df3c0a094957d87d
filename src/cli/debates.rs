//! The debates of a class.

use std::path::Path;

use crate::scenario::library::{self, LibraryEntry};
use crate::scenario::{course, files};

/// The file in a class's folder that lists the names of its debates.
pub(super) const DEBATES: &str = "debates.yaml";

/// The debates of the class that is saved in a folder. Empty if the folder has no class.
pub(super) fn debates_of(folder: &Path) -> anyhow::Result<Vec<LibraryEntry>> {
    let names: Option<Vec<String>> =
        files::yaml(&folder.join(DEBATES)).map_err(anyhow::Error::msg)?;
    names.map_or(Ok(Vec::new()), |names| entries(&names))
}

/// The debates with these names, or the whole library if there are no names.
///
/// # Errors
/// Returns an error if a debate does not exist or has an error.
pub(super) fn entries(names: &[String]) -> anyhow::Result<Vec<LibraryEntry>> {
    if names.is_empty() {
        return Ok(library::all());
    }
    let mut entries = Vec::new();
    for name in names {
        match course::is_course(name) {
            true => entries.extend(course::course(name)?.entries),
            false => entries.push(library::find(name)?),
        }
    }
    for entry in &entries {
        entry.scenario.as_ref().map_err(Clone::clone)?;
    }
    anyhow::ensure!(
        !entries.is_empty(),
        "{}: there are no debates. Name scenarios, or a course with at least one",
        names.join(" ")
    );
    Ok(entries)
}
