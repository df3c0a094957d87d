//! The library: shipped scenarios, which are part of the program, and the user's own.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use include_dir::{Dir, include_dir};

use super::import::{Format, import};
use super::read::write;
use super::{FileError, Scenario, printable, read_bytes};
use crate::yaml::LARGEST_FILE;

/// The file that lists the debates of a folder.
pub const COURSE_INDEX: &str = "course.yaml";

/// The courses that are part of the program, besides the library itself.
pub const COURSES: [&str; 1] = ["exercises"];

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scenarios");

/// Where a scenario comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Part of the program.
    Shipped,
    /// A file.
    File(PathBuf),
}

/// A scenario of the library, or the reason why a file is not one.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file's name without its folder and ending: how commands call it.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its text.
    pub text: String,
    /// What it says.
    pub scenario: Result<Scenario, FileError>,
}

impl Entry {
    fn from_bytes(id: &str, origin: Origin, file: &str, bytes: &[u8]) -> Self {
        Self {
            id: printable(id),
            origin,
            scenario: read_bytes(file, bytes),
            text: String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// The scenarios that are part of the program, in the order of the course.
pub fn shipped() -> Vec<Entry> {
    entries_of(&SHIPPED)
}

/// The scenarios of another course that is part of the program, in its order.
pub(super) fn shipped_in(course: &str) -> Vec<Entry> {
    SHIPPED.get_dir(course).map_or_else(Vec::new, entries_of)
}

fn entries_of(folder: &Dir<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = folder
        .files()
        .filter(|file| is_scenario(file.path()))
        .map(|file| {
            let name = file.path().to_string_lossy();
            Entry::from_bytes(&stem(file.path()), Origin::Shipped, &name, file.contents())
        })
        .collect();
    in_course_order(&mut entries);
    entries
}

/// The shipped scenarios and those in the user's folder. Chapters of one name are one chapter; each
/// stands where the first `order` in it says.
pub fn all() -> Vec<Entry> {
    let mut entries = shipped();
    if let Some(folder) = user_folder() {
        entries.extend(in_folder(&folder));
    }
    in_course_order(&mut entries);
    entries
}

/// The scenarios in a folder, in the order of the course. A folder that is not there has none.
pub fn in_folder(folder: &Path) -> Vec<Entry> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    let index = Some(std::ffi::OsStr::new(COURSE_INDEX));
    paths.retain(|path| is_scenario(path) && path.is_file() && path.file_name() != index);
    paths.sort();
    let mut entries: Vec<Entry> = paths
        .into_iter()
        .map(|path| match load(&path) {
            Ok(entry) => entry,
            Err(error) => Entry {
                id: printable(&stem(&path)),
                origin: Origin::File(path),
                text: String::new(),
                scenario: Err(error),
            },
        })
        .collect();
    in_course_order(&mut entries);
    entries
}

/// The scenario in a file, or the shipped or user's one with this id.
///
/// # Errors
/// If there is none, or it cannot be read; a file that reads but is faulty is an [`Entry`] whose
/// scenario is the error.
pub fn find(name: &str) -> Result<Entry, FileError> {
    let path = Path::new(name);
    if path.is_file() {
        return load(path);
    }
    if path.exists() {
        return Err(FileError::whole(name, "this is not a file"));
    }
    let courses = COURSES.into_iter().flat_map(shipped_in);
    let found = all()
        .into_iter()
        .chain(courses)
        .find(|entry| entry.id == name || is_shipped_path(path, entry));
    found.ok_or_else(|| {
        FileError::whole(name, "there is no such file or scenario; `elenchus list` names them")
    })
}

/// `scenarios/x.yaml` names the shipped scenario x from anywhere.
fn is_shipped_path(path: &Path, entry: &Entry) -> bool {
    entry.origin == Origin::Shipped
        && path.parent() == Some(Path::new("scenarios"))
        && is_scenario(path)
        && stem(path) == entry.id
}

pub(super) fn load(path: &Path) -> Result<Entry, FileError> {
    let name = path.to_string_lossy();
    let file = fs::File::open(path)
        .map_err(|e| FileError::whole(&name, format!("cannot be read: {e}")))?;
    from_reader(path, file)
}

/// Reads a scenario from wherever it comes, by the name of `path`; no more of it than a scenario
/// may have.
///
/// # Errors
/// If it cannot be read; a text that reads but is faulty is an [`Entry`] whose scenario is the error.
pub fn from_reader(path: &Path, file: impl Read) -> Result<Entry, FileError> {
    let name = path.to_string_lossy();
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| FileError::whole(&name, format!("cannot be read: {e}")))?;
    if let Some(format) = Format::of(&bytes) {
        if bytes.len() > LARGEST_FILE {
            return Err(FileError::whole(&name, "the file is larger than 64 MiB"));
        }
        let scenario = import(path, format, &bytes);
        return Ok(Entry {
            id: printable(&stem(path)),
            origin: Origin::File(path.to_owned()),
            text: scenario.as_ref().ok().and_then(|s| write(s).ok()).unwrap_or_default(),
            scenario,
        });
    }
    Ok(Entry::from_bytes(&stem(path), Origin::File(path.to_owned()), &name, &bytes))
}

/// The program's folder for what users keep: scenarios, journals, results.
pub fn data_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|base| base.data_dir().join("elenchus"))
}

/// The user's folder of scenarios.
pub fn user_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("scenarios"))
}

fn is_scenario(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Chapters by the first `order` in them, and in a chapter by `order`, then by name; what has no
/// order comes last. Chapters of one name are one.
fn in_course_order(entries: &mut [Entry]) {
    let chapter = |entry: &Entry| {
        entry.scenario.as_ref().map_or_else(|_| String::new(), |s| s.chapter.to_string())
    };
    let order = |entry: &Entry| {
        let order = entry.scenario.as_ref().ok().and_then(|scenario| scenario.order);
        order.unwrap_or(u32::MAX)
    };
    let mut first: HashMap<String, u32> = HashMap::new();
    for entry in entries.iter() {
        let least = first.entry(chapter(entry)).or_insert(u32::MAX);
        *least = order(entry).min(*least);
    }
    entries.sort_by_cached_key(|entry| {
        let chapter = chapter(entry);
        // What is in no chapter comes after all chapters that have a place.
        let place = first.get(&chapter).copied().unwrap_or(u32::MAX);
        (place, chapter.is_empty(), chapter, order(entry), entry.id.clone())
    });
}
