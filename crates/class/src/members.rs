//! The members of a class: everybody on its roster, and the screens of those who have come since the program started.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock, RwLockUpgradableReadGuard as ToChange};

use crate::roster::{Membership, Roster, SeatHolder, unkept};
use crate::scenario::SafeText;
use crate::student::Student;

pub(crate) struct Members {
    folder: PathBuf,
    roll: RwLock<Roster>,
    /// The members who have come since the program started, by number.
    came: Mutex<HashMap<usize, Arc<Student>>>,
}

impl Members {
    /// Makes the members of this roster, which is saved in this folder.
    pub(crate) fn new(folder: &Path, roll: Roster) -> Self {
        Self { folder: folder.to_owned(), roll: RwLock::new(roll), came: Mutex::default() }
    }

    pub(crate) fn roll(&self) -> &RwLock<Roster> {
        &self.roll
    }

    /// Writes a changed roster to the disk, then uses it. Readers do not wait for the disk.
    ///
    /// # Errors
    /// Returns an error if the roster cannot be written. Then nothing changes.
    pub(crate) fn change<T>(
        &self,
        roll: &mut ToChange<'_, Roster>,
        to: impl FnOnce(&mut Roster) -> T,
    ) -> Result<T, String> {
        let mut new = (*roll).clone();
        let done = to(&mut new);
        new.write(&self.folder).map_err(unkept)?;
        roll.with_upgraded(|roll| *roll = new);
        Ok(done)
    }

    /// The numbers and names of the students in the class, connected or not.
    pub(crate) fn pupils(&self) -> Vec<(usize, String)> {
        let roll = self.roll.read();
        let all = roll.students.iter().enumerate();
        let inside = all.filter(|(_, pupil)| pupil.standing == Membership::In);
        inside.map(|(number, pupil)| (number, pupil.name.to_string())).collect()
    }

    /// The student with this number. On the first visit since the program started, `new` makes the student.
    pub(crate) fn student(
        &self,
        number: usize,
        new: impl FnOnce() -> Arc<Student>,
    ) -> Arc<Student> {
        Arc::clone(self.came.lock().entry(number).or_insert_with(new))
    }

    /// `None` if the student with this number has not come since the program started.
    pub(crate) fn came(&self, number: usize) -> Option<Arc<Student>> {
        self.came.lock().get(&number).cloned()
    }

    /// The students who have come since the program started, in the order in which they first came.
    pub(crate) fn students(&self) -> Vec<Arc<Student>> {
        let mut students: Vec<_> =
            self.came.lock().values().filter(|one| one.is_student()).cloned().collect();
        students.sort_by_key(|student| student.number);
        students
    }

    /// Tells the screens of the student with this number that the name has changed.
    pub(crate) fn is_called(&self, number: usize, name: &SafeText) {
        if let Some(student) = self.came(number) {
            let name = name.clone();
            student.order(|app| app.shared().player = Some(name));
        }
    }

    /// Removes the student with this number from the class.
    pub(crate) fn goes(&self, number: usize) {
        if let Some(student) = self.came.lock().remove(&number) {
            student.dismiss("the teacher removed you from the class");
        }
    }

    /// Ends the class for everybody who is connected, and gives them a moment to receive the message.
    pub(crate) fn dismiss_all(&self, words: &str) {
        const MOMENT: Duration = Duration::from_secs(1);
        let all: Vec<_> = self.came.lock().values().cloned().collect();
        for one in &all {
            one.dismiss(words);
        }
        let until = Instant::now() + MOMENT;
        while all.iter().any(|one| one.is_here()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The name that is shown for the holder of a seat.
    pub(crate) fn called(&self, holder: &SeatHolder) -> String {
        let name = if let SeatHolder::Student(number) = holder { self.name(*number) } else { None };
        name.unwrap_or_else(|| holder.word().to_owned())
    }

    pub(crate) fn name(&self, number: usize) -> Option<String> {
        self.roll.read().students.get(number).map(|pupil| pupil.name.to_string())
    }

    /// Wakes a student's screen, so that it polls.
    pub(crate) fn call(&self, number: usize) {
        if let Some(student) = self.came(number) {
            student.wake();
        }
    }

    /// Wakes every screen, so that it polls.
    pub(crate) fn call_all(&self) {
        self.came.lock().values().for_each(|student| student.wake());
    }
}
