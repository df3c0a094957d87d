//! Debates on paper and in a browser: boards, reads and reasons as Markdown, as one HTML file that
//! needs nothing else, or as a picture; and a whole course as a handout.
//!
//! Without answers a page shows what the person's seat may see, and nothing that the review reveals.

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

impl Page {
    /// The page in a format.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Markdown => markdown::page(self),
            Format::Html => html::document(&self.title, &html::page(self)),
            Format::Svg => {
                let last = self.frames.last();
                last.map_or_else(String::new, |f| crate::tui::svg::svg(&f.board, Paper::LIGHT))
            }
        }
    }
}
