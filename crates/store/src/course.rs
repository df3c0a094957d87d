//! Courses: debates in an order, shown alone. A folder with a file `course.yaml` that lists them, a
//! folder without one, or a course that is part of the program.

use std::fmt;
use std::path::Path;

use elenchus_core::yaml;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::files;
use crate::library::{
    COURSE_INDEX, COURSES, LibraryEntry, Origin, in_folder, load, shipped_as, shipped_in,
};
use crate::{At, Fault, FileError, LessonQuestion, Spot, Words, fs};

/// Debates in an order.
#[derive(Clone, Debug)]
pub struct Course {
    /// What it is called.
    pub title: String,
    /// Its debates; one that is listed and not there is an entry with that error.
    pub entries: Vec<LibraryEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    title: Words,
    debates: Vec<At<Item>>,
}

/// A line of an index.
enum Item {
    /// A debate.
    Debate(Words),
    /// A question about the debate before it, or for the one after it.
    Question(LessonQuestion),
    /// Debates and questions under one heading.
    Lesson(Lesson),
}

struct Lesson {
    lesson: Words,
    debates: Vec<At<Item>>,
}

/// A line of an index that is not only a name, key by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexLine {
    lesson: Option<Words>,
    debates: Option<Vec<At<Item>>>,
    ask: Option<Words>,
    answer: Option<Words>,
    #[serde(default)]
    why: Words,
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemVisitor;
        impl<'de> Visitor<'de> for ItemVisitor {
            type Value = Item;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(ITEM)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Item, E> {
                Words::new(text).map(Item::Debate).map_err(E::custom)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
                match IndexLine::deserialize(MapAccessDeserializer::new(map))? {
                    IndexLine {
                        lesson: Some(lesson), debates: Some(debates), ask: None, ..
                    } => Ok(Item::Lesson(Lesson { lesson, debates })),
                    IndexLine {
                        ask: Some(ask), answer: Some(answer), why, lesson: None, ..
                    } => Ok(Item::Question(LessonQuestion { ask, answer, why })),
                    _ => Err(A::Error::custom(format!("expected {ITEM}"))),
                }
            }
        }
        deserializer.deserialize_any(ItemVisitor)
    }
}

/// What a line of an index may be.
const ITEM: &str = "the name of a file, a question (`ask:` and `answer:`), or a lesson (`lesson:` and \
                    `debates:`)";

/// Whether this is the name of a course rather than of a debate.
pub fn is_course(name: &str) -> bool {
    fs::is_folder(Path::new(name)) || COURSES.contains(&name)
}

/// The course of this name: a shipped one, or a folder.
///
/// # Errors
/// If there is none, or its index does not read.
pub fn course(name: &str) -> Result<Course, FileError> {
    let folder = Path::new(name);
    if fs::is_folder(folder) {
        return of_folder(folder);
    }
    if COURSES.contains(&name) {
        let title = "Exercises".to_owned();
        return Ok(Course { title, entries: shipped_in(name) });
    }
    let names = COURSES.join(", ");
    let message = format!("there is no such folder or course; the shipped courses are: {names}");
    Err(FileError::whole(name, message))
}

fn of_folder(folder: &Path) -> Result<Course, FileError> {
    let path = folder.join(COURSE_INDEX);
    let name = path.to_string_lossy().into_owned();
    let text = match files::text(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let own = folder.file_name().unwrap_or(folder.as_os_str());
            let title = crate::printable(&own.to_string_lossy());
            return Ok(Course { title, entries: in_folder(folder) });
        }
        Err(e) => return Err(files::unreadable(&name, &e)),
    };
    let index: Index = yaml::read(&text).map_err(|e| FileError::from_yaml(&name, &text, e))?;
    let mut entries = Vec::new();
    let at = |fault| FileError::at(&name, &text, fault);
    let mut waiting = None;
    listed(folder, (&name, &text), &index.debates, None, &mut waiting, &mut entries).map_err(at)?;
    if let Some((_, spot)) = waiting {
        return Err(at(Fault::at(spot, BESIDE)));
    }
    Ok(Course { title: index.title.to_string(), entries })
}

/// The debates of some lines of an index, each with the question that follows it and, where there are
/// two between debates or one before the first, the question before it; those of a lesson have its
/// heading. A question may wait for its debate.
fn listed(
    folder: &Path,
    index: (&str, &str),
    items: &[At<Item>],
    lesson: Option<&Words>,
    waiting: &mut Option<(LessonQuestion, Spot)>,
    entries: &mut Vec<LibraryEntry>,
) -> Result<(), Fault> {
    for item in items {
        match &item.value {
            Item::Debate(file) => {
                let file = At { value: file.clone(), spot: item.spot };
                let mut entry = entry(folder, index.0, index.1, &file);
                if let Ok(scenario) = &mut entry.scenario {
                    if let Some(lesson) = lesson {
                        scenario.chapter = lesson.clone();
                    }
                    if let Some((question, _)) = waiting.take() {
                        scenario.lesson.before = Some(question);
                    }
                }
                entries.push(entry);
            }
            Item::Question(question) => {
                let before = entries.last_mut().and_then(|entry| entry.scenario.as_mut().ok());
                match before.filter(|scenario| scenario.lesson.question.is_none()) {
                    Some(scenario) => scenario.lesson.question = Some(question.clone()),
                    None if waiting.is_none() => *waiting = Some((question.clone(), item.spot)),
                    None => return Err(item.wrong(BESIDE)),
                }
            }
            Item::Lesson(_) if lesson.is_some() => {
                return Err(item.wrong("a lesson cannot be part of another lesson"));
            }
            Item::Lesson(own) => {
                listed(folder, index, &own.debates, Some(&own.lesson), waiting, entries)?;
            }
        }
    }
    Ok(())
}

/// Where questions may stand.
const BESIDE: &str = "a debate that opens has one question after it, and before it one more";

/// A debate that an index lists.
fn entry(folder: &Path, index: &str, text: &str, debate: &At<Words>) -> LibraryEntry {
    let path = folder.join(&*debate.value);
    let faulty = |message: String| {
        let fault = Fault::at(debate.spot, message);
        LibraryEntry {
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
    if !fs::is_file(&path) {
        let mut message = format!("`{}` is listed here, but there is no such file", &*debate.value);
        if let Some(shipped) = shipped_as(&debate.value) {
            let path = crate::printable(&path.to_string_lossy());
            message +=
                &format!("; `elenchus convert {shipped} --out {path}` puts the shipped one there");
        }
        return faulty(message);
    }
    load(&path).unwrap_or_else(|e| faulty(e.message))
}
