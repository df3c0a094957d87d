//! A finished debate, or a recorded one: how it went, move by move, with everything shown.

mod acts;
mod answers;
mod better;
mod curve;
mod draw;
mod ending;
mod events;
mod files;
mod finish;
mod honest;
mod lines;
mod luck;
mod misfits;
mod notes;
mod parts;
mod replay;
mod state;
mod values;
mod walk;

pub(super) use ending::result;
pub use state::Review;
