//! The teacher's view of a student's screen.

use std::sync::Arc;
use std::time::Duration;

use ratatui::style::Color;

use crate::student::Student;
use crate::tui::prelude::*;

/// The interval at which the view is updated.
const GLANCE: Duration = Duration::from_millis(250);

/// A view of a student's screen.
pub(crate) struct StudentView {
    pub student: Arc<Student>,
    /// The student's name.
    pub name: String,
}

impl Screen<Playground> for StudentView {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        let area = canvas.area();
        match self.student.picture() {
            Some(picture) => {
                let shown = picture.area.intersection(area);
                let coloured = canvas.theme.is_coloured();
                for at in shown.positions().filter(|at| at.y + 1 < area.bottom()) {
                    let cell = &mut canvas.buffer()[at];
                    *cell = picture[at].clone();
                    if !coloured {
                        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
                    }
                }
            }
            None => {
                let words = canvas.line(" this screen is busy …", Role::Dim);
                canvas.lines(layout::body(area), [words]);
            }
        }
        let name = canvas.line(format!(" {} ", self.name), Role::Notice);
        canvas.lines(layout::footer(area), [name.right_aligned()]);
        vec![KeyCommand::new(&[Action::Back, Action::Cancel], "back to the class").leaves()]
    }
}
