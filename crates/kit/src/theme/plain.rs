//! The roles of a program that needs no others.

use ratatui::style::{Modifier, Style};

use super::Preset;

crate::roles! {
    /// The roles that every program has, in styles without colour.
    Plain [bars: Title Footer Cursor] [style: style] [page: page] {
        /// Ordinary text.
        Text "text",
        /// The first row.
        Title "title",
        /// The last row.
        Footer "footer",
        /// A key in the last row.
        Key "key",
        /// Lines between the parts of a screen.
        Divider "divider",
        /// A heading, and the frame of the part that has the focus.
        Heading "heading",
        /// The row or cell of the cursor.
        Cursor "cursor",
        /// The chosen item.
        Chosen "chosen",
        /// A message.
        Notice "notice",
    }
}

fn style(role: Plain, _: Preset, _: bool) -> Style {
    Style::new().add_modifier(match role {
        Plain::Title | Plain::Footer | Plain::Cursor => Modifier::REVERSED,
        Plain::Key | Plain::Heading | Plain::Chosen | Plain::Notice => Modifier::BOLD,
        Plain::Text | Plain::Divider => Modifier::empty(),
    })
}

fn page(_: Preset, _: bool) -> Style {
    Style::new()
}
