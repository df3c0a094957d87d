//! A class: who is in it, what it plays, and where that is kept.

use std::collections::HashSet;
use std::fs::File;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;

use parking_lot::{Mutex, RwLockUpgradableReadGuard as ToChange};

use crate::ballot::Ballot;
use crate::door::Door;
use crate::hall::Hall;
use crate::marks::Marks;
use crate::members::Members;
use crate::name;
use crate::roll::{self, Holder, Kept, PROJECTOR, Pupil, Roll, Standing, TEACHER};
use crate::rules::Seat;
use crate::scenario::Words;
use crate::scenario::journal::replace;
use crate::scenario::library::{self, LibraryEntry};
use crate::show::Projected;
use crate::student::{Seen, Shared};
use crate::table::{self, ClassTable};
use crate::tui::chair::Source;
use crate::tui::screen::open_entry;
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
    pub entries: Arc<[LibraryEntry]>,
    /// Where everything of the class is kept.
    pub folder: PathBuf,
    /// Names of this machine, besides its numbers, under which students may ask.
    pub hosts: Vec<String>,
    /// Servers that pass students on: of these alone it is believed where a student comes from.
    pub proxies: Vec<IpAddr>,
    /// Makes a table of results, as CSV, of all records in these folders.
    pub grading: Grading,
}

/// Makes a table of results, as CSV, of all records in these folders, each with the name of whose they
/// are, against the debates that were handed out; or says what is wrong.
pub type Grading = fn(&[(PathBuf, String)], &[LibraryEntry]) -> Result<String, String>;

