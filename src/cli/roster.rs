//! A roster: the students of a course with their ids and e-mail addresses.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::scenario::{FileError, SafeText, files, text};

/// The file of the roster in the folder of a class.
const KEPT: &str = "roster.yaml";

/// A student of a roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RosterStudent {
    /// The full name.
    pub(super) name: String,
    /// The number or name by which a gradebook knows the student.
    pub(super) id: String,
    /// The e-mail address.
    pub(super) email: String,
}

/// The students of a course.
#[derive(Clone, Debug, Default)]
pub(super) struct Roster {
    pub(super) students: Vec<RosterStudent>,
    /// The place of the student with this name, id or address. `None` if two students have this name.
    places: BTreeMap<String, Option<usize>>,
}

/// What a column of a roster has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    FirstName,
    LastName,
    Id,
    Email,
}

impl Column {
    /// The column with this head. `None` for columns that a roster does not need.
    fn from_heading(head: &str) -> Option<Self> {
        let plain: String = head.chars().filter(|c| c.is_alphanumeric()).collect();
        Some(match plain.to_lowercase().as_str() {
            "name" | "fullname" | "student" | "studentname" | "player" => Self::Name,
            "firstname" | "givenname" => Self::FirstName,
            "lastname" | "surname" | "familyname" => Self::LastName,
            "id" | "idnumber" | "studentid" | "studentnumber" | "username" => Self::Id,
            "email" | "emailaddress" | "mail" => Self::Email,
            _ => return None,
        })
    }
}

impl Roster {
    /// Reads a roster: a CSV file whose first line names the columns `name`, `id` and `email`, or a list with
    /// a name on each line.
    ///
    /// # Errors
    /// The line and what is wrong with it.
    pub(super) fn read(path: &Path) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let text = files::text_by_hand(path).map_err(|e| files::unreadable(&name, &e))?;
        Self::parse(&text).map_err(|why| FileError::whole_file(&name, why))
    }

    /// The roster in the folder of a class. `None` if the class has none.
    pub(super) fn kept_in(folder: &Path) -> Result<Option<Self>, String> {
        let students: Option<Vec<RosterStudent>> = files::yaml(&folder.join(KEPT))?;
        students.map(|students| Self::new((1..).zip(students).collect())).transpose()
    }

    /// Keeps the roster in the folder of a class.
    ///
    /// # Errors
    /// If it cannot be written.
    #[cfg(feature = "class")]
    pub(super) fn keep_in(&self, folder: &Path) -> std::io::Result<()> {
        files::keep(&folder.join(KEPT), &self.students)
    }

    fn parse(content: &str) -> Result<Self, String> {
        let head = content.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let separator = [';', '\t'].into_iter().find(|&c| head.contains(c)).unwrap_or(',');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator as u8)
            .trim(csv::Trim::All)
            .from_reader(content.as_bytes());
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.map_err(|e| format!("this is no CSV: {e}"))?;
            let line = row.position().map_or(0, csv::Position::line);
            if row.iter().any(|cell| !cell.is_empty()) {
                rows.push((line, row));
            }
        }
        let columns: Vec<Option<Column>> = rows
            .first()
            .map(|(_, row)| row.iter().map(Column::from_heading).collect())
            .unwrap_or_default();
        let has = |column| columns.contains(&Some(column));
        if has(Column::Name) || has(Column::LastName) {
            let student = |row: &csv::StringRecord| {
                let cell = |column| {
                    let own = columns.iter().zip(row).filter(|(own, _)| **own == Some(column));
                    own.map(|(_, cell)| cell).collect::<Vec<_>>().join(" ")
                };
                let [name, first, last, id, email] =
                    [Column::Name, Column::FirstName, Column::LastName, Column::Id, Column::Email]
                        .map(cell);
                let name = if name.is_empty() { format!("{first} {last}") } else { name };
                RosterStudent { name, id, email }
            };
            return Self::new(rows[1..].iter().map(|(line, row)| (*line, student(row))).collect());
        }
        if columns.iter().any(Option::is_some) || content.contains('@') {
            return Err(
                "the first line must name the columns, such as `name,id,email`. There is no \
                        column `name`"
                    .into(),
            );
        }
        let lines = (1..).zip(content.lines()).filter(|(_, line)| !line.trim().is_empty());
        let student = |name: &str| RosterStudent { name: name.into(), ..RosterStudent::default() };
        Self::new(lines.map(|(line, name)| (line, student(name))).collect())
    }

    /// A roster of students, each with its line.
    ///
    /// # Errors
    /// If a student has no name, or two are the same.
    fn new(lines: Vec<(u64, RosterStudent)>) -> Result<Self, String> {
        if lines.is_empty() {
            return Err("this roster has no students. Write a name on each line".into());
        }
        let mut roster = Self::default();
        for (line, RosterStudent { name, id, email }) in lines {
            let clean = |value: &str| {
                let words = value.split_whitespace().collect::<Vec<_>>().join(" ");
                let safe = SafeText::new(&text::composed(&words));
                safe.map(|safe| safe.to_string()).map_err(|why| format!("line {line}: {why}"))
            };
            let student =
                RosterStudent { name: clean(&name)?, id: clean(&id)?, email: clean(&email)? };
            if student.name.is_empty() {
                return Err(format!("line {line}: this student has no name"));
            }
            roster.add(student).map_err(|why| format!("line {line}: {why}"))?;
        }
        Ok(roster)
    }

    fn add(&mut self, student: RosterStudent) -> Result<(), String> {
        let place = self.students.len();
        for (what, value) in [("id", &student.id), ("e-mail address", &student.email)] {
            if value.is_empty() {
                continue;
            }
            let before = self.places.insert(text::name_key(value), Some(place));
            if before.is_some_and(|before| before != Some(place)) {
                return Err(format!(
                    "`{value}` is in the roster twice. Give each student one {what}"
                ));
            }
        }
        let key = text::name_key(&student.name);
        let namesake = self.students.iter().find(|own| text::name_key(&own.name) == key);
        if let Some(other) = namesake
            && [other, &student].iter().any(|own| own.id.is_empty() && own.email.is_empty())
        {
            return Err(format!(
                "`{}` is in the roster twice. Give both students an id, or remove one",
                student.name
            ));
        }
        let only = namesake.is_none().then_some(place);
        self.places.insert(key, only);
        self.students.push(student);
        Ok(())
    }

    /// The student whom this text names: by the id, the address, or the name if no other student has it.
    pub(super) fn find(&self, player: &str) -> Option<&RosterStudent> {
        self.students.get((*self.places.get(&text::name_key(player))?)?)
    }
}
