//! What everybody needs who draws a screen or a part of one, and says what its keys do.

pub use super::drawing::{
    Action, Canvas, Position, Rect, Role, clean, count, counted, cut, cut_words, fixed, more, pad,
    pad_left, plural, width, wrap,
};
pub use super::keys::{KeyMap, KeyScope};
pub use super::layout::{self, Anatomy, Divider};
pub use super::offer::Offer;
pub use super::prompt::Field;
pub use super::screen::{Context, Playground, Step};
pub use super::scroll::{by, moved};
pub use super::sitting::Sitting;
pub use super::worker::{Job, Pending, Poll, Token};
pub use crate::rules::Seat;
pub use crate::scenario::library::LibraryEntry;
pub use elenchus_kit::edit::Edit;
pub use elenchus_kit::screen::Screen;
