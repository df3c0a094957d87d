//! Debates on a disk.
//!
//! - [`library`]: the shipped scenarios, which are part of the program, and the user's own;
//!   [`course`]: debates in an order;
//! - [`journal`]: every move on the disk before a screen shows it; [`archive`]: what was played to its
//!   end.
//!
//! What stands in a file is [`elenchus_core::scenario`], all of which is here too.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use elenchus_core::scenario::*;

pub mod archive;
pub mod course;
pub mod journal;
pub mod library;

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
