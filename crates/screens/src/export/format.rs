//! What a page is written as.

use std::str::FromStr;

use super::{Page, Reveal, html, markdown};
use crate::analysis::Game;
use crate::scenario::Scenario;
use crate::tui::svg;
use crate::tui::theme::Preset;
use crate::work::Token;

/// What a page is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text with boards in fixed-width blocks.
    Markdown,
    /// One file that steps through the moves by itself.
    Html,
    /// The last board as a picture.
    Svg,
}

impl Page {
    /// The line of play that a game stands on, with boards as wide as a format shows them.
    ///
    /// Mistakes are marked on pages that tell what is hidden; if the work is stopped, or a place
    /// cannot be valued, they are not.
    pub fn for_format(
        format: Format,
        scenario: &Scenario,
        game: &dyn Game,
        reveal: Reveal,
        token: &Token,
    ) -> Self {
        let wide = (format == Format::Svg).then(|| Preset::Light.theme());
        Self::drawn(wide, scenario, game, reveal, token)
    }

    /// The page in a format.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Markdown => markdown::page(self),
            Format::Html => html::document(&self.title, &self.lang, &html::page(self)),
            Format::Svg => {
                let last = self.frames.last();
                last.map_or_else(String::new, |f| svg::svg(&f.board, svg::Page::LIGHT))
            }
        }
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "markdown" | "md" => Ok(Self::Markdown),
            "html" => Ok(Self::Html),
            "svg" => Ok(Self::Svg),
            _ => Err(format!("`{text}` is no format: write markdown, html or svg")),
        }
    }
}
