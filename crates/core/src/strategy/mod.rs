//! Players that are programs. A strategy is a pure function from what a seat sees to a move, or
//! to a mixture of moves; it draws no coins itself, so that exact evaluation can list its choices.

pub mod argument;
mod by_name;
mod choice;
pub(crate) mod judges;
pub(crate) mod listed;
mod retired;
pub mod script;
mod seating;

pub use argument::Argument;
pub use by_name::strategy;
pub use choice::{Choice, Drawn};
pub(crate) use listed::plays_as;
pub use listed::{Listed, Made, Make, Players, Strategy, plays};
pub use seating::Seating;
