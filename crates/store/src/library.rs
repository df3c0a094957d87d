//! The library: the shipped scenarios, which are part of the program, and those of the user.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

#[cfg(unix)]
use etcetera::BaseStrategy;
use include_dir::{Dir, File, include_dir};

use crate::files::{self, unreadable};
use crate::import::{ImportFormat, import};
use crate::{FileError, Scenario, fs, printable, read_bytes, text, write};

/// The file that lists the debates of a folder.
pub const COURSE_INDEX: &str = "course.yaml";

/// The shipped courses. The library itself is not in this list.
pub const COURSES: [&str; 1] = ["exercises"];

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The origin of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Part of the program.
    Shipped,
    /// A file.
    File(PathBuf),
}

/// A scenario of the library, or the reason why a file is no scenario.
#[derive(Clone, Debug)]
pub struct LibraryEntry {
    /// The name of the file without its folder and its extension. Commands take this name.
    pub id: String,
    /// The origin of the scenario.
    pub origin: Origin,
    /// The text of the file.
    pub text: String,
    /// The scenario, or the error in the file.
    pub scenario: Result<Scenario, FileError>,
}

impl LibraryEntry {
    fn from_bytes(id: &str, origin: Origin, file: &str, bytes: &[u8]) -> Self {
        Self {
            id: printable(id),
            origin,
            scenario: read_bytes(file, bytes),
            text: String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// The title of the scenario. If the scenario has an error, its id.
    pub fn title(&self) -> &str {
        self.scenario.as_ref().map_or(&self.id, |scenario| &scenario.title)
    }

    /// The chapter of the scenario. Empty if there is none, or if the scenario has an error.
    pub fn chapter(&self) -> &str {
        self.scenario.as_ref().map_or("", |scenario| &scenario.chapter)
    }
}

/// The shipped scenarios in the order of the course. Only the first call reads them.
pub fn shipped() -> Vec<LibraryEntry> {
    static READ: LazyLock<Vec<LibraryEntry>> = LazyLock::new(|| in_dir(&SHIPPED));
    READ.clone()
}

/// Returns `true` if a shipped scenario has this name.
pub fn is_shipped(id: &str) -> bool {
    file_of(id).is_some()
}

/// The shipped scenario that a file's name means, with or without its ending. `None` if there is none.
pub(super) fn shipped_one(name: &str) -> Option<LibraryEntry> {
    let path = Path::new(name);
    let own = if is_scenario(path) { stem(path) } else { name.to_owned() };
    file_of(&own).map(shipped_file)
}

/// The file of the shipped scenario with this name.
fn file_of(id: &str) -> Option<&'static File<'static>> {
    let courses = COURSES.iter().filter_map(|course| SHIPPED.get_dir(course));
    let mut files = std::iter::once(&SHIPPED).chain(courses).flat_map(scenarios_of);
    files.find(|file| stem(file.path()) == id)
}

/// The scenarios of a shipped course, in its order.
pub(super) fn shipped_in(course: &str) -> Vec<LibraryEntry> {
    SHIPPED.get_dir(course).map_or_else(Vec::new, in_dir)
}

fn in_dir(folder: &Dir<'_>) -> Vec<LibraryEntry> {
    let mut entries: Vec<LibraryEntry> = scenarios_of(folder).map(shipped_file).collect();
    in_course_order(&mut entries);
    entries
}

fn scenarios_of<'a>(folder: &'a Dir<'a>) -> impl Iterator<Item = &'a File<'a>> {
    folder.files().filter(|file| is_scenario(file.path()))
}

fn shipped_file(file: &File<'_>) -> LibraryEntry {
    let name = file.path().to_string_lossy();
    LibraryEntry::from_bytes(&stem(file.path()), Origin::Shipped, &name, file.contents())
}

/// The shipped scenarios and those in the user's folder. Scenarios with the same chapter name share a chapter.
/// The smallest `order` in a chapter decides its place.
pub fn all() -> Vec<LibraryEntry> {
    let mut entries = shipped();
    if let Some(folder) = user_folder() {
        entries.extend(in_folder(&folder));
    }
    in_course_order(&mut entries);
    entries
}

/// The scenarios in a folder, in the order of the course. A missing folder has none.
pub fn in_folder(folder: &Path) -> Vec<LibraryEntry> {
    let mut entries: Vec<LibraryEntry> = files_in(folder).into_iter().map(entry_of_file).collect();
    in_course_order(&mut entries);
    entries
}

/// The scenario files in a folder, sorted by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = fs::list(folder);
    let index = Some(std::ffi::OsStr::new(COURSE_INDEX));
    paths.retain(|path| is_scenario(path) && fs::is_file(path) && path.file_name() != index);
    paths.sort();
    paths
}

fn entry_of_file(path: PathBuf) -> LibraryEntry {
    load(&path).unwrap_or_else(|error| LibraryEntry {
        id: printable(&stem(&path)),
        origin: Origin::File(path),
        text: String::new(),
        scenario: Err(error),
    })
}

