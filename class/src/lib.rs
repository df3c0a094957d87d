//! The open class: the same screens for people on other machines, over a WebSocket.
//!
//! A student is an `App` of the screens whose frames are written to a connection and
//! whose keys come from it. The screens run on the few threads of the hall, their long work
//! on those of the works, the connections on one more; a student who does nothing holds no
//! thread. What is hidden from a student is never in their frames, and their machine gets nothing
//! else. No file of this machine can be named by them.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{debate, rules, work, yaml};
use elenchus_screens::tui;
use elenchus_store as scenario;

mod entrance;
mod guesses;
mod hall;
mod http;
mod join;
mod line;
mod list;
mod lobby;
mod members;
mod open;
mod pages;
mod picker;
mod roll;
mod serve;
mod session;
mod shoulder;
#[cfg(test)]
mod sizes;
mod student;
mod switches;
mod table;
mod teacher;
mod wire;
mod works;

pub use join::{Join, join};
pub use serve::{Served, serve};
pub use session::{Class, Setup};
pub use teacher::Teacher;
pub use wire::version;
