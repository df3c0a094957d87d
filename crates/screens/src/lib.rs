//! The terminal: what a person sees of a debate and plays it by, and the pages that show one
//! elsewhere.
//!
//! - [`tui`]: the screens and their keys, and how a terminal is taken and given back;
//! - [`export`]: a record as a page, a text, a handout, a cast.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{
    analysis, batch, chance, debate, machine, review, rules, strategy, text, work, yaml,
};
use elenchus_outside as outside;
use elenchus_store as scenario;

pub mod export;
pub mod tui;

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
