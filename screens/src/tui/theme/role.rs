//! What a piece of the screen is, as far as its style goes.

use elenchus_kit::theme;
use ratatui::style::Style;

use super::{Preset, colours};

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $name:literal,)*) => {
        /// What a piece of the screen is, as far as its style goes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl theme::Role for Role {
            const ALL: &'static [Role] = &[$(Role::$role,)*];
            const TEXT: Self = Self::Text;
            const TITLE: Self = Self::Title;
            const FOOTER: Self = Self::Footer;
            const KEY: Self = Self::Key;
            const DIVIDER: Self = Self::Divider;
            const CURSOR: Self = Self::Cursor;
            const CHOSEN: Self = Self::Chosen;
            const NOTICE: Self = Self::Notice;
            const BARS: &'static [Role] = &[Role::Title, Role::Footer, Role::Cursor, Role::Disputed];

            fn place(self) -> usize {
                self as usize
            }

            fn name(self) -> &'static str {
                match self { $(Role::$role => $name,)* }
            }

            fn style(self, preset: Preset, sixteen: bool) -> Style {
                colours::style(self, preset, sixteen)
            }

            fn page(preset: Preset, sixteen: bool) -> Style {
                colours::page(preset, sixteen)
            }
        }
    };
}

roles! {
    /// Ordinary words.
    Text "text",
    /// Words in the background: step numbers, axes.
    Dim "dim",
    /// The first row.
    Title "title",
    /// The last row.
    Footer "footer",
    /// A key in the last row.
    Key "key",
    /// Lines between panes.
    Divider "divider",
    /// A heading in a divider.
    Heading "heading",
    /// Row 20: what is asked of you.
    Ask "ask",
    /// The cursor, and the chosen item of a list that has the focus.
    Cursor "cursor",
    /// The chosen item of a list without the focus.
    Chosen "chosen",
    /// Unread: the judge has not paid for it.
    Unread "unread",
    /// Claimed: written, and nobody checked it.
    Claimed "claimed",
    /// Read by the judge.
    Read "read",
    /// The step under discussion reads it.
    Relevant "relevant",
    /// On trial, or where the debate now stands.
    Disputed "disputed",
    /// Not what its owner computed.
    Differs "differs",
    /// Wrong, in the review.
    Wrong "wrong",
    /// Hidden from this seat.
    Hidden "hidden",
    /// A thing that went well, or a guarantee that holds.
    Good "good",
    /// A thing that went badly, or a guarantee that fails.
    Bad "bad",
    /// Something to notice: a refusal, a warning.
    Notice "notice",
    /// What Alice stated.
    Alice "alice",
    /// What Bob stated.
    Bob "bob",
    /// What the judge did.
    Judge "judge",
}
