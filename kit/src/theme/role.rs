//! What a piece of the screen is, as far as its style goes.

use ratatui::style::Style;

use super::Preset;

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
