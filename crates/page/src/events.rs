//! The messages between the page and the program.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::frame::{DrawnRow, RunStyle};

/// An event of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageEvent {
    /// A key, in the spelling of a key file: `ctrl-l`.
    Key {
        /// The key.
        key: String,
        /// The time of the key press, in milliseconds since 1970.
        at: f64,
    },
    /// Pasted text.
    Paste(String),
    /// A click on a cell: column and row, from 0.
    Click(u16, u16),
    /// A turn of the mouse wheel.
    Wheel {
        /// `true` for up.
        up: bool,
    },
    /// The new size of the screen in columns and rows.
    Size(u16, u16),
    /// Opens the content of a file or link.
    Open {
        /// The file's name.
        name: String,
        /// The content.
        bytes: Vec<u8>,
    },
    /// Opens the debate of this name.
    Find(String),
    /// Shows a line to the user.
    Say(String),
    /// Continues waiting work, or updates the clock.
    Step,
    /// Draws everything again.
    Redraw,
    /// Shows the screen as HTML or as cells.
    Face(bool),
}

/// The settings with which a page starts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageStart {
    /// The size of the screen in columns and rows.
    pub size: (u16, u16),
    /// The name of a theme.
    pub theme: Option<String>,
    /// `true` if nothing may move by itself.
    pub still: bool,
    /// The files that the browser stored, as text.
    pub kept: BTreeMap<String, String>,
    /// The course of the page. `None` for the whole library.
    pub course: Option<PageCourse>,
    /// `true` if a link names a debate. After the start, the page opens this debate instead of the first one.
    pub linked: bool,
}

/// The course of a page.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PageCourse {
    /// The title.
    pub title: String,
    /// The name and text of each debate, in order.
    pub debates: Vec<(String, String)>,
    /// `true` for a single debate that opens at once.
    pub opens: bool,
}

/// The tasks for the page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PageRequest {
    /// The changed rows.
    pub rows: Vec<DrawnRow>,
    /// New styles. Rows name a style by its number.
    pub styles: Vec<RunStyle>,
    /// Files to store in the browser. If the content is `None`, the browser removes the file.
    pub kept: Vec<(String, Option<String>)>,
    /// Files to download, with their names.
    pub saved: Vec<(String, String)>,
    /// `true` if work waits, so the next step is due at once.
    pub busy: bool,
    /// The milliseconds until the next step.
    pub due: Option<u64>,
    /// `true` if the page should ask for a file.
    pub pick: bool,
    /// The screen as HTML, if the page asked for it and it changed.
    pub face: Option<String>,
    /// The colours of the theme as custom properties of CSS, if they changed.
    pub colours: Option<String>,
}
