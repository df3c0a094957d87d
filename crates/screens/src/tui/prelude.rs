//! The imports for screens, and for parts of screens that have keys.

pub use super::drawing::{
    Action, Canvas, Constraint, Layout, Line, Position, Rect, Role, clean, count, counted, cut,
    cut_words, fixed, more, pad, pad_left, plural, width, wrap,
};
pub use super::keys::{KeyMap, KeyScope};
pub use super::layout;
pub use super::offer::KeyCommand;
pub use super::prompt::TextLine;
pub use super::screen::{Context, Playground, Transition};
pub use super::scroll::{Scroll, by, moved, scrolled};
pub use super::session::DebateSession;
pub use super::worker::{CancelToken, Job, JobStatus, Pending};
pub use crate::rules::Seat;
pub use crate::scenario::library::LibraryEntry;
pub use elenchus_kit::edit::Edit;
pub use elenchus_kit::screen::Screen;
