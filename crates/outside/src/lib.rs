//! Players that are other programs. They speak JSON in lines, as chess engines speak their language:
//! asked on their standard input, they answer on their standard output.
//!
//! A program is told what a person in its seat is shown, and nothing else: the debate takes its seat
//! for a person's, and what stands in a message is made of what [`elenchus_core::text`] shows to its eye.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod best;
mod group;
mod message;
mod pane;
mod play;
mod process;
mod schema;

pub use message::{
    Answer, Argument, Asked, Bill, Evidence, Hello, Message, Moved, OfferTold, VERSION,
};
pub use pane::{Board, Pane};
pub use play::{Makes, Outsiders, Programs, Remark, Unplayed};
pub use process::{Failed, Process, end_all, let_go};
pub use schema::schema;

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
