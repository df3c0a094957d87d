//! Players of a cross-examination.

pub(super) mod alice;
pub(super) mod bob;
pub(super) mod judge;
mod roster;
