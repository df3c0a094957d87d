//! A debate being played: the claim, the board, the rule, the cost and the answer.

mod actions;
mod answer;
pub(super) mod areas;
mod commands;
mod debate;
mod draw;
mod events;
mod evidence;
mod exercise;
mod form;
mod frame;
mod pages;
mod rule;
mod run;
mod seat_board;
mod seek;
mod state;

pub(super) use frame::EndingFrame;
pub use state::{TableOptions, TableScreen};
