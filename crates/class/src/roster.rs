//! The roster of a class, saved in a small file. A change is on the disk before anybody sees it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rand::{Rng, RngExt};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::debate::SeatPlan;
use crate::name::{self, nobody};
use crate::scenario::lock::lock_exclusive;
use crate::scenario::{SafeText, files, hex};

/// Letters and digits that nobody confuses with each other, in speech or in writing.
const LETTERS: &[u8; 30] = b"ABCDEFGHJKLMNPQRSTUVWXYZ234567";
const CODE: usize = 6;
/// The number that stands for the teacher where a student's number is expected.
pub(crate) const TEACHER: usize = usize::MAX;
/// The number that stands for the projector where a student's number is expected.
pub(crate) const PROJECTOR: usize = TEACHER - 1;

/// The content of the class's file. YAML keys of earlier versions are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Roster {
    /// The code with which students join.
    pub code: String,
    /// The key of the teacher's page.
    #[serde(default = "page_key")]
    pub teacher: String,
    /// The key of the projector's page.
    #[serde(default = "page_key")]
    pub projector: String,
    /// The students in the order in which they came. A student's number is the position in this list, and names the
    /// student's folder.
    #[serde(default)]
    pub students: Vec<RosterStudent>,
    #[serde(default)]
    pub tables: Vec<SavedTable>,
    /// `true` while the class is stopped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub frozen: bool,
    /// `true` while the ends of debates at tables are hidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holding: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RosterStudent {
    pub name: SafeText,
    /// The SHA-256 of each key of the student. If there is no key, the next student with the code can take this name.
    #[serde(default, alias = "key", deserialize_with = "one_or_more")]
    pub keys: Vec<String>,
    #[serde(default)]
    pub standing: Membership,
}

/// Parses a list of keys, or the single key of earlier versions.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum SavedTable {
        One(String),
        More(Vec<String>),
    }
    Ok(match Option::deserialize(from)? {
        None => Vec::new(),
        Some(SavedTable::One(key)) => vec![key],
        Some(SavedTable::More(keys)) => keys,
    })
}

/// The membership of a student. A former member keeps the number and the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Membership {
    #[default]
    In,
    /// Removed by the teacher. The student may join again as somebody new.
    Out,
    /// Removed by the teacher, and nobody may join under this name.
    Blocked,
}

/// The holder of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatHolder {
    /// Nobody so far.
    #[default]
    Free,
    /// The student with this number.
    Student(usize),
    Teacher,
    /// The strategy with this name.
    Program(String),
}

impl SeatHolder {
    /// The [`SeatPlan`] with which a debate gives the seat to this holder.
    pub(crate) fn plan(&self) -> SeatPlan {
        match self {
            Self::Program(written) => SeatPlan::Program(written.clone()),
            Self::Free | Self::Student(_) | Self::Teacher => SeatPlan::Human,
        }
    }

    /// The word for a holder who is not a student. Students do not see the name of a program.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Free | Self::Student(_) => nobody::YET,
            Self::Teacher => nobody::TEACHER,
            Self::Program(_) => nobody::PROGRAM,
        }
    }

    /// Returns `true` if the holder is the student with this number. The number can also be [`TEACHER`].
    pub(crate) fn is(&self, who: usize) -> bool {
        *self == if who == TEACHER { Self::Teacher } else { Self::Student(who) }
    }
}

/// A table, as saved. Its moves are in its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedTable {
    /// The id of the table's debate in the library.
    pub debate: String,
    /// The holders of the seats of Alice, Bob and the judge.
    pub seats: [SeatHolder; 3],
    /// The round in which trios play at this table, counted from 0. `None` for other tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// `true` once the players may see the end of the debate. An end that was shown is not hidden again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
}