/// A class.
pub struct Class {
    pub(crate) setup: Setup,
    /// Who is in it.
    pub(crate) members: Arc<Members>,
    /// What the screens of students share.
    pub(crate) shared: Arc<Shared>,
    tables: Mutex<Vec<Arc<ClassTable>>>,
    door: Mutex<Door>,
    /// What everybody has played, as it was graded last.
    marks: Mutex<Marks>,
    /// How students write the class's address, once it is served.
    pub(crate) address: OnceLock<String>,
    /// What the projector shows.
    pub(crate) shown: Mutex<Projected>,
    /// Of which tables, seats and students nothing is left to be kept.
    ended: Mutex<HashSet<(usize, Seat, usize)>>,
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
        let folder = &setup.folder;
        let lock = roll::lock(folder)?;
        let roll = Roll::open(folder)?;
        let threads = |e: std::io::Error| format!("no thread could be started: {e}");
        let shared = Shared {
            hall: Hall::open().map_err(threads)?,
            works: Works::open().map_err(threads)?,
            ballot: Ballot::open(folder)?,
            frozen: roll.frozen.into(),
        };
        let kept = roll.tables.clone();
        let class = Arc::new(Self {
            members: Arc::new(Members::new(folder, roll)),
            shared: Arc::new(shared),
            tables: Mutex::default(),
            door: Mutex::default(),
            marks: Mutex::default(),
            address: OnceLock::new(),
            shown: Mutex::default(),
            ended: Mutex::default(),
            setup,
            _lock: lock,
        });
        for (number, Kept { debate, seats, revealed, .. }) in kept.into_iter().enumerate() {
            let table = class.open_table(number, &debate, seats)?;
            if revealed {
                table.reveal();
            }
            class.tables.lock().push(table);
        }
        Ok(class)
    }

    fn open_table(
        &self,
        number: usize,
        debate: &str,
        seats: [Holder; 3],
    ) -> Result<Arc<ClassTable>, String> {
        let found = self.setup.entries.iter().find(|entry| entry.id == debate);
        let entry = found.cloned().map_or_else(|| library::find(debate), Ok);
        let entry = entry.map_err(|e| e.to_string())?;
        let folder = table::folder(&self.setup.folder, number);
        let table = ClassTable::open(Arc::downgrade(&self.members), number, &entry, seats, &folder);
        table.map(Arc::new).map_err(|e| format!("table {}: {e}", number + 1))
    }

    /// Opens a table for a debate, with all its seats free.
    ///
    /// # Errors
    /// If there is no such debate, it cannot be played, or the table cannot be kept.
    pub fn add_table(&self, debate: &str) -> Result<(), String> {
        self.seat(debate, Default::default(), None).map(drop)
    }

    /// Opens a table with these in its seats, as one of a round of the trios if it is.
    ///
    /// # Errors
    /// As [`Class::add_table`].
    pub(crate) fn seat(
        &self,
        debate: &str,
        seats: [Holder; 3],
        round: Option<usize>,
    ) -> Result<Arc<ClassTable>, String> {
        let mut roll = self.members.roll().upgradable_read();
        if roll.tables.len() >= MOST_TABLES {
            return Err(format!("there are {MOST_TABLES} tables already"));
        }
        let table = self.open_table(roll.tables.len(), debate, seats.clone())?;
        let kept = Kept { debate: debate.to_owned(), seats, round, revealed: false };
        self.members.change(&mut roll, |roll| roll.tables.push(kept))?;
        self.tables.lock().push(Arc::clone(&table));
        drop(roll);
        self.members.call_all();
        Ok(table)
    }

    /// The tables, in the order in which they were opened.
    pub(crate) fn tables(&self) -> Vec<Arc<ClassTable>> {
        self.tables.lock().clone()
    }

    /// A student takes a seat that is free, or comes back to their own.
    pub(crate) fn sit(&self, table: &ClassTable, seat: Seat, who: usize) -> Result<(), String> {
        let mut roll = self.members.roll().upgradable_read();
        let holders = table.holders();
        match &holders[seat.index()] {
            Holder::Student(number) if *number == who => return Ok(()),
            // Its end would be a record of somebody who did not play.
            _ if table.progress().0 => return Err("this debate is over: take another table".into()),
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
    /// If the debate is over, a program thinks there just now, the seat has no such strategy, or it cannot be
    /// kept.
    pub(crate) fn give(&self, table: &ClassTable, seat: Seat, to: Holder) -> Result<(), String> {
        self.note_seat(&mut self.members.roll().upgradable_read(), table, seat, to)
    }

    fn note_seat(
        &self,
        roll: &mut ToChange<'_, Roll>,
        table: &ClassTable,
        seat: Seat,
        to: Holder,
    ) -> Result<(), String> {
        // Who played it stays told.
        if table.progress().0 {
            return Err("this debate is over: its seats stay those of who played it".into());
        }
        let held = |roll: &mut ToChange<'_, Roll>, holder: Holder| {
            let set = |roll: &mut Roll| roll.tables[table.number()].seats[seat.index()] = holder;
            self.members.change(roll, set)
        };
        let was = roll.tables[table.number()].seats[seat.index()].clone();
        // On the disk before anybody plays by it.
        held(roll, to.clone())?;
        let given = table.give(seat, to);
        if given.is_err() {
            // What is on the disk is right again, unless nothing can be written there.
            let _ = held(roll, was);
        }
        self.members.call_all();
        given
    }

    /// Lets the next who comes with the code have a student's name: they lost their key, which is good no
    /// more.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn free_name(&self, number: usize) -> Result<(), String> {
        self.set(|roll| roll.students[number].keys.clear())
    }

    /// Gives a student another name.
    ///
    /// # Errors
    /// If it is no name, somebody else's, or cannot be kept.
    pub(crate) fn rename(&self, number: usize, name: &str) -> Result<(), String> {
        let name = name::read(name)?;
        let mut roll = self.members.roll().upgradable_read();
        if roll.find(&name).is_some_and(|other| other != number) || roll.is_blocked(&name) {
            return Err(format!("{name} is somebody else: choose another name"));
        }
        self.members.change(&mut roll, |roll| roll.students[number].name = name.clone())?;
        drop(roll);
        self.members.is_called(number, &name);
        self.members.call_all();
        Ok(())
    }

    /// Takes a student out of the class; what they played stays. If they are blocked, nobody comes in
    /// under their name.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn take_out(&self, number: usize, block: bool) -> Result<(), String> {
        let mut roll = self.members.roll().upgradable_read();
        self.members.change(&mut roll, |roll| {
            let pupil = &mut roll.students[number];
            pupil.keys.clear();
            pupil.standing = if block { Standing::Blocked } else { Standing::Out };
        })?;
        for table in self.tables() {
            for seat in Seat::ALL {
                if table.holders()[seat.index()].is(number) {
                    // A seat at which a program thinks is freed by the teacher; one of a debate that is over
                    // stays theirs.
                    let _ = self.note_seat(&mut roll, &table, seat, Holder::Free);
                }
            }
        }
        drop(roll);
        self.members.goes(number);
        Ok(())
    }

    /// Lets students in by another code from here on.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn change_code(&self) -> Result<String, String> {
        self.set(|roll| {
            roll.code = roll::new_code();
            roll.code.clone()
        })
    }

    /// Keeps the ends of shared debates back from now on, or shows all of them. What was shown stays so.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn hold(&self, held: bool) -> Result<(), String> {
        let tables = self.tables();
        self.set(|roll| {
            roll.holding = held;
            for (kept, table) in roll.tables.iter_mut().zip(&tables) {
                kept.revealed |= table.progress().0;
            }
        })?;
        tables.iter().for_each(|table| table.reveal());
        Ok(())
    }

    /// Stops what students do for a while, or lets them go on.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn freeze(&self, frozen: bool) -> Result<(), String> {
        self.set(|roll| roll.frozen = frozen)?;
        self.shared.frozen.store(frozen, Ordering::SeqCst);
        self.members.call_all();
        Ok(())
    }

    /// Sends everybody who came to a debate; the one that is there stays in its journal.
    pub(crate) fn push(&self, debate: &LibraryEntry) {
        for student in self.members.students() {
            let debate = debate.clone();
            student.order(move |app| app.show(|context| open_entry(&debate, context)));
        }
    }

    /// How students write the class's address; empty until it is served.
    pub fn address(&self) -> &str {
        self.address.get().map_or("", String::as_str)
    }

    /// Has the projector show this from here on.
    pub(crate) fn show(&self, shown: Projected) {
        *self.shown.lock() = shown;
        self.members.call_all();
    }

    /// The addresses of the teacher's page and of the projector's: whoever has them is let in there.
    pub fn pages(&self) -> [String; 2] {
        let roll = self.members.roll().read();
        [&roll.teacher, &roll.projector].map(|key| format!("{}#key={key}", self.address()))
    }

    /// Whose page this is the key of, if it is the teacher's or the projector's.
    fn staff(&self, key: &str) -> Option<usize> {
        let roll = self.members.roll().read();
        let of = [(&roll.teacher, TEACHER), (&roll.projector, PROJECTOR)];
        of.into_iter().find(|(own, _)| *own == key).map(|(_, number)| number)
    }

    /// What lets a student in.
    pub fn code(&self) -> String {
        self.members.roll().read().code.clone()
    }

    /// Keeps the debates of several that are over for those who left them before: whoever has one before
    /// them keeps it by their own screen.
    fn keep_ended(&self) {
        // Nothing is kept twice at once.
        let mut ended = self.ended.lock();
        for table in self.tables().iter().filter(|table| table.progress().0) {
            for (seat, holder) in Seat::ALL.into_iter().zip(table.holders()) {
                let Holder::Student(number) = holder else { continue };
                let key = (table.number(), seat, number);
                let seen = self.members.came(number).map(|student| student.seen());
                let shows =
                    |seen: Option<Seen>| seen.is_none_or(|seen| seen.table == Some(table.number()));
                if ended.contains(&key) || seen.is_some_and(shows) {
                    continue;
                }
                let data = student_folder(&self.setup.folder, number);
                let kept =
                    table.sitting(Some(seat), number).and_then(|mut own| own.keep_ended(&data));
                if kept.unwrap_or_default() {
                    ended.insert(key);
                }
            }
        }
    }

    /// What everybody has played, with what was played since it was graded last.
    pub(crate) fn marked(&self) -> Marks {
        self.keep_ended();
        let mut marks = self.marks.lock().clone();
        let folder = |(number, _)| (number, student_folder(&self.setup.folder, number));
        let folders: Vec<_> = self.members.pupils().into_iter().map(folder).collect();
        marks.look(&folders, &self.setup.entries);
        self.marks.lock().clone_from(&marks);
        marks
    }

    /// Writes what everybody played to a file, graded; returns its path.
    ///
    /// # Errors
    /// What does not read, or why it cannot be written.
    pub fn write_results(&self) -> Result<PathBuf, String> {
        self.keep_ended();
        let students = self.members.roll().read().students.clone();
        let archive = |n| student_folder(&self.setup.folder, n).join("archive");
        let archives =
            students.iter().enumerate().map(|(n, one)| (archive(n), one.name.to_string()));
        let archives: Vec<_> = archives.filter(|(folder, _)| folder.is_dir()).collect();
        let path = self.setup.folder.join("results.csv");
        let csv = (self.setup.grading)(&archives, &self.setup.entries)?;
        if csv.is_empty() {
            return Err("no debate is finished yet: there is nothing to write".into());
        }
        replace(&path, csv.as_bytes()).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// Puts a question to everybody, to be answered by yes or no.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn ask(&self, ask: Words) -> Result<(), String> {
        self.shared.ballot.ask(ask)?;
        self.members.call_all();
        Ok(())
    }

    /// Closes the vote, and tells everybody what came of it; the same in words.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn count(&self) -> Result<String, String> {
        self.shared.ballot.close()?;
        self.members.call_all();
        Ok(self.shared.ballot.now().outcome())
    }

    /// Ends the class for all who are here: their last words say so, and they have a moment to hear them.
    /// Whoever joins it again when it is opened again goes on where they were.
    pub fn end(&self) {
        self.members.dismiss_all("the teacher ended the class; what you played is kept");
    }

    /// Lets somebody in, or back in; returns their number, and the key for the next time.
    pub(crate) fn admit(&self, hello: &Hello, from: IpAddr) -> Result<(usize, String), Refusal> {
        if hello.version != wire::version() {
            let words = "this page is of another version of the class: load it again \
                         (from a terminal: use the same elenchus as the teacher)";
            return Err((Wrong::Version, words.into()));
        }
        // Who has a key has a name, and no second one.
        if let Some(key) = &hello.key {
            if let Some(number) =
                self.staff(key).or_else(|| self.members.roll().read().find_key(key))
            {
                return Ok((number, key.clone()));
            }
            if hello.code.is_empty() {
                let words = "this key is not good any more: come in with the class's code";
                return Err((Wrong::Key, words.into()));
            }
        }
        let name = name::read(&hello.name).map_err(|words| (Wrong::Name, words))?;
        let wait = self.door.lock().turn(from).map_err(|words| (Wrong::Code, words))?;
        thread::sleep(wait);
        let mut roll = self.members.roll().upgradable_read();
        let number = roll.find(&name);
        let checked = self.door.lock().check(&hello.code, &roll.code, from);
        checked.map_err(|words| (Wrong::Code, words))?;
        if let Some(number) = number.filter(|&n| !roll.students[n].keys.is_empty()) {
            let words = format!(
                "{} is in the class already: take another name, or ask the teacher to free that name",
                &*roll.students[number].name
            );
            return Err((Wrong::Name, words));
        }
        if roll.is_blocked(&name) {
            let words = "nobody comes in under this name any more: ask the teacher";
            return Err((Wrong::Name, words.into()));
        }
        if number.is_none() && roll.size() >= MOST {
            return Err((Wrong::Full, format!("the class is full: {MOST} students")));
        }
        let (key, kept) = roll::new_key();
        let number = self.members.change(&mut roll, |roll| {
            let number = number.unwrap_or_else(|| {
                roll.students.push(Pupil { name, ..Pupil::default() });
                roll.students.len() - 1
            });
            roll.students[number].keys = vec![kept];
            number
        });
        let number = number.map_err(|words| (Wrong::Full, words))?;
        self.members.is_called(number, &roll.students[number].name);
        Ok((number, key))
    }

    fn set<T>(&self, to: impl FnOnce(&mut Roll) -> T) -> Result<T, String> {
        self.members.change(&mut self.members.roll().upgradable_read(), to)
    }
}

/// The folder of what a student plays.
pub(crate) fn student_folder(class: &Path, number: usize) -> PathBuf {
    class.join("students").join(format!("{number:03}"))
}
