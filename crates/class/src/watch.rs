//! How everybody is doing, looked at again and again.

use std::sync::Arc;
use std::time::Duration;

use crate::grid::{Grid, Pupil};
use crate::session::Class;
use crate::tui::prelude::*;

/// So often a screen looks what the students do.
pub(crate) const GLANCE: Duration = Duration::from_millis(500);
/// Files that have changed are graded once in so many glances.
const GRADED: u32 = 4;

/// What is known of everybody.
#[derive(Default)]
pub(crate) struct Watch {
    /// Where everybody stands in every debate.
    pub grid: Pending<Grid>,
    /// Those in the class, those who need help first.
    pub pupils: Vec<Pupil>,
    glances: u32,
}

impl Watch {
    /// Takes in what was graded, and has what was played since the last time graded now and then.
    pub(crate) fn mark(&mut self, class: &Arc<Class>, context: &Context) {
        self.grid.poll();
        if !self.grid.is_working() && self.glances.is_multiple_of(GRADED) {
            let class = Arc::clone(class);
            self.grid.begin(context, move |_| {
                let debates = class.setup.entries.iter().map(|entry| entry.id.clone());
                Grid::new(debates.collect(), &class.marked())
            });
        }
        self.glances = self.glances.wrapping_add(1);
    }

    /// Takes in what everybody does. Of a screen that is busy the last is known.
    pub(crate) fn look(&mut self, class: &Class) {
        let before = std::mem::take(&mut self.pupils);
        let last = |number: usize| before.iter().find(|pupil| pupil.number == number);
        let came = class.members.students();
        let pupil = |(number, name)| {
            let student = came.iter().find(|student| student.number == number).cloned();
            let seen = student.as_ref().and_then(|student| student.seen());
            let seen = seen.or_else(|| last(number).map(|last| last.seen.clone()));
            Pupil { number, name, student, seen: seen.unwrap_or_default() }
        };
        self.pupils = class.members.pupils().into_iter().map(pupil).collect();
        self.grid.sort(&mut self.pupils);
    }

    /// How many of the class are here.
    pub(crate) fn here(&self) -> usize {
        self.pupils.iter().filter(|pupil| pupil.is_here()).count()
    }
}
