//! What everybody needs who draws a screen or a part of one, and says what its keys do.

pub use ratatui::layout::{Position, Rect};

pub use super::canvas::Canvas;
pub use super::keys::{Action, KeyMap, KeyScope};
pub use super::layout::{self, Anatomy, Divider};
pub use super::offer::Offer;
pub use super::prompt::Field;
pub use super::screen::{Context, Playground, Step};
pub use super::scroll::{by, moved};
pub use super::sitting::Sitting;
pub use super::text::{clean, counted, cut, cut_words, more, pad, pad_left, width, wrap};
pub use super::theme::Role;
pub use super::worker::{Job, Pending, Poll, Token};
pub use crate::rules::Seat;
pub use crate::scenario::library::LibraryEntry;
pub use crate::text::number::{count, fixed, plural};
pub use elenchus_kit::edit::Edit;
pub use elenchus_kit::screen::Screen;
