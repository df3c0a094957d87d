//! The review of a finished or recorded debate. It shows every move with everything revealed.

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
