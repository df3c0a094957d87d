//! The terminal: the loop, the screens, boards, prompts, themes and keys.
//!
//! It knows boards, domains and briefs, and nothing of how a protocol works inside.

pub mod app;
pub mod board;
pub mod canvas;
pub mod chair;
pub mod clock;
pub mod event;
pub mod face;
pub mod goal;
mod hand_out;
pub mod keys;
pub mod layout;
pub mod list;
pub mod offer;
mod outside;
mod player;
pub mod progress;
pub mod prompt;
pub mod proof;
#[cfg(unix)]
mod run;
pub mod screen;
pub mod scroll;
pub mod sitting;
pub mod stage;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod worker;

#[cfg(unix)]
pub use run::{Start, StartError, colours, configuration_folder, is_ascii, run, run_on};
