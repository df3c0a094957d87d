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
        /// The time when it was pressed, in milliseconds since 1970.
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
    /// Shows a line to the person.
    Say(String),
    /// Continues waiting work, or updates the clock.
    Step,
    /// Draws everything again.
    Redraw,
    /// Shows the screen as HTML or as cells.
    Face(bool),
}

/// The start of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageStart {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The name of a theme.
    pub theme: Option<String>,
    /// The files that the browser stored, as text.
    pub kept: BTreeMap<String, String>,
    /// The course of the page. `None` for the whole library.
    pub course: Option<PageCourse>,
    /// The reason why nothing can be stored. `None` if it can.
    pub unkept: Option<String>,
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
    /// New styles. Rows name them by their number.
    pub styles: Vec<RunStyle>,
    /// Files to store in the browser, or to remove.
    pub kept: Vec<(String, Option<String>)>,
    /// Files to download, with their names.
    pub saved: Vec<(String, String)>,
    /// `true` if work waits, so that a step is due at once.
    pub busy: bool,
    /// The milliseconds until the next step.
    pub due: Option<u64>,
    /// `true` if the page should ask for a file.
    pub pick: bool,
    /// The screen as HTML, if the page asked for it and it changed.
    pub face: Option<String>,
}
