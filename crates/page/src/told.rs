//! What the page says to the program, and what it hears.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::drawn::{DrawnRow, Styled};

/// What somebody did at the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageEvent {
    /// A key, as a key file writes it: `ctrl-l`. `at` is when it was pressed, in milliseconds since 1970.
    Key {
        /// The key.
        key: String,
        /// When.
        at: f64,
    },
    /// Text was pasted.
    Paste(String),
    /// A click on a cell: its column and row from 0.
    Click(u16, u16),
    /// The wheel was turned over the screen: up, or down.
    Wheel {
        /// Up rather than down?
        up: bool,
    },
    /// The screen has so many columns and rows.
    Size(u16, u16),
    /// Open what is in a file, or behind a link.
    Open {
        /// The file's name.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// Open the debate of this name.
    Find(String),
    /// Say a line to the person.
    Say(String),
    /// Go on with the work that waits, or look at the clock.
    Step,
    /// Draw everything anew.
    Redraw,
    /// Show the screen as HTML, one part below the other, or as cells.
    Face(bool),
}

/// How a page begins.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Columns and rows.
    pub size: (u16, u16),
    /// A theme's name.
    pub theme: Option<String>,
    /// What the browser has kept: the text of each file.
    pub kept: BTreeMap<String, String>,
    /// The course of the page; the whole library if there is none.
    pub course: Option<Course>,
    /// When nothing can be kept, why.
    pub unkept: Option<String>,
}

/// The course that a page was made for.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Course {
    /// What it is called.
    pub title: String,
    /// The text of each of its debates, in their order, and the file's name.
    pub debates: Vec<(String, String)>,
    /// Is it one debate, to be opened at once?
    pub opens: bool,
}

/// What the page has to do.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PageAnswer {
    /// The rows that have changed.
    pub rows: Vec<DrawnRow>,
    /// Styles that rows name by their number, as far as they are new.
    pub styles: Vec<Styled>,
    /// Files to be kept in the browser, or no longer.
    pub kept: Vec<(String, Option<String>)>,
    /// Files for the person, with their names.
    pub saved: Vec<(String, String)>,
    /// Does work wait, so that a step is due at once?
    pub busy: bool,
    /// In how many milliseconds a step is due.
    pub due: Option<u64>,
    /// Is the person to be asked for a file?
    pub pick: bool,
    /// The screen as HTML, where that is asked for and it has changed.
    pub face: Option<String>,
}
