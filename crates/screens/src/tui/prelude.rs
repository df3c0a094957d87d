//! The imports for screens and for parts of them that have keys.

pub use super::drawing::{
    Action, Canvas, Position, Rect, Role, clean, count, counted, cut, cut_words, fixed, more, pad,
    pad_left, plural, width, wrap,
};
pub use super::keys::{KeyMap, KeyScope};
pub use super::layout::{self, Divider, ScreenLayout};
pub use super::offer::Offer;
pub use super::prompt::TextLine;
pub use super::screen::{Context, Playground, Transition};
pub use super::scroll::{by, moved};
pub use super::session::DebateSession;
pub use super::worker::{CancelToken, Job, JobStatus, Pending};
pub use crate::rules::Seat;
pub use crate::scenario::library::LibraryEntry;
pub use elenchus_kit::edit::Edit;
pub use elenchus_kit::screen::Screen;
