//! Debates on a disk. [`elenchus_core::scenario`] defines the content of a file; this crate re-exports it.
//!
//! - [`library`]: the shipped scenarios, and those of the user. [`course`]: debates in a fixed order.
//! - [`journal`]: writes every move to the disk before a screen shows it. [`archive`]: finished debates.
//! - [`files`]: reads files with a limit on their size. [`disk`]: makes every change to a file that the
//!   program keeps. [`text`]: files of people, in the encodings of their editors.
//!   [`fs`]: the files of the system, or files in memory in a browser.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use elenchus_core::scenario::*;

pub mod archive;
mod change;
pub mod course;
pub mod disk;
pub mod files;
pub mod fs;
pub mod journal;
pub mod library;
pub mod lock;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
