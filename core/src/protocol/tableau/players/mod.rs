//! Players of a cross-examined Turing machine.

mod alice;
mod bob;
mod judge;
mod roster;
