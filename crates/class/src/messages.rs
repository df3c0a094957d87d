//! The messages between a student's machine and the class over the WebSocket.
//!
//! First the student sends a [`JoinRequest`] as text, and the class answers with a [`ClassMessage`]. After that, binary
//! messages carry keyboard input to the class and frames to the student. A change of size and the end of the connection
//! are text messages.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::pages::PAGES;
use crate::tui::app::Appearance;
use crate::tui::{StartError, appearance};

/// The longest message of a student in bytes.
pub(crate) const LONGEST: usize = 8 * 1024;
/// The largest size at which screens are drawn, in columns and rows.
const LARGEST: (u16, u16) = (200, 60);
/// The path of the WebSocket.
pub(crate) const PATH: &str = "/sit";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    /// The [`version`] of the student's page or program.
    pub version: String,
    /// The code of the class. A student who has a key needs no code.
    #[serde(default)]
    pub code: String,
    pub name: String,
    /// The key that the class gave earlier for this name.
    #[serde(default)]
    pub key: Option<String>,
    /// The size of the terminal in columns and rows.
    pub size: (u16, u16),
    /// `true` to show the screens as text instead of cells.
    #[serde(default)]
    pub face: bool,
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
    /// Returns an error if there is no such theme.
    pub(crate) fn appearance(&self) -> Result<Appearance, StartError> {
        let Self { colourless, sixteen, .. } = *self;
        let looks = Appearance { colourless, sixteen, ..Appearance::default() };
        appearance(looks, self.theme.as_deref(), self.ascii)
    }
}

/// A message that a student's machine sends after joining. Input from a terminal comes as bytes instead.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum StudentMessage {
    /// The terminal's new size in columns and rows.
    Size((u16, u16)),
    /// `true` to show the screens as text, `false` as cells.
    Face(bool),
    /// A key in the notation of a key file, if the student has no terminal.
    Key(String),
    /// A click on the cell at this column and row, counted from 0, if the student has no terminal.
    Click((u16, u16)),
}

/// A message of the class that is not a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClassMessage {
    /// The class lets the student in.
    Joined {
        /// The student's name, as the class spells it.
        name: String,
        /// The key with which the student comes back.
        key: String,
    },
    /// The class does not let the student in.
    Refused {
        /// The part of the request that is wrong.
        what: JoinError,
        words: String,
    },
    /// The connection has ended.
    Ended {
        /// The reason.
        words: String,
    },
}

/// The part of a [`JoinRequest`] that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JoinError {
    Version,
    Code,
    Name,
    Key,
    /// No part is wrong, but the class is full.
    Full,
    /// The message is not a [`JoinRequest`].
    Hello,
}

impl ClassMessage {
    /// The message as JSON.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The version that a page and its class must share: the version of the program, and a hash of the page's files.
pub fn version() -> String {
    let mut hash = Sha256::new();
    for (_, _, bytes) in PAGES {
        hash.update(bytes);
    }
    let hash = crate::scenario::hex(hash.finalize().into_iter().take(4));
    format!("{}-{hash}", env!("CARGO_PKG_VERSION"))
}

/// Limits the size of a terminal to the largest size that is drawn.
pub(crate) fn bounded((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.min(LARGEST.0), rows.min(LARGEST.1))
}
