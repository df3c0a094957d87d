//! Computations and their transcripts, with the modules that they need. Nothing here knows about debates.
//!
//! - [`chance`]: distributions and seeded randomness; [`work`]: long work, with progress and
//!   cancellation; [`yaml`]: the reader of files;
//! - [`machine`]: stochastic plans, circuits, quantified formulas, Turing machines, claim trees.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chance;
pub mod machine;
pub mod work;
pub mod yaml;

/// Runs the examples of the readme page as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
