//! A debate being played: title, claim, board, rule, ledger, prompt.

mod actions;
mod commands;
mod debate;
mod draw;
mod events;
mod evidence;
mod exercise;
mod form;
mod run;
mod seat_board;
mod seek;
mod state;

pub use state::{TableOptions, TableScreen};
