//! A class: its members, its debates, and the folder in which everything is saved.

use std::collections::HashSet;
use std::fs::File;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLockUpgradableReadGuard as ToChange};

use crate::class_progress::ClassProgress;
use crate::job_pool::JobPool;
use crate::join_limiter::JoinLimiter;
use crate::members::Members;
use crate::messages::{self, JoinError, JoinRequest};
use crate::name;
use crate::poll::ClassPoll;
use crate::projection::ProjectorContent;
use crate::roster::{
    self, Membership, PROJECTOR, Roster, RosterStudent, SavedTable, SeatHolder, TEACHER,
};
use crate::rules::Seat;
use crate::scenario::journal::{self, replace};
use crate::scenario::library::{self, LibraryEntry};
use crate::scenario::{SafeText, archive};
use crate::scheduler::Scheduler;
use crate::student::{ClassShared, Student, StudentStatus};
use crate::table::{self, ClassTable};
use crate::tui::remote_seat::SharedDebate;
use crate::tui::screen::open_entry;

/// The largest number of students in a class.
const MOST: usize = 250;
const MOST_TABLES: usize = 100;
/// The settings of a class.
#[derive(Debug)]
pub struct ClassSetup {
    /// The debates to choose from.
    pub entries: Arc<[LibraryEntry]>,
    /// The folder in which the class is saved.
    pub folder: PathBuf,
    /// Host names of this machine, besides its addresses, under which students may reach it.
    pub hosts: Vec<String>,
    /// The proxies that pass students on. The class believes only these about a student's address.
    pub proxies: Vec<IpAddr>,
    /// Makes a CSV table of results from all records in the folders.
    pub grading: GradeFn,
}

/// Makes a CSV table of results of the class in the first folder from all records in the others, each with the
/// name of its student. The records are graded against the debates that were handed out. An error says what is wrong.
pub type GradeFn = fn(&Path, &[(PathBuf, String)], &[LibraryEntry]) -> Result<String, String>;

/// A class with its members, debates and tables.
pub struct Class {
    pub(crate) setup: ClassSetup,
    pub(crate) members: Arc<Members>,
    /// The data that the screens of students share.
    pub(crate) shared: Arc<ClassShared>,
    tables: Mutex<Vec<Arc<ClassTable>>>,
    door: Mutex<JoinLimiter>,
    /// The results of the last grading.
    marks: Mutex<ClassProgress>,
    /// The address for students. Empty until the class is served.
    pub(crate) address: OnceLock<String>,
    pub(crate) shown: Mutex<ProjectorContent>,
    /// The id of the last debate that the teacher sent to everybody, and the time.
    pushed: Mutex<Option<(String, Instant)>>,
    /// The finished debates that are already saved: table, seat and student.
    ended: Mutex<HashSet<(usize, Seat, usize)>>,
    _lock: File,
}

/// The reason why somebody cannot join: the part of the request that is wrong, and a message.
pub(crate) type JoinRefusal = (JoinError, String);

impl Class {
    /// Opens the class in a folder, or makes a new one.
    ///
    /// # Errors
    /// Returns an error if another program uses the folder, if the folder cannot be written, or if it contains
    /// something else.
    pub fn open(setup: ClassSetup) -> Result<Arc<Self>, String> {
        let folder = &setup.folder;
        let lock = roster::lock(folder)?;
        let roll = Roster::open(folder)?;
        let threads = |e: std::io::Error| format!("no thread could be started: {e}");
        let shared = ClassShared {
            hall: Scheduler::open().map_err(threads)?,
            works: JobPool::open().map_err(threads)?,
            ballot: ClassPoll::open(folder)?,
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
            pushed: Mutex::default(),
            ended: Mutex::default(),
            setup,
            _lock: lock,
        });
        for (number, SavedTable { debate, seats, revealed, .. }) in kept.into_iter().enumerate() {
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
        seats: [SeatHolder; 3],
    ) -> Result<Arc<ClassTable>, String> {
        let found = self.setup.entries.iter().find(|entry| entry.id == debate);
        let entry = found.cloned().map_or_else(|| library::find(debate), Ok);
        let entry = entry.map_err(|e| e.to_string())?;
        let folder = table::folder(&self.setup.folder, number);
        let table = ClassTable::open(Arc::downgrade(&self.members), number, &entry, seats, &folder);
        table.map(Arc::new).map_err(|e| format!("table {}: {e}", number + 1))
    }

