//! Courses: debates in an order, shown alone. A folder with a file `course.yaml` that lists them, a
//! folder without one, or a course that is part of the program.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::FileError;
use super::at::{At, Fault};
use super::library::{Entry, Origin, in_folder, load, shipped_in};
use super::words::Words;

/// The file that lists the debates of a folder.
pub const INDEX: &str = "course.yaml";

/// The courses that are part of the program, besides the library itself.
pub const SHIPPED: [&str; 1] = ["exercises"];

/// Debates in an order.
#[derive(Clone, Debug)]
pub struct Course {
    /// What it is called.
    pub title: String,
    /// Its debates; one that is listed and not there is an entry with that error.
    pub entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    title: Words,
    debates: Vec<At<Words>>,
}

/// The course of this name: a shipped one, or a folder.
///
/// # Errors
/// If there is none, or its index does not read.
pub fn course(name: &str) -> Result<Course, FileError> {
    let folder = Path::new(name);
    if folder.is_dir() {
        return of_folder(folder);
    }
    if SHIPPED.contains(&name) {
        let title = "Exercises".to_owned();
        return Ok(Course { title, entries: shipped_in(name) });
    }
    let names = SHIPPED.join(", ");
    let message = format!("there is no such folder or course; the shipped courses are: {names}");
    Err(FileError::whole(name, message))
}

fn of_folder(folder: &Path) -> Result<Course, FileError> {
    let path = folder.join(INDEX);
    let name = path.to_string_lossy().into_owned();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let own = folder.file_name().unwrap_or(folder.as_os_str());
            let title = super::printable(&own.to_string_lossy());
            return Ok(Course { title, entries: in_folder(folder) });
        }
        Err(e) => return Err(FileError::whole(&name, format!("cannot be read: {e}"))),
    };
    let index: Index =
        serde_saphyr::from_str(&text).map_err(|e| FileError::from_yaml(&name, &text, &e))?;
    let listed = index.debates.iter().map(|debate| entry(folder, &name, &text, debate));
    Ok(Course { title: index.title.to_string(), entries: listed.collect() })
}

/// A debate that an index lists.
fn entry(folder: &Path, index: &str, text: &str, debate: &At<Words>) -> Entry {
    let path = folder.join(&*debate.value);
    let faulty = |message: String| {
        let fault = Fault { spot: debate.spot, message };
        Entry {
            id: debate.value.to_string(),
            origin: Origin::File(path.clone()),
            text: String::new(),
            scenario: Err(FileError::at(index, text, fault)),
        }
    };
    // An index names files of its own folder: a course that is handed on is whole.
    let inside = Path::new(&*debate.value)
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
    if !inside {
        return faulty(format!("`{}` is not in the folder of the course", &*debate.value));
    }
    if !path.is_file() {
        return faulty(format!("`{}` is listed here, but there is no such file", &*debate.value));
    }
    load(&path).unwrap_or_else(|e| faulty(e.message))
}
