//! The library: the short path, all chapters, and the debates that were interrupted.

mod draw;
mod interrupted;
mod list;
mod opening;
mod preview;
mod screen;
mod start_here;
mod unfinished;

use std::sync::Arc;

pub(super) use opening::{lab_of, replay_setup, start};
pub use opening::{open_entry, resume, set_up};
pub use start_here::START_HERE;
pub(super) use start_here::path;
use unfinished::UnfinishedDebate;

use crate::rules::Side;
use crate::tui::prelude::*;
use crate::tui::scroll::Scroll;

/// The text field that has the focus.
enum LibraryInput {
    Filter,
    Open(TextLine),
}

/// A row that the cursor can select, with its index in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// An interrupted debate.
    Interrupted(usize),
    /// A debate of the library.
    Debate(usize),
    /// A chapter.
    Chapter(usize),
}

/// A row of the list.
enum ListRow {
    Heading(String),
    Text(String),
    Spot(Spot),
}

/// The list of debates.
#[derive(Default)]
pub struct LibraryScreen {
    entries: Arc<[LibraryEntry]>,
    filter: TextLine,
    typing: Option<LibraryInput>,
    /// The selected row. `None` if no row can be selected.
    at: Option<Spot>,
    /// The index of the debate at which the library starts. `None` if no debate was named.
    named: Option<usize>,
    /// The chapter whose debates are listed. `None` while the whole library is listed.
    chapter: Option<usize>,
    scroll: Scroll,
    unfinished: Pending<Vec<UnfinishedDebate>>,
    /// The debate that the player may give up, while Elenchus asks for a confirmation.
    giving_up: Option<UnfinishedDebate>,
    /// The winner that the player predicted, with the index of the debate.
    predicted: Option<(usize, Side)>,
    preview_shift: usize,
    /// `true` after a warning. The same key, pressed again, then leaves the program.
    warned: bool,
}
