//! A complete theme: styles and glyphs.

use std::borrow::Cow;
use std::marker::PhantomData;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::glyphs::Glyphs;
use super::presets::Preset;
use super::role::Role;

/// A complete theme: styles and glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme<R> {
    pub(super) styles: Vec<Style>,
    /// The characters of marks and lines.
    pub glyphs: Glyphs,
    /// The style of the page behind everything. If the style is empty, the terminal keeps its own
    /// colours.
    pub page: Style,
    /// `true` if nothing on a screen may move by itself.
    pub still: bool,
    pub(super) of: PhantomData<R>,
}

impl<R: Role> Default for Theme<R> {
    fn default() -> Self {
        Preset::default().theme()
    }
}

impl Preset {
    /// The theme of the preset.
    pub fn theme<R: Role>(self) -> Theme<R> {
        self.theme_for_colours(false)
    }

    /// The theme of the preset. If `sixteen` is true, it uses only those of the sixteen colours that are readable on
    /// the page.
    pub fn theme_for_colours<R: Role>(self, sixteen: bool) -> Theme<R> {
        let styles = R::ALL.iter().map(|role| role.style(self, sixteen)).collect();
        let page = R::page(self, sixteen);
        Theme { styles, glyphs: Glyphs::Unicode, page, still: false, of: PhantomData }
    }
}

impl<R: Role> Theme<R> {
    /// The style of a role.
    pub fn style(&self, role: R) -> Style {
        self.styles[role.index()]
    }

    /// A text in the style of a role.
    pub fn span<'t>(&self, text: impl Into<Cow<'t, str>>, role: R) -> Span<'t> {
        Span::styled(text, self.style(role))
    }

    /// A line in the style of a role.
    pub fn line<'t>(&self, text: impl Into<Cow<'t, str>>, role: R) -> Line<'t> {
        Line::from(self.span(text, role))
    }

    /// The same styles with other glyphs.
    #[must_use]
    pub fn with_glyphs(self, glyphs: Glyphs) -> Self {
        Self { glyphs, ..self }
    }

    /// Returns `true` if a style of this theme uses a colour.
    pub fn is_coloured(&self) -> bool {
        use ratatui::style::Color;
        std::iter::once(&self.page).chain(&self.styles).any(|s| {
            s.fg.is_some_and(|c| c != Color::Reset) || s.bg.is_some_and(|c| c != Color::Reset)
        })
    }

    /// Removes every colour. Attributes stay.
    pub fn without_colour(mut self) -> Self {
        for style in std::iter::once(&mut self.page).chain(&mut self.styles) {
            let bare = Style::new().add_modifier(style.add_modifier);
            *style = bare.remove_modifier(style.sub_modifier);
        }
        // Without colour, a bar that only has a coloured background would be invisible.
        for &role in R::BARS {
            self.styles[role.index()] = self.style(role).add_modifier(Modifier::REVERSED);
        }
        self
    }
}
