//! The roles: each thing on a screen has a role, and a theme gives each role a style.

use ratatui::style::Style;

use super::presets::Preset;

/// The role of a thing on a screen. A theme gives each role a style.
pub trait Role: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Every role, in the order of a theme file.
    const ALL: &'static [Self];
    /// Ordinary text.
    const TEXT: Self;
    /// The first row.
    const TITLE: Self;
    /// The last row.
    const FOOTER: Self;
    /// A key in the last row.
    const KEY: Self;
    /// Lines between the parts of a screen.
    const DIVIDER: Self;
    /// A heading, and the frame of the part that has the focus.
    const HEADING: Self;
    /// The row or cell of the cursor.
    const CURSOR: Self;
    /// The chosen item.
    const CHOSEN: Self;
    /// A message: a refusal, a warning.
    const NOTICE: Self;
    /// The roles of bars and fields. Without colour, they are drawn reversed.
    const BARS: &'static [Self];

    /// The index of the role in [`Role::ALL`].
    fn index(self) -> usize;

    /// The name in a theme file.
    fn name(self) -> &'static str;

    /// The style in a preset. If `sixteen` is true, the style uses only the sixteen colours of a terminal.
    fn style(self, preset: Preset, sixteen: bool) -> Style;

    /// The style of the page behind everything.
    fn page(preset: Preset, sixteen: bool) -> Style;
}

/// Defines a type of roles from a table, each with its name in a theme file. The table must have the roles that
/// every program has. One function gives the style of each role in a preset, another the style of the page.
#[macro_export]
macro_rules! roles {
    ($(#[$doc:meta])* $Role:ident [bars: $($bar:ident)*] [style: $style:path] [page: $page:path] {
        $($(#[$about:meta])* $role:ident $name:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Role { $($(#[$about])* $role,)* }

        impl $crate::theme::Role for $Role {
            const ALL: &'static [Self] = &[$(Self::$role,)*];
            const TEXT: Self = Self::Text;
            const TITLE: Self = Self::Title;
            const FOOTER: Self = Self::Footer;
            const KEY: Self = Self::Key;
            const DIVIDER: Self = Self::Divider;
            const HEADING: Self = Self::Heading;
            const CURSOR: Self = Self::Cursor;
            const CHOSEN: Self = Self::Chosen;
            const NOTICE: Self = Self::Notice;
            const BARS: &'static [Self] = &[$(Self::$bar,)*];

            fn index(self) -> usize {
                self as usize
            }

            fn name(self) -> &'static str {
                match self { $(Self::$role => $name,)* }
            }

            fn style(self, preset: $crate::theme::Preset, sixteen: bool) -> ratatui::style::Style {
                $style(self, preset, sixteen)
            }

            fn page(preset: $crate::theme::Preset, sixteen: bool) -> ratatui::style::Style {
                $page(preset, sixteen)
            }
        }
    };
}
