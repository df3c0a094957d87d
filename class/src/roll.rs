//! Who is in the class, in a small file: written whole before anybody is told.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::debate::SeatPlan;
use crate::scenario::journal::replace;
use crate::scenario::{Words, files};
use crate::yaml;

/// Letters and digits that nobody takes for one another, read out or written down.
const LETTERS: &[u8; 30] = b"ABCDEFGHJKLMNPQRSTUVWXYZ234567";
const CODE: usize = 6;
/// No name has more characters.
const LONGEST_NAME: usize = 24;
/// Stands for the teacher where a student's number is expected.
pub(crate) const TEACHER: usize = usize::MAX;

/// A class as it is kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Roll {
    /// What lets a student in.
    pub code: String,
    /// The students, in the order in which they came; their numbers name their folders.
    #[serde(default)]
    pub students: Vec<Pupil>,
    /// The debates on several machines.
    #[serde(default)]
    pub tables: Vec<Kept>,
}

/// A student as they are kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pupil {
    /// Their name.
    pub name: Words,
    /// SHA-256 of the key that lets them come back; none if the next to come has the name.
    #[serde(default)]
    pub key: Option<String>,
}

/// Who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holder {
    /// Nobody yet.
    #[default]
    Free,
    /// The student with this number.
    Student(usize),
    /// The teacher.
    Teacher,
    /// A strategy.
    Program(String),
}

impl Holder {
    /// Who plays there, as a debate knows it.
    pub(crate) fn plan(&self) -> SeatPlan {
        match self {
            Self::Program(written) => SeatPlan::Program(written.clone()),
            Self::Free | Self::Student(_) | Self::Teacher => SeatPlan::Human,
        }
    }

    /// Is it this student, or the teacher?
    pub(crate) fn is(&self, who: usize) -> bool {
        *self == if who == TEACHER { Self::Teacher } else { Self::Student(who) }
    }
}

/// A table as the class's file keeps it; its moves are in its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    /// The library's name of its debate.
    pub debate: String,
    /// Who has the seats: Alice's, Bob's, the judge's.
    pub seats: [Holder; 3],
}

impl Roll {
    /// The class kept in a folder, or a new one if none is.
    ///
    /// # Errors
    /// If the file cannot be read or is no class; it is left as it is.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let path = file(folder);
        let problem = |e: String| format!("{}: {e}", path.display());
        match files::text(&path) {
            Ok(text) => yaml::read(&text).map_err(|e| problem(e.to_string())),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let mut rng = rand::rng();
                let letter = |_| char::from(LETTERS[rng.random_range(0..LETTERS.len())]);
                let roll = Self { code: (0..CODE).map(letter).collect(), ..Self::default() };
                roll.write(folder).map_err(|e| problem(e.to_string()))?;
                Ok(roll)
            }
            Err(e) => Err(problem(e.to_string())),
        }
    }

    /// Writes it; on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; the file is as it was then.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let text = serde_yaml::to_string(self).map_err(io::Error::other)?;
        replace(&file(folder), text.as_bytes())
    }

    /// The number of the student with this name, however it is written.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        self.students.iter().position(|pupil| pupil.name.to_lowercase() == name)
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("class.yaml")
}

/// Keeps a folder for this program alone, as long as the file is open.
///
/// # Errors
/// If another has it.
pub(crate) fn lock(folder: &Path) -> Result<File, String> {
    let problem = |e: io::Error| format!("{}: {e}", folder.display());
    fs::create_dir_all(folder).map_err(problem)?;
    let lock = File::create(folder.join("class.lock")).map_err(problem)?;
    match lock.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(format!(
            "{}: another `elenchus class` has this class open; name another folder with --folder",
            folder.display()
        )),
        // Where files cannot be locked, one has to do without.
        _ => Ok(lock),
    }
}

/// A new key, and what is kept of it.
pub(crate) fn new_key() -> (String, String) {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let kept = kept_of(&key);
    (key, kept)
}

/// What is kept of a key: nobody who reads the file can come in by it.
pub(crate) fn kept_of(key: &str) -> String {
    Sha256::digest(key.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name that can be shown.
///
/// # Errors
/// What is wrong with it, in words for who gave it.
pub(crate) fn name(text: &str) -> Result<Words, String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err("give a name".into());
    }
    if text.chars().count() > LONGEST_NAME {
        return Err(format!("a name has at most {LONGEST_NAME} characters"));
    }
    if !text.chars().any(char::is_alphanumeric) || text.contains(['\u{200b}', '\u{feff}']) {
        return Err("this cannot be a name: write letters and digits".into());
    }
    Words::new(&text).map_err(|_| "this cannot be a name: write letters and digits".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_there_again_and_a_broken_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut roll = Roll::open(folder.path()).unwrap();
        assert_eq!(roll.code.len(), CODE);
        let key = Some(new_key().1);
        roll.students.push(Pupil { name: name("  Ann  Lee ").unwrap(), key });
        roll.write(folder.path()).unwrap();
        let again = Roll::open(folder.path()).unwrap();
        assert_eq!((again.code.clone(), again.find("ann lee")), (roll.code, Some(0)));
        fs::write(file(folder.path()), "code: [").unwrap();
        assert!(Roll::open(folder.path()).unwrap_err().contains("class.yaml"));
        assert_eq!(fs::read_to_string(file(folder.path())).unwrap(), "code: [");
    }

    #[test]
    fn two_programs_do_not_share_a_class() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock(folder.path()).unwrap();
        assert!(lock(folder.path()).unwrap_err().contains("--folder"));
        drop(first);
        assert!(lock(folder.path()).is_ok());
    }

    #[test]
    fn names_are_bounded_and_can_be_shown() {
        for bad in ["", "   ", "\u{1b}[31m", "a\u{202e}b", "---", "x\u{200b}"] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert!(name(&"x".repeat(25)).is_err());
        assert_eq!(&*name("Zoë O’Hara-2").unwrap(), "Zoë O’Hara-2");
    }
}
