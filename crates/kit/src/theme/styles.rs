//! A complete set of styles and glyphs.

use std::marker::PhantomData;

use ratatui::style::{Modifier, Style};

use super::glyphs::Glyphs;
use super::presets::Preset;
use super::role::Role;

/// A complete set of styles and glyphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme<R> {
    pub(super) styles: Vec<Style>,
    /// Which characters marks and lines are made of.
    pub glyphs: Glyphs,
    /// The page behind everything; none leaves the terminal's own.
    pub page: Style,
    pub(super) of: PhantomData<R>,
}

impl<R: Role> Default for Theme<R> {
    fn default() -> Self {
        Preset::default().theme()
    }
}

impl Preset {
    /// Its styles.
    pub fn theme<R: Role>(self) -> Theme<R> {
        self.dressed(false)
    }

    /// Its styles; where a terminal has sixteen colours, only such as can be read on its page.
    pub fn dressed<R: Role>(self, sixteen: bool) -> Theme<R> {
        let styles = R::ALL.iter().map(|role| role.style(self, sixteen)).collect();
        let page = R::page(self, sixteen);
        Theme { styles, glyphs: Glyphs::Unicode, page, of: PhantomData }
    }
}

impl<R: Role> Theme<R> {
    /// The style of a role, over the page.
    pub fn style(&self, role: R) -> Style {
        self.styles[role.place()]
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
            let bare = Style::new().add_modifier(style.add_modifier);
            *style = bare.remove_modifier(style.sub_modifier);
        }
        // A bar that was only a coloured background would vanish.
        for &role in R::BARS {
            self.styles[role.place()] = self.style(role).add_modifier(Modifier::REVERSED);
        }
        self
    }
}
