//! A page of text that scrolls. The key that opens it also closes it.

use super::panel::PanelParagraph;
use crate::tui::prelude::*;
use elenchus_kit::card::Card;

/// The card of a page: everything between the title and the keys.
pub(super) fn card(size: Rect) -> Rect {
    Rect { y: size.y + 1, height: size.height.saturating_sub(2), ..size }.intersection(size)
}

/// A page of paragraphs.
pub struct Page {
    title: String,
    name: &'static str,
    place: KeyScope,
    /// The key that opens and closes the page.
    key: Action,
    parts: Vec<PanelParagraph>,
    top: usize,
}

impl Page {
    /// A page about the debate with this title.
    pub fn new(
        title: &str,
        name: &'static str,
        place: KeyScope,
        key: Action,
        parts: Vec<PanelParagraph>,
    ) -> Self {
        Self { title: title.into(), name, place, key, parts, top: 0 }
    }

    fn lines(&self, size: Rect) -> Vec<PanelParagraph> {
        let columns = Card::text_area(card(size)).width.into();
        let mut lines = Vec::new();
        for (text, role) in &self.parts {
            if !lines.is_empty() && !text.starts_with("  ") {
                lines.push((String::new(), Role::Text));
            }
            // A row of a table does not wrap, so that its columns stay aligned.
            let wrapped =
                if width(text) <= columns { vec![text.clone()] } else { wrap(text, columns) };
            lines.extend(wrapped.into_iter().map(|line| (line, *role)));
        }
        lines
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let rows = Card::text_area(card(context.size)).height;
        self.top = scrolled(self.top, action, self.lines(context.size).len(), rows.into());
    }
}

impl Screen<Playground> for Page {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn view(&self, canvas: &mut Canvas<'_>, _: &Context) -> Vec<KeyCommand> {
        let size = canvas.area();
        layout::title_bar(canvas, &self.title, self.name);
        let lines = self.lines(size);
        let is_long = Card::new(self.name).focused(true).text(canvas, card(size), &lines, self.top);
        let mut offers = Vec::new();
        if is_long {
            offers.extend(KeyCommand::rows("scroll", Self::scroll));
        }
        offers.push(KeyCommand::new(&[self.key], "close").leaves());
        offers.push(KeyCommand::hidden(&[Action::Cancel, Action::Confirm], "close").leaves());
        offers.extend(KeyCommand::help_and(KeyCommand::hidden(&[Action::Back], "close").leaves()));
        offers
    }
}
