//! Roles for a program that needs no others.

use ratatui::style::{Modifier, Style};

use super::Preset;

crate::roles! {
    /// The pieces that every program has, told apart without colour.
    Plain [bars: Title Footer Cursor] [style: style] [page: page] {
        /// Ordinary words.
        Text "text",
        /// The first row.
        Title "title",
        /// The last row.
        Footer "footer",
        /// A key in the last row.
        Key "key",
        /// Lines between parts.
        Divider "divider",
        /// Where the cursor is.
        Cursor "cursor",
        /// What is chosen.
        Chosen "chosen",
        /// Something to notice.
        Notice "notice",
    }
}

fn style(role: Plain, _: Preset, _: bool) -> Style {
    Style::new().add_modifier(match role {
        Plain::Title | Plain::Footer | Plain::Cursor => Modifier::REVERSED,
        Plain::Key | Plain::Chosen | Plain::Notice => Modifier::BOLD,
        Plain::Text | Plain::Divider => Modifier::empty(),
    })
}

fn page(_: Preset, _: bool) -> Style {
    Style::new()
}
