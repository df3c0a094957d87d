//! A debate being played: title, claim, board, rule, ledger, prompt.

mod acts;
mod debate;
mod draw;
mod events;
mod evidence;
mod exercise;
mod form;
mod offers;
mod run;
mod seek;
mod sight;
mod state;

pub use state::{Options, TableScreen};
