//! The formats of exported pages.

use std::str::FromStr;

use super::page::BoardSheet;
use super::{DebatePage, Reveal, html, markdown};
use crate::analysis::Game;
use crate::scenario::Scenario;
use crate::tui::svg;
use crate::work::CancelToken;

/// The format of an exported page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Text with boards in fixed-width blocks.
    Markdown,
    /// One HTML file that steps through the moves.
    Html,
    /// The last board as a picture.
    Svg,
}

impl DebatePage {
    /// The page of the current variation of a game, with boards as wide as the format allows.
    ///
    /// Mistakes are marked only if the page shows hidden facts. They are not marked if the work is cancelled or a
    /// position cannot be evaluated.
    pub fn for_format(
        format: ExportFormat,
        scenario: &Scenario,
        game: &dyn Game,
        reveal: Reveal,
        token: &CancelToken,
    ) -> Self {
        let sheet = match format {
            ExportFormat::Markdown => BoardSheet::text(),
            ExportFormat::Html => BoardSheet::phone(),
            ExportFormat::Svg => BoardSheet::wide(),
        };
        Self::drawn(&sheet, scenario, game, reveal, token)
    }

    /// The page as text of this format.
    pub fn written(&self, format: ExportFormat) -> String {
        match format {
            ExportFormat::Markdown => markdown::page(self),
            ExportFormat::Html => html::document(&self.title, &self.lang, &html::page(self)),
            ExportFormat::Svg => {
                let last = self.frames.last();
                last.map_or_else(String::new, |f| svg::svg(&f.board, svg::SvgPage::LIGHT))
            }
        }
    }
}

impl FromStr for ExportFormat {
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
