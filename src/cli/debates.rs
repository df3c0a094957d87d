//! The debates that a class was opened with.

use std::path::Path;

use crate::scenario::library::{self, LibraryEntry};
use crate::scenario::{course, files};

/// Of a class's folder, the file that names its debates.
pub(super) const DEBATES: &str = "debates.yaml";

/// The debates of the class that is kept in a folder; none if none is.
pub(super) fn debates_of(folder: &Path) -> anyhow::Result<Vec<LibraryEntry>> {
    let names: Option<Vec<String>> =
        files::yaml(&folder.join(DEBATES)).map_err(anyhow::Error::msg)?;
    names.map_or(Ok(Vec::new()), |names| entries(&names))
}

/// The debates that the names name; all of them can be played.
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
    anyhow::ensure!(!entries.is_empty(), "this course has no debates");
    Ok(entries)
}
