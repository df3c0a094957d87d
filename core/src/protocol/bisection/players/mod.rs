//! Players of a bisection.

mod alice;
mod bob;
mod judge;
mod roster;

pub(crate) use roster::step_and_cell;
