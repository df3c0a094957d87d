//! Debates on paper and in a browser: boards, reads and reasons as Markdown, as one HTML file that
//! needs nothing else, as a picture, or as a recording for a terminal; and a whole course as a handout.
//!
//! Without answers a page shows what the person's seat may see, and nothing that the review reveals.

mod cast;
mod handout;
mod html;
mod markdown;
mod page;

pub use handout::handout;
pub use page::{Frame, Page, Reveal};

use std::str::FromStr;

use crate::tui::svg::Page as Paper;

/// What a page is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text with boards in fixed-width blocks.
    Markdown,
    /// One file that steps through the moves by itself.
    Html,
    /// The last board as a picture.
    Svg,
    /// The moves one after another, as a terminal shows them: asciicast, version 2.
    Cast,
}

impl Format {
    /// Whether it is for a wide screen, where boards draw.
    fn is_wide(self) -> bool {
        matches!(self, Self::Svg | Self::Cast)
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "markdown" | "md" => Ok(Self::Markdown),
            "html" => Ok(Self::Html),
            "svg" => Ok(Self::Svg),
            "cast" => Ok(Self::Cast),
            _ => Err(format!("`{text}` is no format: write markdown, html, svg or cast")),
        }
    }
}

impl Page {
    /// The page in a format.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Markdown => markdown::page(self),
            Format::Html => html::document(&self.title, &html::page(self)),
            Format::Cast => cast::recording(self),
            Format::Svg => {
                let last = self.frames.last();
                last.map_or_else(String::new, |f| crate::tui::svg::svg(&f.board, Paper::LIGHT))
            }
        }
    }
}
