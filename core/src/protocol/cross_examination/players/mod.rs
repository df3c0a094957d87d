//! Players of a cross-examination.

pub(crate) mod alice;
pub(crate) mod bob;
pub(crate) mod judge;
mod roster;
