//! A finished debate, or a recorded one: how it went, move by move, with everything shown.

mod comparison;
mod curve;
mod draw;
mod ending;
mod events;
mod files;
mod finish;
mod honest;
mod layout;
mod lines;
mod notes;
mod replay;
mod searches;
mod state;
mod walk;

pub use state::ReviewScreen;
