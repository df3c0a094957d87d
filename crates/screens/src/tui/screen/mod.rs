//! The screens, one file each, behind one small trait.

mod attempts;
mod chapter;
mod context;
mod course;
mod drag;
mod evaluation;
mod file_name;
mod help;
mod lab;
mod ledger;
mod library;
mod lines;
mod moves;
mod players;
mod progress;
mod question;
mod review;
mod seats;
mod side;
mod table;
mod typing;
mod waiting;
mod welcome;

pub use attempts::Attempts;
pub use chapter::Chapter;
use context::keep_journal;
pub use context::{Context, Playground, leave_knowingly};
pub use course::Course;
use drag::Drag;
pub use elenchus_kit::edit::Edit;
pub use elenchus_kit::screen::Screen;
pub(super) use file_name::file_name;
pub use help::Help;
pub use lab::{Lab, Played};
pub use library::{Library, open_entry, resume};
pub use progress::ProgressPage;
use question::Question;
pub use review::Review;
pub use seats::Seats;
pub use table::{Options, TableScreen};
use waiting::Waiting;
pub use welcome::{Welcome, is_first};

/// Where to go after an action.
pub type Step = elenchus_kit::screen::Step<Playground>;
