//! A page of text that scrolls. The key that opens it also closes it.

use super::panel::PanelParagraph;
use crate::tui::prelude::*;
use elenchus_kit::card::{self, Card};

/// A page of paragraphs.
pub struct Page {
    title: String,
    name: &'static str,
    place: KeyScope,
    /// The key that opens and closes it.
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

    /// The area inside the frame.
    fn inside(size: Rect) -> Rect {
        let card = Rect { y: size.y + 1, height: size.height.saturating_sub(2), ..size };
        let inner = Card::inner(card);
        Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner }
    }

    fn lines(&self, size: Rect) -> Vec<(String, Role)> {
        let columns = usize::from(Self::inside(size).width).saturating_sub(2);
        let mut lines = Vec::new();
        for (text, role) in &self.parts {
            if !lines.is_empty() && !text.starts_with("  ") {
                lines.push((String::new(), Role::Text));
            }
            // A row of a table keeps its columns.
            let wrapped =
                if width(text) <= columns { vec![text.clone()] } else { wrap(text, columns) };
            lines.extend(wrapped.into_iter().map(|line| (line, *role)));
        }
        lines
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let rows = usize::from(Self::inside(context.size).height);
        let furthest = self.lines(context.size).len().saturating_sub(rows);
        self.top = moved(self.top.min(furthest), action, rows.saturating_sub(1), furthest + 1);
    }
}

impl Screen<Playground> for Page {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn view(&self, canvas: &mut Canvas<'_>, _: &Context) -> Vec<Offer> {
        let size = canvas.area();
        layout::title_bar(canvas, &self.title, self.name);
        let card = Rect { y: size.y + 1, height: size.height.saturating_sub(2), ..size };
        Card::new(self.name).focused(true).draw(canvas, card);
        let lines = self.lines(size);
        let (above, below) = card::lines(canvas, Self::inside(size), &lines, self.top);
        let mut offers = Vec::new();
        if above + below > 0 {
            offers.extend(Offer::rows("scroll", Self::scroll));
        }
        offers.push(Offer::new(&[self.key], "close").leaves());
        offers.push(
            Offer::new(&[Action::Cancel, Action::Confirm], "close").hidden_from_footer().leaves(),
        );
        offers.extend(Offer::help_and(
            Offer::new(&[Action::Back], "close").hidden_from_footer().leaves(),
        ));
        offers
    }
}
