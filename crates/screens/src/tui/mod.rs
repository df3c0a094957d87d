//! The playground in a terminal: the loop, the screens, boards, prompts, themes and keys.
//!
//! It knows boards, domains and briefs, but no protocol. The crate `elenchus-kit` has the terminal, the keys
//! and the widgets, and knows no debate.

pub mod axes;
pub mod board;
pub mod drawing;
pub mod goal;
mod hand_out;
pub mod headless;
pub mod keys;
mod kit;
mod player;
pub mod plot;
pub mod prelude;
mod programs;
pub mod progress;
pub mod prompt;
pub mod remote_seat;
#[cfg(unix)]
mod run;
pub mod screen;
pub mod screen_checks;
pub mod session;
pub mod theme;
pub mod worker;

#[cfg(unix)]
pub use elenchus_kit::environment::{colours, is_ascii};
pub use elenchus_kit::{card, clock, event, layout, list, scroll, svg, terminal, text, text_mode};
pub use kit::{app, offer};
#[cfg(unix)]
pub use run::{StartError, StartOptions, appearance, configuration_folder, run, run_on};
