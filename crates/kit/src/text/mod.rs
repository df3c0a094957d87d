//! Text on a screen: cleaned, cut and wrapped.

pub mod clean;
pub mod cut;

pub use clean::clean;
pub use cut::{counted, cut, cut_words, fit, more, pad, pad_left, row, rows, width, wrap};
