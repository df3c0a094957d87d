//! Consultancy: one prover argues before a judge. A random draw gives her the answer that she argues
//! for.
//!
//! This protocol is outside `elenchus-core`. Its rules, views, words and players are in this crate, and
//! it is played, drawn, solved and simulated like the built-in protocols.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod players;
mod rules;
mod solve;
mod view;
mod words;

pub use rules::{Consultancy, Evidence, Phase};
