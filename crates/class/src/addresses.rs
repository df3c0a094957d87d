//! The screen with the addresses of the class's pages. Only the teacher sees it.

use std::sync::Arc;

use crate::session::Class;
use crate::tui::prelude::*;

/// The screen with the addresses.
pub(crate) struct AddressesScreen {
    class: Arc<Class>,
}

impl AddressesScreen {
    /// The screen for this class.
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class }
    }
}

impl Screen<Playground> for AddressesScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        let a = ScreenLayout::new(canvas.area(), false);
        layout::title_bar(&mut canvas.part(a.title), "the pages of the class", "for the teacher");
        Divider::new("addresses for a browser").draw(&mut canvas.part(a.top), Role::Heading);
        let [teacher, projector] = self.class.pages();
        let students = format!("{}#{}", self.class.address(), self.class.code());
        let pages = [
            ("Students, with the code:", students, ""),
            (
                "The teacher:",
                teacher,
                "Keep this address secret. It lets anyone do everything that you can do here.",
            ),
            (
                "The projector:",
                projector,
                "It shows only what everybody may know, and names only if you show them.",
            ),
        ];
        let rows = Rect { width: canvas.area().width, ..a.board };
        let mut part = canvas.part(rows);
        let room = part.width().saturating_sub(4);
        let mut y = 0;
        for (whose, address, words) in pages {
            part.print(1, y, whose, Role::Heading);
            y = part.print_lines((3, y + 1), wrap(&address, room), Role::Text);
            y = part.print_lines((3, y), wrap(words, room), Role::Dim);
        }
        vec![
            Offer::new(&[Action::Help], "help"),
            Offer::new(&[Action::Back, Action::Cancel], "back to the class").leaves(),
        ]
    }
}
