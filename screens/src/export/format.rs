//! What a page is written as.

use std::str::FromStr;

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
    pub(super) fn is_wide(self) -> bool {
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
