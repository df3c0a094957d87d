//! The playground in a terminal, and the pages that show a debate elsewhere.
//!
//! - [`tui`]: the screens, their keys, and the loop that draws them in a terminal;
//! - [`export`]: records as Markdown, web pages, pictures and handouts.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{
    analysis, batch, chance, debate, machine, review, rules, strategy, text, work, yaml,
};
use elenchus_outside as outside;
use elenchus_store as scenario;

pub mod export;
pub mod tui;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
