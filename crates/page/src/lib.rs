//! The playground as a web page: the same screens in a browser, without a server. The page sends the user's input as a
//! [`PageEvent`]. It gets a [`PageRequest`] with the changed rows and the files to store or download. There is only one
//! thread, so long work runs in steps between the events.
#![warn(missing_docs)]

use elenchus_screens::tui;
use elenchus_store as scenario;

mod events;
#[cfg(target_arch = "wasm32")]
mod ffi;
mod frame;
mod jobs;
mod player;
mod playground;

pub use events::{PageCourse, PageEvent, PageRequest, PageStart};
pub use frame::{DrawnRow, PageFrame, RunStyle};
pub use player::PagePlayer;
pub use playground::{FileChange, PageDesk, PageFiles};
