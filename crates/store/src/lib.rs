//! Debates on a disk.
//!
//! - [`library`]: the shipped scenarios, which are part of the program, and the user's own;
//!   [`course`]: debates in an order;
//! - [`journal`]: every move on the disk before a screen shows it; [`archive`]: what was played to its
//!   end;
//! - [`files`]: reading files, whoever names them; [`disk`]: every change to a file that the program keeps;
//!   [`fs`]: the system's files, or in a browser ones in memory.
//!
//! What stands in a file is [`elenchus_core::scenario`], all of which is here too.
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

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
