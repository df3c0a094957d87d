//! What a student sees, looked at over their shoulder.

use std::sync::Arc;
use std::time::Duration;

use ratatui::style::Color;

use crate::student::Student;
use crate::tui::prelude::*;

/// So often the screen looks.
const GLANCE: Duration = Duration::from_millis(250);

/// The screen that shows it.
pub(crate) struct Shoulder {
    pub student: Arc<Student>,
    /// How they are called.
    pub name: String,
}

impl Screen<Playground> for Shoulder {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn pace(&self) -> Option<Duration> {
        Some(GLANCE)
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
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
                canvas.say(1, 1, "busy …", Role::Dim);
            }
        }
        let words = format!(" {} ", self.name);
        canvas.say_right(usize::from(area.height.saturating_sub(1)), &words, Role::Notice);
        vec![Offer::new(&[Action::Back, Action::Cancel], "back to the class").leaves()]
    }
}
