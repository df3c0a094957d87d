//! The short path. Its debates are at the top of the library.

use crate::scenario::library::LibraryEntry;

/// The library names of the debates of the short path, in order. Names that the library lacks are
/// skipped.
pub const START_HERE: [&str; 16] = [
    "find-the-lie",
    "contract-comma",
    "sha-256",
    "midpoint-hunt",
    "sixteen-quantifiers",
    "seven-steps",
    "two-faced-alice",
    "two-faced-alice-with-copies",
    "ten-desks-copy",
    "needle",
    "one-claim",
    "two-parcels",
    "two-parcels-seen",
    "most-of-three",
    "all-of-three",
    "needle-estimates",
];

/// The library shows a short path only if it has at least this many debates of the path.
const LEAST: usize = 3;

/// The indices of the short path's debates in `entries`. Empty if `entries` has too few of them.
pub(in crate::tui::screen) fn path(entries: &[LibraryEntry]) -> Vec<usize> {
    let place = |id: &&str| entries.iter().position(|entry| entry.id == **id);
    let path: Vec<usize> = START_HERE.iter().filter_map(place).collect();
    if path.len() < LEAST { Vec::new() } else { path }
}

/// The minutes that these debates take together.
pub(super) fn minutes(entries: &[LibraryEntry], of: &[usize]) -> u64 {
    let minutes = |&at: &usize| entries[at].scenario.as_ref().ok()?.minutes;
    of.iter().filter_map(minutes).map(u64::from).sum()
}
