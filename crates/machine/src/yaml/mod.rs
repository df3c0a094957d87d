//! Reads YAML, and so JSON too: all formats of files use this module.
//!
//! A library parses the syntax. This module gives its events their meaning, with places and in our
//! own words. There is only one reader type. With a library's generic reader, every format had its
//! own compiled copy, which was a quarter of the program.

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
