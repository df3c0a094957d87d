//! Who is in the class while the program runs: what all are called, and the screens of those who came.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::roll::Holder;
use crate::scenario::Words;
use crate::session::Class;
use crate::student::Student;

impl Class {
    /// The student with this number, made now if they come for the first time.
    pub(crate) fn student(
        &self,
        number: usize,
        new: impl FnOnce() -> Arc<Student>,
    ) -> Arc<Student> {
        Arc::clone(self.students.lock().entry(number).or_insert_with(new))
    }

    /// The students who came since the program started, in the order in which they first came.
    pub(crate) fn students(&self) -> Vec<Arc<Student>> {
        let mut students: Vec<_> =
            self.students.lock().values().filter(|one| one.is_student()).cloned().collect();
        students.sort_by_key(|student| student.number);
        students
    }

    /// Notes the name of the student with this number, who is new or was called otherwise.
    pub(crate) fn is_called(&self, number: usize, name: &Words) {
        if let Some(student) = self.students.lock().get(&number) {
            let name = name.clone();
            student.order(|app| app.shared().player = Some(name));
        }
    }

    /// The student with this number is in the class no more.
    pub(crate) fn goes(&self, number: usize) {
        if let Some(student) = self.students.lock().remove(&number) {
            student.dismiss("the teacher took you out of the class");
        }
    }

    /// Ends the class for all who are here: their last words say so, and they have a moment to hear them.
    /// Whoever joins it again when it is opened again goes on where they were.
    pub fn end(&self) {
        const MOMENT: Duration = Duration::from_secs(1);
        let all: Vec<_> = self.students.lock().values().cloned().collect();
        for one in &all {
            one.dismiss("the teacher ended the class; what you played is kept");
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
        if let Some(student) = self.students.lock().get(&number) {
            student.wake();
        }
    }

    /// Lets every screen look.
    pub(crate) fn call_all(&self) {
        self.students.lock().values().for_each(|student| student.wake());
    }

    /// Puts a question to everybody, to be answered by yes or no.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn ask(&self, ask: Words, consent: bool) -> Result<(), String> {
        self.shared.ballot.ask(ask, consent)?;
        self.call_all();
        Ok(())
    }
}