    /// Opens a table for a debate, with free seats.
    ///
    /// # Errors
    /// Returns an error if the debate does not exist or cannot be played, or the table cannot be saved.
    pub fn add_table(&self, debate: &str) -> Result<(), String> {
        self.seat(debate, Default::default(), None).map(drop)
    }

    /// Opens a table with these holders of its seats. `round` is the round of the trios that play there.
    ///
    /// # Errors
    /// Returns the same errors as [`Class::add_table`].
    pub(crate) fn seat(
        &self,
        debate: &str,
        seats: [SeatHolder; 3],
        round: Option<usize>,
    ) -> Result<Arc<ClassTable>, String> {
        let mut roll = self.members.roll().upgradable_read();
        if roll.tables.len() >= MOST_TABLES {
            return Err(format!("there are {MOST_TABLES} tables, and a class cannot have more"));
        }
        let table = self.open_table(roll.tables.len(), debate, seats.clone())?;
        let kept = SavedTable { debate: debate.to_owned(), seats, round, revealed: false };
        self.members.change(&mut roll, |roll| roll.tables.push(kept))?;
        self.tables.lock().push(Arc::clone(&table));
        drop(roll);
        self.members.call_all();
        Ok(table)
    }

    /// The tables in the order in which they were opened.
    pub(crate) fn tables(&self) -> Vec<Arc<ClassTable>> {
        self.tables.lock().clone()
    }

    /// Gives a free seat to a student, or lets a student come back to their own seat.
    pub(crate) fn sit(&self, table: &ClassTable, seat: Seat, who: usize) -> Result<(), String> {
        let mut roll = self.members.roll().upgradable_read();
        // The student's screens may still handle a key after the teacher removed the student.
        if roll.students.get(who).is_none_or(|student| student.standing != Membership::In) {
            return Err("the teacher removed you from the class".into());
        }
        let holders = table.holders();
        match &holders[seat.index()] {
            SeatHolder::Student(number) if *number == who => return Ok(()),
            // Without this refusal, a record could name a student who did not play.
            _ if table.progress().0 => {
                return Err("this debate is over. Choose another table".into());
            }
            SeatHolder::Free => {}
            _ if !holders.contains(&SeatHolder::Free) => {
                return Err("this table is full. Choose another, or ask the teacher".into());
            }
            _ => return Err("this seat is taken. Choose a free one".into()),
        }
        if holders.contains(&SeatHolder::Student(who)) {
            return Err(
                "you already have a seat at this table. A second one would show you hidden moves"
                    .into(),
            );
        }
        self.note_seat(&mut roll, table, seat, SeatHolder::Student(who))
    }

    /// Gives a seat to a new holder.
    ///
    /// # Errors
    /// Returns an error if the debate is over, a program is making a move, the seat has no such strategy, or the change
    /// cannot be saved.
    pub(crate) fn give(
        &self,
        table: &ClassTable,
        seat: Seat,
        to: SeatHolder,
    ) -> Result<(), String> {
        self.note_seat(&mut self.members.roll().upgradable_read(), table, seat, to)
    }

