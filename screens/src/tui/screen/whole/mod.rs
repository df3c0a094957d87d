//! The whole course: what was learnt, and how well it was foreseen.

mod forecasts;
mod learnt;
mod screen;

pub use screen::Whole;
