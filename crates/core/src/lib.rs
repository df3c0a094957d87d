//! Debate protocols without a terminal: what Elenchus is about.
//!
//! The rooms, from the bottom up; imports go down only. The first line is the crate
//! `elenchus-machine`, which knows no debate:
//!
//! - [`chance`]: laws and seeded nature; [`work`]: long work, its progress and its stopping;
//!   [`yaml`]: the reader of files; [`machine`]: computations and their transcripts;
//! - [`forms`]: what stands in a file: computations, moves and seats;
//! - [`rules`]: what a protocol is made of; [`text`]: what words
//!   share; [`strategy`]: what a player that is a program is; [`debate`]: records, seats, many
//!   debates; [`analysis`]: what reports and the review share;
//! - [`protocol`]: the protocols, one room each: rules, what an eye may see, words, players, exact
//!   analysis;
//! - [`scenario`]: what stands in files; [`review`]: goals and their marks; [`batch`]: debates by the
//!   million.
//!
//! There is no file system here, no process and no terminal: files are on the disk by the crate
//! `elenchus-store`, players that are other programs are `elenchus-outside`.
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

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
