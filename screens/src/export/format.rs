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
    /// The moves one after another, as a terminal shows them: asciicast, version 2. In a browser nothing knows
    /// the codes of a terminal.
    #[cfg(unix)]
    Cast,
}

impl Format {
    /// Whether it is for a wide screen, where boards draw.
    pub(super) fn is_wide(self) -> bool {
        match self {
            Self::Markdown | Self::Html => false,
            Self::Svg => true,
            #[cfg(unix)]
            Self::Cast => true,
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
            #[cfg(unix)]
            "cast" => Ok(Self::Cast),
            _ if cfg!(unix) => {
                Err(format!("`{text}` is no format: write markdown, html, svg or cast"))
            }
            _ => Err(format!("`{text}` is no format here: write markdown, html or svg")),
        }
    }
}
