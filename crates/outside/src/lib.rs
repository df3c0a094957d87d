//! External players. An external player is a program that reads questions as lines of JSON on standard input and writes
//! its answers to standard output. It receives what a person in its seat would see, and nothing else. Messages contain
//! only what [`elenchus_core::text`] shows to this seat.
//!
//! A [`PlayerFunction`] of the calling program gets the same question, and plays without a process.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod best_response;
mod function;
mod message;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(not(target_os = "linux"))]
#[path = "no_orphans.rs"]
mod orphans;
mod pane;
mod play;
mod process;
mod process_group;
mod schema;

pub use function::PlayerFunction;
pub use message::{
    ActionMessage, DebateStart, EvidenceMessage, MoveArgument, MoveRequest, ObservedMove,
    PartyCosts, ProgramMessage, ProgramReply, VERSION,
};
pub use orphans::adopt_orphans;
pub use pane::{BoardMessage, PaneMessage};
pub use play::{MakeMove, ProgramPlayError, ProgramRemark, ProgramSettings, RunningPrograms};
pub use process::{Process, ProgramFailure, end_all, let_go};
pub use schema::schema;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
