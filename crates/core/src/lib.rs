//! The core of Elenchus: debate protocols, without a user interface.
//!
//! A module in this list imports only modules that come before it. The modules in the first line
//! are re-exported from the crate `elenchus-machine`, which does not depend on debates:
//!
//! - [`chance`]: distributions and seeded randomness; [`work`]: long computations, their progress
//!   and cancellation; [`yaml`]: the reader of files; [`machine`]: computations and their transcripts;
//! - [`forms`]: the parts of a file: computations, moves and seats;
//! - [`rules`]: the building blocks of a protocol; [`text`]: the words that all protocols share;
//!   [`strategy`]: players that are programs; [`debate`]: records, seats and batches of debates;
//!   [`analysis`]: results that reports and the review share;
//! - [`protocol`]: one module for each protocol, with its rules, views, words, players and exact
//!   analysis;
//! - [`scenario`]: scenario files; [`review`]: goals and grades; [`batch`]: debates by the million.
//!
//! This crate uses no file system, process or terminal. The crate `elenchus-store` writes files,
//! and the crate `elenchus-outside` runs players that are other programs.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use elenchus_machine::{chance, machine, work, yaml};

pub mod analysis;
pub mod batch;
pub mod debate;
pub mod forms;
pub mod protocol;
pub mod review;
pub mod rules;
pub mod scenario;
pub mod strategy;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
