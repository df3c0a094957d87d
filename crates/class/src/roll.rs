//! Who is in the class, in a small file: written whole before anybody is told.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rand::{Rng, RngExt};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::debate::SeatPlan;
use crate::name::{self, nobody};
use crate::scenario::lock::alone;
use crate::scenario::{Words, files, hex};

/// Letters and digits that nobody takes for one another, read out or written down.
const LETTERS: &[u8; 30] = b"ABCDEFGHJKLMNPQRSTUVWXYZ234567";
const CODE: usize = 6;
/// Stands for the teacher where a student's number is expected.
pub(crate) const TEACHER: usize = usize::MAX;
/// Stands for what a projector shows to all.
pub(crate) const PROJECTOR: usize = TEACHER - 1;

/// A class as it is kept. Keys of earlier versions are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Roll {
    /// What lets a student in.
    pub code: String,
    /// The key of the teacher's page.
    #[serde(default = "page_key")]
    pub teacher: String,
    /// The key of the projector's page.
    #[serde(default = "page_key")]
    pub projector: String,
    /// The students, in the order in which they came; their numbers name their folders.
    #[serde(default)]
    pub students: Vec<Pupil>,
    /// The debates on several machines.
    #[serde(default)]
    pub tables: Vec<Kept>,
    /// Whether nobody can do anything for a while.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub frozen: bool,
    /// Whether the ends of shared debates are kept back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holding: bool,
}

/// A student as they are kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pupil {
    /// Their name.
    pub name: Words,
    /// SHA-256 of each key that lets them come back. With none, the next who comes with the code has the
    /// name.
    #[serde(default, alias = "key", deserialize_with = "one_or_more")]
    pub keys: Vec<String>,
    /// Whether they are in the class.
    #[serde(default)]
    pub standing: Standing,
}

/// A list, or the one thing that stood there once.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        One(String),
        More(Vec<String>),
    }
    Ok(match Option::deserialize(from)? {
        None => Vec::new(),
        Some(Kept::One(key)) => vec![key],
        Some(Kept::More(keys)) => keys,
    })
}

/// Whether somebody is in the class. Whoever was keeps their number and their files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Standing {
    /// They are.
    #[default]
    In,
    /// The teacher took them out; they may come in anew.
    Out,
    /// The teacher took them out, and nobody comes in under this name.
    Blocked,
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

    /// What others read of them, if they are no student: a program has no name for students.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Free | Self::Student(_) => nobody::YET,
            Self::Teacher => nobody::TEACHER,
            Self::Program(_) => nobody::PROGRAM,
        }
    }

    /// Is it this student, or the teacher?
    pub(crate) fn is(&self, who: usize) -> bool {
        *self == if who == TEACHER { Self::Teacher } else { Self::Student(who) }
    }
}

/// A table as the class's file keeps it; its moves are in its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The library's name of its debate.
    pub debate: String,
    /// Who has the seats: Alice's, Bob's, the judge's.
    pub seats: [Holder; 3],
    /// The round of the trios that it is of, from 0, if it is one of theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// Whether its seats were shown its end, which is kept back no more then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
}

impl Roll {
    /// The class kept in a folder, or a new one if none is.
    ///
    /// # Errors
    /// If the file cannot be read or is no class; it is left as it is.
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

    /// Writes it; on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; the file is as it was then.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        files::keep(&file(folder), self)
    }

    /// The number of the student with this name, however it is written.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.position(|pupil| name::is_same(&pupil.name, name))
    }

    /// The number of the student with this key.
    pub(crate) fn find_key(&self, key: &str) -> Option<usize> {
        let kept = kept_of(key);
        self.position(|pupil| pupil.keys.contains(&kept))
    }

    fn position(&self, is: impl Fn(&Pupil) -> bool) -> Option<usize> {
        self.students.iter().position(|pupil| pupil.standing == Standing::In && is(pupil))
    }

    /// Does nobody come in under this name any more?
    pub(crate) fn is_blocked(&self, name: &str) -> bool {
        let blocked = |pupil: &&Pupil| pupil.standing == Standing::Blocked;
        self.students.iter().filter(blocked).any(|pupil| name::is_same(&pupil.name, name))
    }

    /// How many are in the class, here or not.
    pub(crate) fn size(&self) -> usize {
        self.students.iter().filter(|pupil| pupil.standing == Standing::In).count()
    }
}

/// What is said of what cannot be written.
pub(crate) fn unkept(error: io::Error) -> String {
    format!("this cannot be kept: {}", error.kind())
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
    if alone(&lock) {
        return Ok(lock);
    }
    Err(format!(
        "{}: another `elenchus class` has this class open; name another folder with --folder",
        folder.display()
    ))
}

/// A new code of a class.
pub(crate) fn new_code() -> String {
    let mut rng = rand::rng();
    (0..CODE).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// A new key of a page, which is kept as it is: it is read by who may read the code.
fn page_key() -> String {
    new_key().0
}

/// A new key, and what is kept of it.
pub(crate) fn new_key() -> (String, String) {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    let key = hex(bytes);
    let kept = kept_of(&key);
    (key, kept)
}

/// What is kept of a key: nobody who reads the file can come in by it.
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
        let mut roll = Roll::open(folder.path()).unwrap();
        assert_eq!(roll.code.len(), CODE);
        let mode = fs::metadata(file(folder.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "nobody else reads the code");
        let name = name::read("Ann Lee").unwrap();
        let keys = vec![kept_of("1")];
        roll.students.push(Pupil { name, keys, ..Pupil::default() });
        roll.write(folder.path()).unwrap();
        let again = Roll::open(folder.path()).unwrap();
        assert_eq!((again.code.clone(), again.find("ann lee")), (roll.code, Some(0)));
        assert_eq!(["0", "1"].map(|key| again.find_key(key)), [None, Some(0)]);
        // As older programs kept it.
        let old = "code: ABCDEF\nguarded: true\nstudents:\n- name: Ann\n  key: abc\n  consents: true\n\
                   - name: Ben\n  key: null\n";
        fs::write(file(folder.path()), old).unwrap();
        let old = Roll::open(folder.path()).unwrap();
        assert_eq!(old.students[0].keys, ["abc"]);
        assert!(old.students[1].keys.is_empty());
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
}
