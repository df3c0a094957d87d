//! Computations and their transcripts, and what they stand on. Nothing here knows what a debate is.
//!
//! - [`chance`]: laws and seeded nature; [`work`]: long work, its progress and its stopping;
//!   [`yaml`]: the reader of files;
//! - [`machine`]: stochastic plans, circuits, quantified formulas, Turing machines, claim trees.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chance;
pub mod machine;
pub mod work;
pub mod yaml;

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
