//! Players that are programs. A strategy is a pure function from what a seat sees to a move, or
//! to a mixture of moves; it draws no coins itself, so that exact evaluation can list its choices.

pub mod argument;
pub mod bisection;
mod by_name;
mod choice;
pub mod circuit_walk;
pub mod cross_examination;
pub mod estimator;
mod listed;
pub mod prover;
pub mod prover_estimator;
pub mod quantified;
pub mod recursive;
pub mod script;
mod seating;
pub mod stochastic;
pub mod tableau;
pub mod twins;
pub mod witness;

pub use argument::Argument;
pub use by_name::strategy;
pub use choice::{Choice, Drawn};
pub use listed::{Listed, Made, Make, Players, Strategy, plays};
pub use seating::Seating;
