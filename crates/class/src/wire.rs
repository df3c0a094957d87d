//! What a student's machine and the class say to each other over the WebSocket.
//!
//! First a [`Hello`] as text, answered by a [`Said`]. Then, as binary messages, what is typed goes
//! there and what a terminal shows comes back; a change of size and the end are text.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::pages::PAGES;
use crate::tui::app::Looks;
use crate::tui::{StartError, wanted};

/// No message of a student is longer, in bytes.
pub(crate) const LONGEST: usize = 8 * 1024;
/// Terminals are drawn up to this size, in columns and rows.
const LARGEST: (u16, u16) = (200, 60);
/// The class speaks here.
pub(crate) const PATH: &str = "/sit";

/// How a student comes in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// [`version`] of the page or the program that asks.
    pub version: String,
    /// The class's code; not needed by who has a key.
    #[serde(default)]
    pub code: String,
    /// The student's name.
    pub name: String,
    /// What the class gave under this name before.
    #[serde(default)]
    pub key: Option<String>,
    /// The terminal's size in columns and rows.
    pub size: (u16, u16),
    /// The screens are wanted as text.
    #[serde(default)]
    pub face: bool,
    /// How the screens are to look.
    #[serde(default)]
    pub looks: Looking,
}

/// How somebody wants the screens to look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Looking {
    /// A theme's name; dark if none is given.
    pub theme: Option<String>,
    /// ASCII characters alone.
    pub ascii: bool,
    /// No colours.
    pub colourless: bool,
    /// No more than sixteen colours.
    pub sixteen: bool,
}

impl Looking {
    /// The looks that it means.
    ///
    /// # Errors
    /// If there is no such theme.
    pub(crate) fn looks(&self) -> Result<Looks, StartError> {
        let Self { colourless, sixteen, .. } = *self;
        let looks = Looks { colourless, sixteen, ..Looks::default() };
        wanted(looks, self.theme.as_deref(), self.ascii)
    }
}

/// What a student's machine says later, besides what is typed in a terminal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum StudentMessage {
    /// The terminal's new size in columns and rows.
    Size((u16, u16)),
    /// The screens are wanted as text, or as cells.
    Face(bool),
    /// A key where there is no terminal, as a key file writes it.
    Key(String),
    /// A click on a cell where there is no terminal: its column and row from 0.
    Click((u16, u16)),
}

/// What the class says, besides what is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Said {
    /// The student is in.
    Joined {
        /// Their name, as the class writes it.
        name: String,
        /// What lets them come back.
        key: String,
    },
    /// They are not let in.
    Refused {
        /// What they gave was wrong in this.
        what: Wrong,
        /// The reason, in words.
        words: String,
    },
    /// They were in; this connection is over.
    Ended {
        /// The reason, in words.
        words: String,
    },
}

/// What is wrong with a [`Hello`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wrong {
    /// The page or program is of another version.
    Version,
    /// The code.
    Code,
    /// The name.
    Name,
    /// The key.
    Key,
    /// Nothing: the class is full.
    Full,
    /// It is no [`Hello`].
    Hello,
}

impl Said {
    /// As text.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What page and class must have in common: the program's version and what the page is made of.
pub fn version() -> String {
    let mut hash = Sha256::new();
    for (_, _, bytes) in PAGES {
        hash.update(bytes);
    }
    let hash = crate::scenario::hex(hash.finalize().into_iter().take(4));
    format!("{}-{hash}", env!("CARGO_PKG_VERSION"))
}

/// A size that can be drawn, from what a terminal says.
pub(crate) fn bounded((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.min(LARGEST.0), rows.min(LARGEST.1))
}
