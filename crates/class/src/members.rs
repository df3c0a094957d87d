//! Who is in the class: all on its roll, and the screens of those who came since the program started.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock, RwLockUpgradableReadGuard as ToChange};

use crate::roll::{Holder, Roll, Standing, unkept};
use crate::scenario::Words;
use crate::student::Student;

/// The members of a class.
pub(crate) struct Members {
    folder: PathBuf,
    roll: RwLock<Roll>,
    /// Those who came since the program started, by their numbers.
    came: Mutex<HashMap<usize, Arc<Student>>>,
}

impl Members {
    /// Those of this roll, which is kept in a folder.
    pub(crate) fn new(folder: &Path, roll: Roll) -> Self {
        Self { folder: folder.to_owned(), roll: RwLock::new(roll), came: Mutex::default() }
    }

    /// The class as it is kept.
    pub(crate) fn roll(&self) -> &RwLock<Roll> {
        &self.roll
    }

    /// Changes the class once that is written; nobody who reads it waits for the disk.
    ///
    /// # Errors
    /// If it cannot be written: it is as it was.
    pub(crate) fn change<T>(
        &self,
        roll: &mut ToChange<'_, Roll>,
        to: impl FnOnce(&mut Roll) -> T,
    ) -> Result<T, String> {
        let mut new = (*roll).clone();
        let done = to(&mut new);
        new.write(&self.folder).map_err(unkept)?;
        roll.with_upgraded(|roll| *roll = new);
        Ok(done)
    }

    /// The numbers and names of those in the class, here or not.
    pub(crate) fn pupils(&self) -> Vec<(usize, String)> {
        let roll = self.roll.read();
        let all = roll.students.iter().enumerate();
        let inside = all.filter(|(_, pupil)| pupil.standing == Standing::In);
        inside.map(|(number, pupil)| (number, pupil.name.to_string())).collect()
    }

    /// The student with this number, made now if they come for the first time.
    pub(crate) fn student(
        &self,
        number: usize,
        new: impl FnOnce() -> Arc<Student>,
    ) -> Arc<Student> {
        Arc::clone(self.came.lock().entry(number).or_insert_with(new))
    }

    /// The student with this number. `None` if they did not come since the program started.
    pub(crate) fn came(&self, number: usize) -> Option<Arc<Student>> {
        self.came.lock().get(&number).cloned()
    }

    /// The students who came since the program started, in the order in which they first came.
    pub(crate) fn students(&self) -> Vec<Arc<Student>> {
        let mut students: Vec<_> =
            self.came.lock().values().filter(|one| one.is_student()).cloned().collect();
        students.sort_by_key(|student| student.number);
        students
    }

    /// Notes the name of the student with this number, who is new or was called otherwise.
    pub(crate) fn is_called(&self, number: usize, name: &Words) {
        if let Some(student) = self.came(number) {
            let name = name.clone();
            student.order(|app| app.shared().player = Some(name));
        }
    }

    /// The student with this number is in the class no more.
    pub(crate) fn goes(&self, number: usize) {
        if let Some(student) = self.came.lock().remove(&number) {
            student.dismiss("the teacher took you out of the class");
        }
    }

    /// Ends the class for all who are here; they have a moment to hear these words.
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

    /// What whoever has a seat is called.
    pub(crate) fn called(&self, holder: &Holder) -> String {
        let name = if let Holder::Student(number) = holder { self.name(*number) } else { None };
        name.unwrap_or_else(|| holder.word().to_owned())
    }

    /// The name of the student with this number.
    pub(crate) fn name(&self, number: usize) -> Option<String> {
        self.roll.read().students.get(number).map(|pupil| pupil.name.to_string())
    }

    /// Lets a student's screen look.
    pub(crate) fn call(&self, number: usize) {
        if let Some(student) = self.came(number) {
            student.wake();
        }
    }

    /// Lets every screen look.
    pub(crate) fn call_all(&self) {
        self.came.lock().values().for_each(|student| student.wake());
    }
}
