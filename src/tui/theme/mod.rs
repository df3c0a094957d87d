//! Colours, attributes and glyphs: one style per role, never a status by colour alone.

mod glyphs;
mod marks;
mod patch;
mod presets;

pub use glyphs::{Glyphs, to_ascii};
pub use marks::Shown;
pub use patch::ThemeError;
pub use presets::Preset;

use ratatui::style::{Modifier, Style};

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $name:literal,)*) => {
        /// What a piece of the screen is, as far as its style goes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl Role {
            /// Every role, in the order of a theme file.
            pub const ALL: &'static [Role] = &[$(Role::$role,)*];

            /// Its name in a theme file.
            pub fn name(self) -> &'static str {
                match self { $(Role::$role => $name,)* }
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

/// A complete set of styles and glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    styles: Vec<Style>,
    /// Which characters marks and lines are made of.
    pub glyphs: Glyphs,
    /// The page behind everything; none leaves the terminal's own.
    pub page: Style,
}

impl Theme {
    /// The style of a role, over the page.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }

    /// The same styles with other glyphs.
    #[must_use]
    pub fn with_glyphs(self, glyphs: Glyphs) -> Self {
        Self { glyphs, ..self }
    }

    /// Does any style of this theme use a colour?
    pub fn is_coloured(&self) -> bool {
        use ratatui::style::Color;
        std::iter::once(&self.page).chain(&self.styles).any(|s| {
            s.fg.is_some_and(|c| c != Color::Reset) || s.bg.is_some_and(|c| c != Color::Reset)
        })
    }

    /// The theme with every colour taken away; attributes stay.
    pub fn without_colour(mut self) -> Self {
        for style in std::iter::once(&mut self.page).chain(&mut self.styles) {
            *style = Style { fg: None, bg: None, underline_color: None, ..*style };
        }
        // A bar that was only a coloured background would vanish.
        for role in [Role::Title, Role::Footer, Role::Cursor, Role::Disputed] {
            self.styles[role as usize] = self.style(role).add_modifier(Modifier::REVERSED);
        }
        self
    }
}

impl Default for Theme {
    fn default() -> Self {
        Preset::Dark.theme()
    }
}
