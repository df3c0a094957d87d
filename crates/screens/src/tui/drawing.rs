//! What is needed to draw, and nothing of screens.

pub use ratatui::layout::{Position, Rect};

pub use super::keys::Action;
pub use super::theme::Role;
pub use crate::text::number::{count, fixed, plural};
pub use elenchus_kit::text::{clean, counted, cut, cut_words, more, pad, pad_left, width, wrap};

/// A part of the screen, addressed from its own corner; drawing outside it does nothing.
pub type Canvas<'a> = elenchus_kit::canvas::Canvas<'a, Role>;
