//! The imports for code that draws without a screen of its own.

pub use ratatui::layout::{Constraint, Layout, Position, Rect};
pub use ratatui::text::Line;

pub use super::keys::Action;
pub use super::theme::Role;
pub use crate::text::number::{count, fixed, plural};
pub use elenchus_kit::text::{clean, counted, cut, cut_words, more, pad, pad_left, width, wrap};

/// A part of the screen with its own coordinates. Drawing outside it has no effect.
pub type Canvas<'a> = elenchus_kit::canvas::Canvas<'a, Role>;