impl Roster {
    /// Opens the class in a folder, or makes a new one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a class. The file stays as it is.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let path = file(folder);
        if let Some(roll) = files::yaml(&path)? {
            return Ok(roll);
        }
        let (teacher, projector) = (page_key(), page_key());
        let roll = Self { code: new_code(), teacher, projector, ..Self::default() };
        roll.write(folder).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(roll)
    }

    /// Writes the file, and waits until it is on the disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. Then the old file stays.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        files::keep(&file(folder), self)
    }

    /// The number of the student with this name. Capital letters do not matter.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.position(|pupil| name::is_same(&pupil.name, name))
    }

    /// The number of the student with this key.
    pub(crate) fn find_key(&self, key: &str) -> Option<usize> {
        let kept = kept_of(key);
        self.position(|pupil| pupil.keys.contains(&kept))
    }

    fn position(&self, is: impl Fn(&RosterStudent) -> bool) -> Option<usize> {
        self.students.iter().position(|pupil| pupil.standing == Membership::In && is(pupil))
    }

    pub(crate) fn is_blocked(&self, name: &str) -> bool {
        let blocked = |pupil: &&RosterStudent| pupil.standing == Membership::Blocked;
        self.students.iter().filter(blocked).any(|pupil| name::is_same(&pupil.name, name))
    }

    /// The number of students in the class, connected or not.
    pub(crate) fn size(&self) -> usize {
        self.students.iter().filter(|pupil| pupil.standing == Membership::In).count()
    }
}

/// The message that a change could not be saved.
pub(crate) fn unkept(error: io::Error) -> String {
    format!("this cannot be saved: {}", error.kind())
}

fn file(folder: &Path) -> PathBuf {
    folder.join("class.yaml")
}

/// Locks a folder for this program until the returned file is closed.
///
/// # Errors
/// Returns an error if another program has locked the folder.
pub(crate) fn lock(folder: &Path) -> Result<File, String> {
    let problem = |e: io::Error| format!("{}: {e}", folder.display());
    fs::create_dir_all(folder).map_err(problem)?;
    let lock = File::create(folder.join("class.lock")).map_err(problem)?;
    if lock_exclusive(&lock) {
        return Ok(lock);
    }
    Err(format!(
        "{}: another `elenchus class` has this class open. Choose another folder with --folder",
        folder.display()
    ))
}

pub(crate) fn new_code() -> String {
    let mut rng = rand::rng();
    (0..CODE).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// A new key for a page. It is saved without a hash, because anyone who can read it can also read the code.
fn page_key() -> String {
    new_key().0
}

/// A new key for a student, and its saved form.
pub(crate) fn new_key() -> (String, String) {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    let key = hex(bytes);
    let kept = kept_of(&key);
    (key, kept)
}

/// The saved form of a key: a hash, so that nobody can join with the content of the file.
pub(crate) fn kept_of(key: &str) -> String {
    hex(Sha256::digest(key.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_class_is_there_again_and_a_broken_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut roll = Roster::open(folder.path()).unwrap();
        assert_eq!(roll.code.len(), CODE);
        let mode = fs::metadata(file(folder.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "nobody else reads the code");
        let name = name::read("Ann Lee").unwrap();
        let keys = vec![kept_of("1")];
        roll.students.push(RosterStudent { name, keys, ..RosterStudent::default() });
        roll.write(folder.path()).unwrap();
        let again = Roster::open(folder.path()).unwrap();
        assert_eq!((again.code.clone(), again.find("ann lee")), (roll.code, Some(0)));
        assert_eq!(["0", "1"].map(|key| again.find_key(key)), [None, Some(0)]);
        // A file of an earlier version.
        let old = "code: ABCDEF\nguarded: true\nstudents:\n- name: Ann\n  key: abc\n  consents: true\n\
                   - name: Ben\n  key: null\n";
        fs::write(file(folder.path()), old).unwrap();
        let old = Roster::open(folder.path()).unwrap();
        assert_eq!(old.students[0].keys, ["abc"]);
        assert!(old.students[1].keys.is_empty());
        fs::write(file(folder.path()), "code: [").unwrap();
        assert!(Roster::open(folder.path()).unwrap_err().contains("class.yaml"));
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
}
