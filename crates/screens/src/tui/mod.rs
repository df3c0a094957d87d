//! The terminal: the loop, the screens, boards, prompts, themes and keys.
//!
//! It knows boards, domains and briefs, and nothing of how a protocol works inside. What it needs of a
//! terminal, of keys and of widgets is a kit of its own, which knows no debate.

pub mod board;
pub mod chair;
pub mod drawing;
pub mod goal;
mod hand_out;
pub mod keys;
mod kit;
mod outside;
mod player;
pub mod plot;
pub mod prelude;
pub mod progress;
pub mod prompt;
pub mod proof;
#[cfg(unix)]
mod run;
pub mod screen;
pub mod sitting;
pub mod stage;
pub mod theme;
pub mod worker;

#[cfg(unix)]
pub use elenchus_kit::environment::{colours, is_ascii};
pub use elenchus_kit::{clock, event, face, layout, list, scroll, svg, terminal, text};
pub use kit::{app, offer};
#[cfg(unix)]
pub use run::{Start, StartError, configuration_folder, run, run_on, wanted};