    fn note_seat(
        &self,
        roll: &mut ToChange<'_, Roster>,
        table: &ClassTable,
        seat: Seat,
        to: SeatHolder,
    ) -> Result<(), String> {
        // The record keeps the names of those who played.
        if table.progress().0 {
            return Err("this debate is over, so its seats cannot change any more".into());
        }
        let held = |roll: &mut ToChange<'_, Roster>, holder: SeatHolder| {
            let set = |roll: &mut Roster| roll.tables[table.number()].seats[seat.index()] = holder;
            self.members.change(roll, set)
        };
        let was = roll.tables[table.number()].seats[seat.index()].clone();
        // Save the change before anybody plays with the new holder.
        held(roll, to.clone())?;
        let given = table.give(seat, to);
        if given.is_err() {
            // Restore the file, if it can be written.
            let _ = held(roll, was);
        }
        self.members.call_all();
        given
    }

    /// Frees the name of a student who has lost their key. The next student with the code can take the name, and the
    /// old key is no longer valid.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn free_name(&self, number: usize) -> Result<(), String> {
        self.set(|roll| roll.students[number].keys.clear())
    }

    /// Renames a student.
    ///
    /// # Errors
    /// Returns an error if the name is not allowed, if it is taken, or if the change cannot be saved.
    pub(crate) fn rename(&self, number: usize, name: &str) -> Result<(), String> {
        let name = name::read(name)?;
        let mut roll = self.members.roll().upgradable_read();
        if roll.find(&name).is_some_and(|other| other != number) || roll.is_blocked(&name) {
            return Err(format!("the name {name} is taken. Choose another name"));
        }
        self.members.change(&mut roll, |roll| roll.students[number].name = name.clone())?;
        drop(roll);
        self.members.is_called(number, &name);
        self.members.call_all();
        Ok(())
    }

    /// Removes students from the class. Their records stay. If `block` is true, nobody may join under their names.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn take_out(&self, numbers: &[usize], block: bool) -> Result<(), String> {
        let mut roll = self.members.roll().upgradable_read();
        let is_out = |holder: &SeatHolder| numbers.iter().any(|&number| holder.is(number));
        // A student keeps the seat of a debate that is over.
        let tables: Vec<_> =
            self.tables().into_iter().filter(|table| !table.progress().0).collect();
        // Everything is in one write, so a failing disk never frees a seat of a student who stays.
        self.members.change(&mut roll, |roll| {
            for &number in numbers {
                let pupil = &mut roll.students[number];
                pupil.keys.clear();
                pupil.standing = if block { Membership::Blocked } else { Membership::Out };
            }
            for table in &tables {
                let seats = roll.tables[table.number()].seats.iter_mut();
                seats.filter(|seat| is_out(seat)).for_each(|seat| *seat = SeatHolder::Free);
            }
        })?;
        tables.iter().for_each(|table| table.free_seats(is_out));
        drop(roll);
        numbers.iter().for_each(|&number| self.members.goes(number));
        self.members.call_all();
        Ok(())
    }

    /// Replaces the code of the class by a new one.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn change_code(&self) -> Result<String, String> {
        self.set(|roll| {
            roll.code = roster::new_code();
            roll.code.clone()
        })
    }

    /// Hides the ends of debates at tables from now on, or shows all of them. An end that was shown is not
    /// hidden again.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn set_hold(&self, held: bool) -> Result<(), String> {
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

    /// Stops the class, or lets it go on.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn set_frozen(&self, frozen: bool) -> Result<(), String> {
        self.set(|roll| roll.frozen = frozen)?;
        self.shared.frozen.store(frozen, Ordering::SeqCst);
        self.members.call_all();
        Ok(())
    }

    /// Opens a debate on the screens of the students who are not at a running table, or only on the screens of those who
    /// are. Their current debates stay in their journals. Returns the number of students at running tables who did not
    /// get it.
    pub(crate) fn push(&self, debate: &LibraryEntry, to_tables: bool) -> usize {
        *self.pushed.lock() = Some((debate.id.clone(), Instant::now()));
        let mut left = 0;
        for student in self.members.students() {
            let is_at_table = self.is_at_running_table(&student);
            if is_at_table == to_tables {
                let debate = debate.clone();
                student.order(move |app| app.show(|context| open_entry(&debate, context)));
            } else if is_at_table {
                left += 1;
            }
        }
        left
    }

    /// Returns `true` if the student's screen shows a table whose debate is not over. While the screen is busy, the
    /// student's seats decide.
    fn is_at_running_table(&self, student: &Student) -> bool {
        match student.seen() {
            Some(seen) => seen.table.is_some() && !seen.over,
            None => self.tables().iter().any(|table| {
                !table.progress().0
                    && table.holders().iter().any(|holder| holder.is(student.number))
            }),
        }
    }

    /// The id of the last debate that the teacher sent to everybody, and the time since then.
    pub(crate) fn pushed(&self) -> Option<(String, Duration)> {
        self.pushed.lock().as_ref().map(|(id, at)| (id.clone(), at.elapsed()))
    }

    /// The students without a debate on the disk and without a seat, whoever they are.
    pub(crate) fn idlers(&self) -> Vec<usize> {
        let tables = self.tables();
        let has_seat = |number| {
            tables.iter().any(|table| table.holders().iter().any(|holder| holder.is(number)))
        };
        let has_debate = |number| {
            let folder = student_folder(&self.setup.folder, number);
            let kept = [folder.join("journals"), archive::folder(&folder)];
            kept.iter().any(|kept| !journal::in_folder(kept).is_empty())
        };
        let pupils = self.members.pupils().into_iter().map(|(number, _)| number);
        pupils.filter(|&number| !has_seat(number) && !has_debate(number)).collect()
    }

    /// Returns `true` if nobody else can join.
    pub(crate) fn is_full(&self) -> bool {
        self.members.roll().read().size() >= MOST
    }

    /// The address of the class for students. Empty until the class is served.
    pub fn address(&self) -> &str {
        self.address.get().map_or("", String::as_str)
    }

    /// Shows this content on the projector from now on.
    pub(crate) fn show(&self, shown: ProjectorContent) {
        *self.shown.lock() = shown;
        self.members.call_all();
    }

    /// The addresses of the teacher's page and of the projector's page. Each contains a key that lets anyone in.
    pub fn pages(&self) -> [String; 2] {
        let roll = self.members.roll().read();
        [&roll.teacher, &roll.projector].map(|key| format!("{}#key={key}", self.address()))
    }

    /// The number that stands for the teacher or the projector if this is their key. `None` for any other key.
    fn staff_page(&self, key: &str) -> Option<usize> {
        let roll = self.members.roll().read();
        let of = [(&roll.teacher, TEACHER), (&roll.projector, PROJECTOR)];
        of.into_iter().find(|(own, _)| *own == key).map(|(_, number)| number)
    }

    /// The code with which students join.
    pub fn code(&self) -> String {
        self.members.roll().read().code.clone()
    }

    /// Saves the finished debates of tables for students who left the table earlier. The screens of the other students
    /// save their own debates.
    fn keep_ended(&self) {
        // The lock makes sure that no debate is saved twice.
        let mut ended = self.ended.lock();
        for table in self.tables().iter().filter(|table| table.progress().0) {
            for (seat, holder) in Seat::ALL.into_iter().zip(table.holders()) {
                let SeatHolder::Student(number) = holder else { continue };
                let key = (table.number(), seat, number);
                let seen = self.members.came(number).map(|student| student.seen());
                let shows = |seen: Option<StudentStatus>| {
                    seen.is_none_or(|seen| seen.table == Some(table.number()))
                };
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

    /// The results of everybody, including debates played since the last grading.
    pub(crate) fn marked(&self) -> ClassProgress {
        self.keep_ended();
        let mut marks = self.marks.lock().clone();
        let folder = |(number, _)| (number, student_folder(&self.setup.folder, number));
        let folders: Vec<_> = self.members.pupils().into_iter().map(folder).collect();
        marks.refresh(&folders, &self.setup.entries);
        self.marks.lock().clone_from(&marks);
        marks
    }

    /// Grades the records of everybody and writes the results to a file. Returns its path.
    ///
    /// # Errors
    /// Returns an error if a record cannot be read, or the file cannot be written.
    pub fn write_results(&self) -> Result<PathBuf, String> {
        self.keep_ended();
        let students = self.members.roll().read().students.clone();
        let archive = |n| student_folder(&self.setup.folder, n).join("archive");
        let archives =
            students.iter().enumerate().map(|(n, one)| (archive(n), one.name.to_string()));
        let archives: Vec<_> = archives.filter(|(folder, _)| folder.is_dir()).collect();
        let path = self.setup.folder.join("results.csv");
        let csv = (self.setup.grading)(&self.setup.folder, &archives, &self.setup.entries)?;
        if csv.is_empty() {
            return Err("no debate is finished yet, so there is nothing to write".into());
        }
        replace(&path, csv.as_bytes()).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// Asks everybody a yes-or-no question.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn ask(&self, ask: SafeText) -> Result<(), String> {
        self.shared.ballot.ask(ask)?;
        self.members.call_all();
        Ok(())
    }

    /// Closes the vote and shows everybody the result. Returns the result in words.
    ///
    /// # Errors
    /// Returns an error if the change cannot be saved.
    pub(crate) fn count(&self) -> Result<String, String> {
        self.shared.ballot.close()?;
        self.members.call_all();
        Ok(self.shared.ballot.current().outcome())
    }

    /// Ends the class for everybody who is connected, and gives them a moment to receive the message. If the
    /// class opens again, students continue where they were.
    pub fn end(&self) {
        self.members.dismiss_all("the teacher ended the class. Your moves are saved");
    }

    /// Lets a student into the class, for the first time or again. Returns the student's number and the key for coming
    /// back.
    pub(crate) fn admit(
        &self,
        hello: &JoinRequest,
        from: IpAddr,
    ) -> Result<(usize, String), JoinRefusal> {
        if hello.version != messages::version() {
            let words = "this page and the class have different versions. Load the page again. In \
                a terminal, use the same version of elenchus as the teacher";
            return Err((JoinError::Version, words.into()));
        }
        // The key decides the name. The name in the request is ignored.
        if let Some(key) = &hello.key {
            if let Some(number) =
                self.staff_page(key).or_else(|| self.members.roll().read().find_key(key))
            {
                return Ok((number, key.clone()));
            }
            if hello.code.is_empty() {
                let words = "this key is no longer valid. Join with the code of the class";
                return Err((JoinError::Key, words.into()));
            }
        }
        let name = name::read(&hello.name).map_err(|words| (JoinError::Name, words))?;
        let wait = self.door.lock().turn(from).map_err(|words| (JoinError::Code, words))?;
        thread::sleep(wait);
        let mut roll = self.members.roll().upgradable_read();
        let number = roll.find(&name);
        let checked = self.door.lock().check(&hello.code, &roll.code, from);
        checked.map_err(|words| (JoinError::Code, words))?;
        if let Some(number) = number.filter(|&n| !roll.students[n].keys.is_empty()) {
            let words = format!(
                "{} is already in the class. Take another name, or ask the teacher to free that name",
                &*roll.students[number].name
            );
            return Err((JoinError::Name, words));
        }
        if roll.is_blocked(&name) {
            let words = "this name is blocked. Ask the teacher";
            return Err((JoinError::Name, words.into()));
        }
        if number.is_none() && roll.size() >= MOST {
            return Err((JoinError::Full, format!("the class is full: it has {MOST} students")));
        }
        let (key, kept) = roster::new_key();
        let number = self.members.change(&mut roll, |roll| {
            let number = number.unwrap_or_else(|| {
                roll.students.push(RosterStudent { name, ..RosterStudent::default() });
                roll.students.len() - 1
            });
            roll.students[number].keys = vec![kept];
            number
        });
        let number = number.map_err(|words| (JoinError::Full, words))?;
        self.members.is_called(number, &roll.students[number].name);
        Ok((number, key))
    }

    fn set<T>(&self, to: impl FnOnce(&mut Roster) -> T) -> Result<T, String> {
        self.members.change(&mut self.members.roll().upgradable_read(), to)
    }
}

/// The folder of a student's debates.
pub(crate) fn student_folder(class: &Path, number: usize) -> PathBuf {
    class.join("students").join(format!("{number:03}"))
}
