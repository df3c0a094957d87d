//! Consultancy: one prover, who argues for the side that a coin gave her, and a judge.
//!
//! A protocol that lives outside `elenchus-core`: its rules, views, words and players stand in this
//! crate, and it is played, drawn, solved and simulated as the built-in ones are.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use rules::{Consultancy, Evidence, Phase};
