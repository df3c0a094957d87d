//! What a page is written as.

use std::str::FromStr;

use crate::tui::theme::{Preset, Theme};

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
    /// What boards are drawn in that have a wide screen: a picture is on light paper, a recording on a
    /// terminal.
    pub(super) fn wide(self) -> Option<Theme> {
        match self {
            Self::Markdown | Self::Html => None,
            Self::Svg => Some(Preset::Light.theme()),
            #[cfg(unix)]
            Self::Cast => Some(Theme::default()),
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
