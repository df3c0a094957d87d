//! The messages between a student's machine and the class over the WebSocket.
//!
//! First the student sends a [`Hello`] as text, and the class answers with a [`ClassMessage`]. After that, binary
//! messages carry input to the class and frames to the student. Changes of size and the end are text.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::pages::PAGES;
use crate::tui::app::Looks;
use crate::tui::{StartError, appearance};

/// The longest message of a student in bytes.
pub(crate) const LONGEST: usize = 8 * 1024;
/// The largest size at which screens are drawn, in columns and rows.
const LARGEST: (u16, u16) = (200, 60);
/// The path of the WebSocket.
pub(crate) const PATH: &str = "/sit";

/// The request to join a class.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    /// The [`version`] of the page or program.
    pub version: String,
    /// The code of the class. Not needed with a key.
    #[serde(default)]
    pub code: String,
    /// The name of the student.
    pub name: String,
    /// The key that the class gave earlier for this name.
    #[serde(default)]
    pub key: Option<String>,
    /// The size of the terminal in columns and rows.
    pub size: (u16, u16),
    /// `true` to show the screens as text.
    #[serde(default)]
    pub face: bool,
    /// The appearance of the screens.
    #[serde(default)]
    pub looks: DisplayRequest,
}

/// The appearance that a student wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct DisplayRequest {
    /// The name of a theme. `None` for the dark one.
    pub theme: Option<String>,
    /// `true` to use only ASCII characters.
    pub ascii: bool,
    /// `true` to use no colours.
    pub colourless: bool,
    /// `true` to use at most sixteen colours.
    pub sixteen: bool,
}

impl DisplayRequest {
    /// The appearance with the theme of this name.
    ///
    /// # Errors
    /// If there is no such theme.
    pub(crate) fn appearance(&self) -> Result<Looks, StartError> {
        let Self { colourless, sixteen, .. } = *self;
        let looks = Looks { colourless, sixteen, ..Looks::default() };
        appearance(looks, self.theme.as_deref(), self.ascii)
    }
}

/// A later message of a student's machine, besides the input of a terminal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum StudentMessage {
    /// The terminal's new size in columns and rows.
    Size((u16, u16)),
    /// `true` to show the screens as text, `false` as cells.
    Face(bool),
    /// A key, if there is no terminal, in the notation of a key file.
    Key(String),
    /// A click on a cell, if there is no terminal: column and row, from 0.
    Click((u16, u16)),
}

/// A message of the class, besides frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClassMessage {
    /// The student is in.
    Joined {
        /// The name, as the class spells it.
        name: String,
        /// The key for coming back.
        key: String,
    },
    /// The student is not let in.
    Refused {
        /// The part of the request that is wrong.
        what: JoinError,
        /// The reason in words.
        words: String,
    },
    /// The connection is over.
    Ended {
        /// The reason in words.
        words: String,
    },
}

/// The part of a [`Hello`] that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JoinError {
    /// The version of the page or program.
    Version,
    /// The code.
    Code,
    /// The name.
    Name,
    /// The key.
    Key,
    /// None, but the class is full.
    Full,
    /// The message is not a [`Hello`].
    Hello,
}

impl ClassMessage {
    /// The message as JSON.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The version that page and class must have in common: that of the program, and a hash of the page's files.
pub fn version() -> String {
    let mut hash = Sha256::new();
    for (_, _, bytes) in PAGES {
        hash.update(bytes);
    }
    let hash = crate::scenario::hex(hash.finalize().into_iter().take(4));
    format!("{}-{hash}", env!("CARGO_PKG_VERSION"))
}

/// Limits the size of a terminal to the largest that is drawn.
pub(crate) fn bounded((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.min(LARGEST.0), rows.min(LARGEST.1))
}
