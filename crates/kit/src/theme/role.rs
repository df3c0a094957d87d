//! What a piece of the screen is, as far as its style goes.

use ratatui::style::Style;

use super::presets::Preset;

/// What a piece of a program's screens is, as far as its style goes.
pub trait Role: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Every role, in the order of a theme file.
    const ALL: &'static [Self];
    /// Ordinary words.
    const TEXT: Self;
    /// The first row.
    const TITLE: Self;
    /// The last row.
    const FOOTER: Self;
    /// A key in the last row.
    const KEY: Self;
    /// Lines between parts.
    const DIVIDER: Self;
    /// Where the cursor is.
    const CURSOR: Self;
    /// What is chosen.
    const CHOSEN: Self;
    /// Something to notice: a refusal, a warning.
    const NOTICE: Self;
    /// What is a bar across the screen or a field in it: without colour it has to be reversed.
    const BARS: &'static [Self];

    /// Its place in [`Role::ALL`].
    fn place(self) -> usize;

    /// Its name in a theme file.
    fn name(self) -> &'static str;

    /// Its style in a preset, or in that preset's form for a terminal of sixteen colours.
    fn style(self, preset: Preset, sixteen: bool) -> Style;

    /// The page behind everything.
    fn page(preset: Preset, sixteen: bool) -> Style;
}

/// A table of roles as a type, each with its name in a theme file. Among them are those that every
/// program has; a function says how each looks in a preset, and another what the page is.
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
            const CURSOR: Self = Self::Cursor;
            const CHOSEN: Self = Self::Chosen;
            const NOTICE: Self = Self::Notice;
            const BARS: &'static [Self] = &[$(Self::$bar,)*];

            fn place(self) -> usize {
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
