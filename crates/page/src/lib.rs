//! The playground as a page: the same screens in a browser, without a server. The page sends a person's input
//! as a [`PageEvent`], and gets a [`PageRequest`]: the changed rows, and files to store or download. There is
//! only one thread, so long work runs in steps between the events.
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
