//! The system cannot list the descendants of a process, so only the process group of a program ends with it.

/// Does nothing: no process can adopt another one here.
pub fn adopt_orphans() {}

pub(crate) fn end_orphans() {}

pub(crate) fn end_tree(_: u32) {}
