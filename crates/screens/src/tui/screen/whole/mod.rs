//! The whole course: what was learnt, the one claim that every chapter debates, six questions, and how well
//! the ends were foreseen.

mod answers;
mod evidence;
mod forecasts;
mod learnt;
mod questions;
mod screen;
mod thread;

pub use screen::Whole;
