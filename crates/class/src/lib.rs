//! A class: students use the same screens on their own machines, over a WebSocket.
//!
//! Each student has an `App`. The student's connection carries the frames of the `App` to the student, and the
//! student's keys to the `App`. The module `scheduler` runs the screens on a few threads, and `job_pool` runs their
//! long work. Each connection has one thread for reading and one for writing, and neither waits for the screens. A
//! student's machine receives only frames. A frame never contains anything that is hidden from this student. A student
//! cannot name a file of the teacher's machine.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use elenchus_core::{analysis, debate, review, rules, work};
use elenchus_screens::tui;
use elenchus_store as scenario;

mod address;
mod addresses;
mod class_progress;
mod connection;
mod entrance;
mod grid;
mod http;
mod job_pool;
mod join;
mod join_limiter;
mod lobby;
mod members;
mod messages;
mod monitor;
mod name;
mod open_item;
mod pages;
mod pending;
mod picker;
mod poll;
mod projection;
mod projector;
mod remote_terminal;
mod roster;
mod rounds;
mod scheduler;
mod serve;
mod session;
mod student;
mod student_view;
mod table;
mod teacher;

pub use join::{JoinOptions, join};
pub use messages::version;
pub use serve::serve;
pub use session::{Class, ClassSetup};
pub use teacher::TeacherScreen;

#[cfg(test)]
mod tests {
    mod grants;
    mod secrets;
    mod sizes;
    mod teaching;
}
