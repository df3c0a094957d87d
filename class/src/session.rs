//! A class: who is in it, what it plays, and where that is kept.

use std::fs::File;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::guesses::Guesses;
use crate::hall::Hall;
use crate::members::Members;
use crate::roll::{self, Holder, Kept, Pupil, Roll};
use crate::rules::Seat;
use crate::scenario::journal::replace;
use crate::scenario::library::{self, Entry};
use crate::student::Shared;
use crate::table::{self, Table};
use crate::tui::chair::Source;
use crate::wire::{self, Hello, Wrong};
use crate::works::Works;

/// No class has more students.
const MOST: usize = 250;
/// No class has more tables.
const MOST_TABLES: usize = 100;
/// What a class begins with.
#[derive(Debug)]
pub struct Setup {
    /// The debates to choose from.
    pub entries: Vec<Entry>,
    /// Where everything of the class is kept.
    pub folder: PathBuf,
    /// Names of this machine, besides its numbers, under which students may ask.
    pub hosts: Vec<String>,
    /// Makes a table of results, as CSV, of all records in these folders.
    pub grading: Grading,
}

/// Makes a table of results, as CSV, of all records in these folders; or says what is wrong.
pub type Grading = fn(&[PathBuf]) -> Result<String, String>;

/// A class.
#[derive(Debug)]
pub struct Class {
    pub(crate) entries: Arc<[Entry]>,
    pub(crate) folder: PathBuf,
    pub(crate) hosts: Vec<String>,
    pub(crate) members: Arc<Members>,
    pub(crate) shared: Shared,
    roll: Mutex<Roll>,
    tables: Mutex<Vec<Arc<Table>>>,
    /// Makes a table of results of the folders of archives, as CSV.
    grading: Grading,
    guesses: Mutex<Guesses>,
    _lock: File,
}

/// Why somebody is not let in: what is wrong, and words for it.
pub(crate) type Refusal = (Wrong, String);

impl Class {
    /// The class kept in a folder, or a new one.
    ///
    /// # Errors
    /// If the folder is another program's, cannot be written, or holds something else.
    pub fn open(setup: Setup) -> Result<Arc<Self>, String> {
        let Setup { entries, folder, hosts, grading } = setup;
        let lock = roll::lock(&folder)?;
        let roll = Roll::open(&folder)?;
        let threads = |e: std::io::Error| format!("no thread could be started: {e}");
        let names = roll.students.iter().map(|pupil| pupil.name.to_string()).collect();
        let members = Arc::new(Members::new(names));
        let shared = Shared {
            hall: Hall::open().map_err(threads)?,
            works: Works::open().map_err(threads)?,
            switches: Arc::clone(&members.switches),
        };
        let class = Arc::new(Self {
            entries: entries.into(),
            folder,
            hosts,
            members,
            shared,
            roll: Mutex::new(roll),
            tables: Mutex::default(),
            grading,
            guesses: Mutex::default(),
            _lock: lock,
        });
        let kept = class.roll().tables.clone();
        for (number, Kept { debate, seats }) in kept.into_iter().enumerate() {
            let table = class.open_table(number, &debate, seats)?;
            class.all_tables().push(table);
        }
        Ok(class)
    }

    fn open_table(
        self: &Arc<Self>,
        number: usize,
        debate: &str,
        seats: [Holder; 3],
    ) -> Result<Arc<Table>, String> {
        let found = self.entries.iter().find(|entry| entry.id == debate);
        let entry = found.cloned().map_or_else(|| library::find(debate), Ok);
        let entry = entry.map_err(|e| e.to_string())?;
        let folder = table::folder(&self.folder, number);
        let table = Table::open(Arc::downgrade(&self.members), number, &entry, seats, &folder);
        table.map(Arc::new).map_err(|e| format!("table {}: {e}", number + 1))
    }

    /// Opens a table for a debate, with all its seats free.
    ///
    /// # Errors
    /// If there is no such debate, it cannot be played, or the table cannot be kept.
    pub fn add_table(self: &Arc<Self>, debate: &str) -> Result<(), String> {
        let mut roll = self.roll();
        if roll.tables.len() >= MOST_TABLES {
            return Err(format!("there are {MOST_TABLES} tables already"));
        }
        let seats: [Holder; 3] = Default::default();
        let table = self.open_table(roll.tables.len(), debate, seats.clone())?;
        roll.tables.push(Kept { debate: debate.to_owned(), seats });
        if let Err(e) = roll.write(&self.folder) {
            roll.tables.pop();
            return Err(format!("this cannot be kept: {}", e.kind()));
        }
        self.all_tables().push(table);
        drop(roll);
        self.members.call_all();
        Ok(())
    }

    fn all_tables(&self) -> MutexGuard<'_, Vec<Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables, in the order in which they were opened.
    pub(crate) fn tables(&self) -> Vec<Arc<Table>> {
        self.all_tables().clone()
    }

