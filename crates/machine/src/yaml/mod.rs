//! Reads YAML, and JSON as a part of YAML. All file formats of Elenchus use this module.
//!
//! A library parses the syntax into events. This module converts events to values, and reports errors with their
//! places and in our own words. There is only one type of reader. A generic reader was compiled again for every
//! format, and these copies were a quarter of the program.

mod error;
mod events;
mod mapping;
mod place;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;

pub use error::{LineColumn, YamlError};
pub use place::placed;
pub use reader::{LARGEST_FILE, read};
