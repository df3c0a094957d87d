//! How many rows a pane wants.

use super::{PaneState, circuit, gauge, picture, strip, tree, words};
use crate::show::board::Pane;

/// Rows that a pane needs at least, and rows it would like.
pub(super) fn rows(pane: &Pane<'_>, state: &PaneState, columns: usize) -> (usize, usize) {
    match pane {
        Pane::Strip(strip) => strip::rows(strip, columns),
        Pane::Table(table) => (table.len.min(2) + 1, table.len + 1),
        Pane::Gauge(gauge) => gauge::rows(gauge),
        Pane::Votes(_) => (9, 24),
        Pane::Intervals(intervals) => {
            (intervals.rounds.len().min(2) + 1, intervals.rounds.len() + 1)
        }
        Pane::Tapes(tapes) => (tapes.tapes.len().min(3) * 3, tapes.tapes.len() * 3),
        Pane::Tree(tree) => tree::rows(tree, state),
        Pane::Circuit(circuit) => circuit::rows(circuit),
        Pane::Words(lines) => words::rows(lines, columns),
        Pane::Picture(picture) => (0, picture::rows(picture, columns)),
    }
}