/// Finds the scenario in a file, or the scenario with this id. The id can be that of a shipped scenario, of a user's
/// scenario, or of a scenario in a shipped course. `scenarios/x.yaml` names the shipped scenario x from any folder.
///
/// # Errors
/// Returns an error if there is no such scenario, or if the file cannot be read. A readable file with a mistake is a
/// [`LibraryEntry`] that contains the error.
pub fn find(name: &str) -> Result<LibraryEntry, FileError> {
    let path = Path::new(name);
    if fs::exists(path) {
        return load(path);
    }
    let shipped_path = path.parent() == Some(Path::new("scenarios")) && is_scenario(path);
    let shipped = |folder: &'static Dir<'_>| {
        let is_it = |own: &str| own == name || shipped_path && own == stem(path);
        scenarios_of(folder).find(|file| is_it(&stem(file.path()))).map(shipped_file)
    };
    let own = || {
        let files = user_folder().map_or_else(Vec::new, |folder| files_in(&folder));
        files.into_iter().find(|file| printable(&stem(file)) == name).map(entry_of_file)
    };
    let courses = || COURSES.iter().filter_map(|course| SHIPPED.get_dir(course));
    shipped(&SHIPPED).or_else(own).or_else(|| courses().find_map(shipped)).ok_or_else(|| {
        let like = similar_name(name).map_or(String::new(), |id| format!(". Did you mean `{id}`?"));
        let message = "there is no such file or scenario. `elenchus list` lists the scenarios";
        FileError::whole_file(name, format!("{message}{like}"))
    })
}

/// Finds the exercise that a record belongs to. The candidates are the entries with the record's scenario name. If no
/// entry has that name, all entries are candidates. The best match is a debate that equals the debate of the record.
/// The second best is a debate that differs only in its texts. The third best is the entry with the name. If the record
/// has no name, the title is compared instead.
pub fn original<'a>(record: &Scenario, entries: &'a [LibraryEntry]) -> Option<&'a LibraryEntry> {
    let own = record.without_play();
    let id = record.attempt.as_ref().map(|attempt| attempt.scenario.to_string());
    let named = |entry: &LibraryEntry| Some(&entry.id) == id.as_ref();
    let has_name = entries.iter().any(|entry| named(entry) && entry.scenario.is_ok());
    let among = || {
        let those = entries.iter().filter(|entry| !has_name || named(entry));
        those.filter_map(|entry| Some((entry, entry.scenario.as_ref().ok()?)))
    };
    let same = among().find(|(_, other)| other.without_play() == own);
    let alike = || among().find(|(_, other)| record.differences(other).is_empty());
    // A record with an unknown name belongs to another debate, even if the titles are equal.
    let untold = id.as_deref().unwrap_or_default().is_empty();
    let titled = |other: &Scenario| untold && other.title == record.title;
    let called = || among().find(|(_, other)| has_name || titled(other));
    same.or_else(alike).or_else(called).map(|(entry, _)| entry)
}

/// The shipped scenario with the most similar name. `None` if no name is similar.
pub fn similar_name(name: &str) -> Option<String> {
    let courses = COURSES.iter().filter_map(|course| SHIPPED.get_dir(course));
    let names = std::iter::once(&SHIPPED).chain(courses).flat_map(scenarios_of);
    let likeness = |own: String| (strsim::jaro_winkler(name, &own), own);
    let best = names.map(|file| likeness(stem(file.path()))).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.85).map(|(_, own)| own)
}

pub(super) fn load(path: &Path) -> Result<LibraryEntry, FileError> {
    from_bytes(path, files::bytes(path))
}

/// Reads a scenario from a reader, with a limit on its size. `path` gives the scenario its name.
///
/// # Errors
/// Returns an error if reading fails. A readable text with a mistake is a [`LibraryEntry`] that contains the error.
pub fn from_reader(path: &Path, file: impl Read) -> Result<LibraryEntry, FileError> {
    from_bytes(path, files::all(file))
}

fn from_bytes(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<LibraryEntry, FileError> {
    let name = path.to_string_lossy();
    let bytes = bytes.map_err(|e| unreadable(&name, &e))?;
    // Only text can begin with a byte order mark.
    let marked = bytes.starts_with(b"\xef\xbb\xbf") || bytes.starts_with(b"\xff\xfe");
    let decoded =
        (marked || bytes.starts_with(b"\xfe\xff")).then(|| text::unicode(&bytes)).flatten();
    let bytes = decoded.as_ref().map_or(&*bytes, |text| text.as_bytes());
    if let Some(format) = ImportFormat::detect(bytes) {
        let scenario = import(path, format, bytes);
        return Ok(LibraryEntry {
            id: printable(&stem(path)),
            origin: Origin::File(path.to_owned()),
            text: scenario.as_ref().ok().and_then(|s| write(s).ok()).unwrap_or_default(),
            scenario,
        });
    }
    Ok(LibraryEntry::from_bytes(&stem(path), Origin::File(path.to_owned()), &name, bytes))
}

/// The program's folder for the files of its users: scenarios, journals and results.
#[cfg(not(unix))]
pub fn data_folder() -> Option<PathBuf> {
    Some(PathBuf::from("elenchus"))
}

/// The program's folder for the files of its users: scenarios, journals and results.
#[cfg(unix)]
pub fn data_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|base| base.data_dir().join("elenchus"))
}

/// The user's folder of scenarios.
pub fn user_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("scenarios"))
}

/// Returns `true` if a file can be a scenario or a record, judging by its name.
pub fn is_scenario(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Sorts chapters by their smallest `order`, and the scenarios of a chapter by `order`, then by name. Scenarios without
/// an order come last.
fn in_course_order(entries: &mut [LibraryEntry]) {
    let order = |entry: &LibraryEntry| {
        let order = entry.scenario.as_ref().ok().and_then(|scenario| scenario.order);
        order.unwrap_or(u32::MAX)
    };
    let mut first: HashMap<String, u32> = HashMap::new();
    for entry in entries.iter() {
        let least = first.entry(entry.chapter().to_owned()).or_insert(u32::MAX);
        *least = order(entry).min(*least);
    }
    entries.sort_by_cached_key(|entry| {
        let chapter = entry.chapter().to_owned();
        // Scenarios without a chapter come after all chapters that have an order.
        let place = first.get(&chapter).copied().unwrap_or(u32::MAX);
        (place, chapter.is_empty(), chapter, order(entry), entry.id.clone())
    });
}
