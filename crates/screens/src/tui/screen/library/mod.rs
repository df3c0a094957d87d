//! The library: the course in order, a preview, and the debates left open.

mod draw;
mod list;
mod opening;
mod preview;
mod screen;
mod unfinished;

use std::sync::Arc;

pub(super) use opening::{lab_of, replay_setup};
pub use opening::{open_entry, resume};
use unfinished::UnfinishedDebate;

use crate::tui::prelude::*;
use crate::tui::scroll::Scroll;

/// What is being typed.
enum LibraryInput {
    Filter,
    Open(TextLine),
}

/// A line of the list.
enum ListLine<'a> {
    Chapter(usize, &'a str),
    Entry(usize),
}

/// The list of debates.
#[derive(Default)]
pub struct LibraryScreen {
    entries: Arc<[LibraryEntry]>,
    filter: TextLine,
    typing: Option<LibraryInput>,
    /// The entry under the cursor.
    at: usize,
    /// The entry that it was begun at, if one was named.
    named: Option<usize>,
    scroll: Scroll,
    unfinished: Pending<Vec<UnfinishedDebate>>,
    /// The one of them that was chosen by its own keys; gone when the cursor moves.
    chosen: Option<usize>,
    /// The debate that is asked about: should it be given up?
    giving_up: Option<UnfinishedDebate>,
    preview_shift: usize,
    /// Was it said that the key which led here leaves the program if it is pressed again?
    warned: bool,
}
