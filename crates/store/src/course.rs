//! Courses: debates in a fixed order, without the rest of the library. A course is a shipped one, a folder
//! whose `course.yaml` lists its debates, or a folder without this file. The list can name shipped scenarios.

use std::fmt;
use std::path::{Path, PathBuf};

use elenchus_core::yaml;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::files;
use crate::library::{
    COURSE_INDEX, COURSES, LibraryEntry, Origin, in_folder, load, shipped_in, shipped_one,
};
use crate::{FileError, LessonQuestion, Located, SafeText, Spot, YamlError, fs, text};

/// Debates in a fixed order.
#[derive(Clone, Debug)]
pub struct Course {
    /// The title.
    pub title: String,
    /// The debates. A listed debate that does not exist is an entry with an error.
    pub entries: Vec<LibraryEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    title: SafeText,
    debates: Vec<Located<Item>>,
}

/// A line of an index.
enum Item {
    /// A debate.
    Debate(SafeText),
    /// A question. It is about the debate before it or the debate after it.
    Question(LessonQuestion),
    /// Debates and questions under one heading.
    Lesson(Lesson),
}

struct Lesson {
    lesson: SafeText,
    debates: Vec<Located<Item>>,
}

/// The keys of an index line that is more than a name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexLine {
    lesson: Option<SafeText>,
    debates: Option<Vec<Located<Item>>>,
    ask: Option<SafeText>,
    answer: Option<SafeText>,
    #[serde(default)]
    why: SafeText,
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
                SafeText::new(text).map(Item::Debate).map_err(E::custom)
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

/// The forms of an index line, for error messages.
const ITEM: &str = "the name of a file or of a shipped scenario, a question (`ask:` and `answer:`), or a lesson (`lesson:` and \
                    `debates:`)";

/// Returns `true` if this is the name of a course, not of a debate.
pub fn is_course(name: &str) -> bool {
    fs::is_folder(Path::new(name)) || COURSES.contains(&name)
}

/// Reads the course of this name: a shipped one, or a folder.
///
/// # Errors
/// Returns an error if there is no such course, or if its index is wrong.
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
    let message = format!("there is no such folder or course. The shipped courses are: {names}");
    Err(FileError::whole_file(name, message))
}

fn of_folder(folder: &Path) -> Result<Course, FileError> {
    let path = folder.join(COURSE_INDEX);
    let name = path.to_string_lossy().into_owned();
    let text = match files::text_by_hand(&path) {
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
        return Err(at(YamlError::at(spot, BESIDE)));
    }
    Ok(Course { title: index.title.to_string(), entries })
}

/// Adds the debates of some index lines to `entries`. A question belongs to the debate before it. The second of two
/// questions, or a question before the first debate, belongs to the next debate. Until then, `waiting` holds it. The
/// debates of a lesson get the lesson's heading as their chapter.
fn listed(
    folder: &Path,
    index: (&str, &str),
    items: &[Located<Item>],
    lesson: Option<&SafeText>,
    waiting: &mut Option<(LessonQuestion, Spot)>,
    entries: &mut Vec<LibraryEntry>,
) -> Result<(), YamlError> {
    for item in items {
        match &item.value {
            Item::Debate(file) => {
                let file = Located { value: file.clone(), spot: item.spot };
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

/// The rule about the order of questions and debates, for error messages.
const BESIDE: &str =
    "a debate can have one question before it and one after it, and must open without an error";

/// The file with this name in a folder. Some systems write the accents of a file name as characters of their
/// own.
fn named_in(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    if fs::is_file(&path) || name.is_ascii() {
        return path;
    }
    let alike = |own: &PathBuf| {
        let own = own.strip_prefix(folder).unwrap_or(own).to_string_lossy();
        text::composed(&own) == text::composed(name)
    };
    fs::list(path.parent().unwrap_or(folder)).into_iter().find(alike).unwrap_or(path)
}

/// Reads a debate that an index lists.
fn entry(folder: &Path, index: &str, text: &str, debate: &Located<SafeText>) -> LibraryEntry {
    let path = named_in(folder, &debate.value);
    let faulty = |message: String| {
        let fault = YamlError::at(debate.spot, message);
        LibraryEntry {
            id: debate.value.to_string(),
            origin: Origin::File(path.clone()),
            text: String::new(),
            scenario: Err(FileError::at(index, text, fault)),
        }
    };
    // An index names only files of its own folder, so that a copied course is complete.
    let inside = Path::new(&*debate.value)
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
    if !inside {
        return faulty(format!("`{}` is not in the folder of the course", &*debate.value));
    }
    if !fs::is_file(&path) {
        let none = || {
            let name = &*debate.value;
            faulty(format!(
                "`{name}` is listed here, but no file or shipped scenario has this name"
            ))
        };
        return shipped_one(&debate.value).unwrap_or_else(none);
    }
    load(&path).unwrap_or_else(|e| faulty(e.message))
}
