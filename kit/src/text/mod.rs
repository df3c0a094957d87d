//! Words and numbers as they appear on screen: cleaned, cut, wrapped and formatted.

pub mod clean;
pub mod cut;
mod more;

pub use clean::clean;
pub use cut::{cut, cut_words, pad, pad_left, row, rows, width, wrap};
pub use more::{counted, more};
