//! The state of all students, updated at regular intervals.

use std::sync::Arc;
use std::time::Duration;

use crate::grid::{GridStudent, ProgressGrid};
use crate::session::Class;
use crate::tui::prelude::*;

/// The interval at which a screen is updated.
pub(crate) const GLANCE: Duration = Duration::from_millis(500);
/// The number of updates from one grading of changed files to the next.
const GRADED: u32 = 4;

#[derive(Default)]
pub(crate) struct ClassMonitor {
    pub grid: Pending<ProgressGrid>,
    /// The students of the class. Those who need help come first.
    pub pupils: Vec<GridStudent>,
    glances: u32,
}

impl ClassMonitor {
    /// Uses the result of a finished grading, if there is one. Every few updates, starts a new grading.
    pub(crate) fn mark(&mut self, class: &Arc<Class>, context: &Context) {
        self.grid.poll();
        if !self.grid.is_working() && self.glances.is_multiple_of(GRADED) {
            let class = Arc::clone(class);
            self.grid.begin(context, move |_| {
                let debates = class.setup.entries.iter().map(|entry| entry.id.clone());
                ProgressGrid::new(debates.collect(), &class.marked(), class.pushed())
            });
        }
        self.glances = self.glances.wrapping_add(1);
    }

    /// Updates the states of the students. If a student's screens are busy, the student's last state stays.
    pub(crate) fn refresh(&mut self, class: &Class) {
        let before = std::mem::take(&mut self.pupils);
        let last = |number: usize| before.iter().find(|pupil| pupil.number == number);
        let came = class.members.students();
        let pupil = |(number, name)| {
            let student = came.iter().find(|student| student.number == number).cloned();
            let seen = student.as_ref().and_then(|student| student.seen());
            let seen = seen.or_else(|| last(number).map(|last| last.seen.clone()));
            GridStudent { number, name, student, seen: seen.unwrap_or_default() }
        };
        self.pupils = class.members.pupils().into_iter().map(pupil).collect();
        self.grid.sort(&mut self.pupils);
    }

    /// The number of connected students.
    pub(crate) fn here(&self) -> usize {
        self.pupils.iter().filter(|pupil| pupil.is_here()).count()
    }
}
