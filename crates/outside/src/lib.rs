//! External players. An external player is a program that reads questions as lines of JSON on standard input and writes
//! its answers to standard output. It receives what a person in its seat would see, and nothing else. Messages contain
//! only what [`elenchus_core::text`] shows to this seat.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod best_response;
mod message;
mod pane;
mod play;
mod process;
mod process_group;
mod schema;

pub use message::{
    ActionMessage, DebateStart, EvidenceMessage, MoveArgument, MoveRequest, ObservedMove,
    PartyCosts, ProgramMessage, ProgramReply, VERSION,
};
pub use pane::{BoardMessage, PaneMessage};
pub use play::{MakeMove, ProgramPlayError, ProgramRemark, ProgramSettings, RunningPrograms};
pub use process::{Process, ProgramFailure, end_all, let_go};
pub use schema::schema;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
