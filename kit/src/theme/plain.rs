//! Roles for a program that needs no others.

use ratatui::style::{Modifier, Style};

use super::{Preset, Role};

/// The pieces that every program has, told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// Ordinary words.
    Text,
    /// The first row.
    Title,
    /// The last row.
    Footer,
    /// A key in the last row.
    Key,
    /// Lines between parts.
    Divider,
    /// Where the cursor is.
    Cursor,
    /// What is chosen.
    Chosen,
    /// Something to notice.
    Notice,
}

impl Role for Plain {
    const ALL: &'static [Self] = &[
        Self::Text,
        Self::Title,
        Self::Footer,
        Self::Key,
        Self::Divider,
        Self::Cursor,
        Self::Chosen,
        Self::Notice,
    ];
    const TEXT: Self = Self::Text;
    const TITLE: Self = Self::Title;
    const FOOTER: Self = Self::Footer;
    const KEY: Self = Self::Key;
    const DIVIDER: Self = Self::Divider;
    const CURSOR: Self = Self::Cursor;
    const CHOSEN: Self = Self::Chosen;
    const NOTICE: Self = Self::Notice;
    const BARS: &'static [Self] = &[Self::Title, Self::Footer, Self::Cursor];

    fn place(self) -> usize {
        self as usize
    }

    fn name(self) -> &'static str {
        ["text", "title", "footer", "key", "divider", "cursor", "chosen", "notice"][self.place()]
    }

    fn style(self, _: Preset, _: bool) -> Style {
        match self {
            Self::Title | Self::Footer | Self::Cursor => {
                Style::new().add_modifier(Modifier::REVERSED)
            }
            Self::Key | Self::Chosen | Self::Notice => Style::new().add_modifier(Modifier::BOLD),
            Self::Text | Self::Divider => Style::new(),
        }
    }

    fn page(_: Preset, _: bool) -> Style {
        Style::new()
    }
}
