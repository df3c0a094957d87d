//! The open class: the same screens for people on other machines, over a WebSocket.
//!
//! A student is an `App` of the screens whose frames are written to a connection and
//! whose keys come from it. The screens run on the few threads of the hall, their long work on those of
//! the works; a connection has one thread that reads and one that writes, and neither waits for the
//! screens. What is hidden from a student is never in their frames, and their machine gets nothing
//! else. No file of this machine can be named by them.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{analysis, debate, review, rules, work};
use elenchus_screens::tui;
use elenchus_store as scenario;

mod address;
mod addresses;
mod ballot;
mod door;
mod entrance;
mod grid;
mod hall;
mod http;
mod join;
mod line;
mod lobby;
mod marks;
mod members;
mod mirror;
mod name;
mod open;
mod pages;
mod picker;
mod projector;
mod roll;
mod rounds;
mod serve;
mod session;
mod shoulder;
mod show;
mod strangers;
mod student;
mod table;
mod teacher;
mod watch;
mod wire;
mod works;

pub use join::{Join, join};
pub use serve::serve;
pub use session::{Class, Setup};
pub use teacher::Teacher;
pub use wire::version;

#[cfg(test)]
mod tests {
    mod sizes;
    mod teaching;
}