    /// A student takes a seat that is free, or comes back to their own.
    pub(crate) fn sit(&self, table: &Table, seat: Seat, who: usize) -> Result<(), String> {
        let mut roll = self.roll();
        let holders = table.holders();
        match &holders[seat.index()] {
            Holder::Student(number) if *number == who => return Ok(()),
            Holder::Free => {}
            _ if !holders.contains(&Holder::Free) => {
                return Err("this table is full: take another, or ask the teacher".into());
            }
            _ => return Err("this seat is taken: another one is free".into()),
        }
        if holders.contains(&Holder::Student(who)) {
            return Err("you have a seat at this table: you would see what it hides".into());
        }
        self.note_seat(&mut roll, table, seat, Holder::Student(who))
    }

    /// Gives a seat to somebody, whoever has it.
    ///
    /// # Errors
    /// If a program thinks there just now, the seat has no such strategy, or it cannot be kept.
    pub(crate) fn give(&self, table: &Table, seat: Seat, to: Holder) -> Result<(), String> {
        self.note_seat(&mut self.roll(), table, seat, to)
    }

    fn note_seat(
        &self,
        roll: &mut Roll,
        table: &Table,
        seat: Seat,
        to: Holder,
    ) -> Result<(), String> {
        let (at, before) = (table.number(), table.holders()[seat.index()].clone());
        // On the disk before anybody plays by it.
        roll.tables[at].seats[seat.index()] = to.clone();
        let written = roll.write(&self.folder);
        let given = match &written {
            Ok(()) => table.give(seat, to),
            Err(e) => Err(format!("this cannot be kept: {}", e.kind())),
        };
        if given.is_err() {
            roll.tables[at].seats[seat.index()] = before;
            // The next that is kept is right again.
            let _ = written.and_then(|()| roll.write(&self.folder));
        }
        self.members.call_all();
        given
    }

    /// Lets the next who comes with the code have a student's name: they lost their key.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn free_name(&self, number: usize) -> Result<(), String> {
        let mut roll = self.roll();
        let Some(pupil) = roll.students.get_mut(number) else { return Ok(()) };
        pupil.key = None;
        roll.write(&self.folder).map_err(|e| format!("this cannot be kept: {}", e.kind()))
    }

    /// Keeps the ends of shared debates back from now on, or shows all of them.
    pub(crate) fn hold(&self, held: bool) {
        self.members.switches.holding.set(held);
        if !held {
            self.tables().iter().for_each(|table| table.reveal());
        }
    }

    /// Sends everybody who came to a debate.
    pub(crate) fn push(&self, debate: &Entry) {
        self.members.students().iter().for_each(|student| student.send_to(debate));
    }

    /// What lets a student in.
    pub fn code(&self) -> String {
        self.roll().code.clone()
    }

    fn roll(&self) -> MutexGuard<'_, Roll> {
        self.roll.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what everybody played to a file, graded; returns its path.
    ///
    /// # Errors
    /// What does not read, or why it cannot be written.
    pub fn write_results(&self) -> Result<PathBuf, String> {
        let archives =
            (0..self.members.size()).map(|n| student_folder(&self.folder, n).join("archive"));
        let archives: Vec<PathBuf> = archives.filter(|folder| folder.is_dir()).collect();
        let path = self.folder.join("results.csv");
        let csv = (self.grading)(&archives)?;
        replace(&path, csv.as_bytes()).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// Lets a student in, or back in; returns their number, and the key for the next time.
    pub(crate) fn admit(&self, hello: &Hello, from: IpAddr) -> Result<(usize, String), Refusal> {
        if hello.version != wire::version() {
            let words = "this page is of another version of the class: load it again \
                         (from a terminal: use the same elenchus as the teacher)";
            return Err((Wrong::Version, words.into()));
        }
        let name = roll::name(&hello.name).map_err(|words| (Wrong::Name, words))?;
        let mut roll = self.roll();
        let number = roll.find(&name);
        if let (Some(number), Some(key)) = (number, &hello.key) {
            if roll.students[number].key == Some(roll::kept_of(key)) {
                return Ok((number, key.clone()));
            }
            if hello.code.is_empty() {
                let words = "this key is not good any more: come in with the class's code";
                return Err((Wrong::Key, words.into()));
            }
        }
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        let checked = guesses.check(&hello.code, &roll.code, from);
        drop(guesses);
        checked.map_err(|words| (Wrong::Code, words))?;
        let (key, kept) = roll::new_key();
        let before = roll.clone();
        let number = match number {
            Some(number) if roll.students[number].key.is_some() => {
                let words = format!(
                    "{} is in the class already: take another name, or ask the teacher to give \
                     you this one",
                    &*roll.students[number].name
                );
                return Err((Wrong::Name, words));
            }
            Some(number) => {
                roll.students[number].key = Some(kept);
                number
            }
            None if roll.students.len() >= MOST => {
                return Err((Wrong::Full, format!("the class is full: {MOST} students")));
            }
            None => {
                roll.students.push(Pupil { name: name.clone(), key: Some(kept) });
                roll.students.len() - 1
            }
        };
        if let Err(e) = roll.write(&self.folder) {
            *roll = before;
            return Err((Wrong::Full, format!("the class cannot take anybody in: {}", e.kind())));
        }
        self.members.is_called(number, &name);
        Ok((number, key))
    }
}

/// The folder of what a student plays.
pub(crate) fn student_folder(class: &Path, number: usize) -> PathBuf {
    class.join("students").join(format!("{number:03}"))
}
