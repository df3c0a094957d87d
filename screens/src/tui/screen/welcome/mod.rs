//! The first start: what the game is, where the bits light up, and which key asks for help.

mod screen;

pub use screen::{Welcome, is_first};
