//! Looking for the next marked cell of a row that may be very long.

use crate::rules::Board;
use crate::rules::board::{Flaw, Pane, Part};
use crate::tui::worker::Token;

/// The next cell after `from` of a strip that has a mark of its own: read, on trial or read by what
/// is on trial, or not as the viewer computed it. Goes round at the end.
pub(super) fn next_mark(
    board: &Board<'_>,
    pane: usize,
    from: usize,
    token: &Token,
) -> Option<usize> {
    let Some(Pane::Strip(strip)) = board.panes.get(pane) else { return None };
    let marked = |at: &usize| {
        let mark = (strip.mark)(*at);
        mark.flaw != Flaw::None || mark.read.is_some() || mark.part != Part::None
    };
    let mut places = (from + 1..strip.len).chain(0..=from.min(strip.len.saturating_sub(1)));
    let found = places.find(|at| (at % 4096 == 0 && token.is_stopped()) || marked(at))?;
    marked(&found).then_some(found)
}
