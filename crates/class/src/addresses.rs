//! The screen with the addresses of the class's pages. Only the teacher sees it.

use std::sync::Arc;

use crate::session::Class;
use crate::tui::card::Card;
use crate::tui::prelude::*;

pub(crate) struct AddressesScreen {
    class: Arc<Class>,
}

impl AddressesScreen {
    pub(crate) fn new(class: Arc<Class>) -> Self {
        Self { class }
    }
}

impl Screen<Playground> for AddressesScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        layout::title_bar(canvas, "the pages of the class", "for the teacher");
        let area = layout::body(canvas.area());
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
                "It shows only what everybody may know. It shows names only if you choose that.",
            ),
        ];
        let (theme, room) = (canvas.theme, usize::from(Card::text_area(area).width));
        let page = |(whose, address, words): (&str, String, &str)| {
            let lines = wrap(&address, room).into_iter().map(|line| theme.line(line, Role::Text));
            let words = wrap(words, room).into_iter().map(|line| theme.line(line, Role::Dim));
            let heading = theme.line(whose.to_owned(), Role::Heading);
            [heading]
                .into_iter()
                .chain(lines)
                .chain(words)
                .chain([Line::default()])
                .collect::<Vec<_>>()
        };
        let lines: Vec<_> = pages.into_iter().flat_map(page).collect();
        Card::new("Addresses for a browser").page(canvas, area, &lines, 0);
        vec![
            KeyCommand::new(&[Action::Help], "help"),
            KeyCommand::new(&[Action::Back, Action::Cancel], "back to the class").leaves(),
        ]
    }
}
