//! The playground as a page: the same screens in a browser, without a server.
//!
//! The page says what a person did as a [`PageEvent`], and gets a [`PageAnswer`]: the rows that changed, files to
//! be kept or saved. Long work is done in steps between what the person does, for there is one thread.
#![warn(missing_docs)]

use elenchus_screens::tui;
use elenchus_store as scenario;

mod desk;
#[cfg(target_arch = "wasm32")]
mod doors;
mod drawn;
mod player;
mod told;
mod works;

pub use desk::{Change, Files, PageDesk};
pub use drawn::{Drawn, DrawnRow, Styled};
pub use player::Player;
pub use told::{Course, PageAnswer, PageEvent, Start};
