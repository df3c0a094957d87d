//! The terminal: the loop, the screens, boards, prompts, themes and keys.
//!
//! It knows boards, domains and briefs, and nothing of how a protocol works inside.

pub mod app;
pub mod board;
pub mod canvas;
pub mod keys;
pub mod layout;
pub mod offer;
pub mod prompt;
pub mod screen;
pub mod scroll;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod worker;

use std::path::PathBuf;

/// Opens the playground.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(_file: Option<PathBuf>) -> anyhow::Result<()> {
    Ok(())
}
