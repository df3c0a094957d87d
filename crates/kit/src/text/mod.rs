//! Words and numbers as they appear on screen: cleaned, cut, wrapped and formatted.

pub mod clean;
pub mod cut;

pub use clean::clean;
pub use cut::{counted, cut, cut_words, more, pad, pad_left, row, rows, width, wrap};
