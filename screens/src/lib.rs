//! The terminal: what a person sees of a debate and plays it by, and the pages that show one
//! elsewhere.
//!
//! - [`tui`]: the screens and their keys, and how a terminal is taken and given back;
//! - [`export`]: a record as a page, a text, a handout, a cast.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{
    analysis, chance, debate, exercise, lab, machine, outside, rules, scenario, show, strategy,
    work, yaml,
};

pub mod export;
pub mod tui;
