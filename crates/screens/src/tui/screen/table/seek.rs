//! Searches in rows that may be very long.

use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, CellValue, Pane, StripCells};
use crate::tui::worker::CancelToken;

/// The next marked cell after `from` in a strip, or the next marked row of a table. A cell is marked if it was read, is
/// on trial, is read by the step on trial, or differs from the viewer's run. After the last cell, the search continues
/// at the first one.
pub(super) fn next_mark(
    board: &Board<'_>,
    pane: usize,
    from: usize,
    token: &CancelToken,
) -> Option<usize> {
    let has_mark =
        |m: &CellMark| m.flaw != CellFlaw::None || m.read.is_some() || m.part != CellRole::None;
    let (len, marked): (usize, Box<dyn Fn(usize) -> bool + '_>) = match board.panes.get(pane)? {
        Pane::Strip(strip) => (strip.len, Box::new(move |at| has_mark(&(strip.mark)(at)))),
        Pane::Table(table) => (table.len, Box::new(move |at| (table.row)(at).iter().any(has_mark))),
        _ => return None,
    };
    let mut places = (from + 1..len).chain(0..=from.min(len.saturating_sub(1)));
    let found = places.find(|&at| (at % 4096 == 0 && token.is_stopped()) || marked(at))?;
    marked(found).then_some(found)
}

/// The steps of a row that differ from the viewer's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DifferingSteps {
    /// The number of steps that differ.
    pub differ: usize,
    /// The number of steps that are written.
    pub of: usize,
}

/// Compares the first row of steps with the viewer's run. `None` if there is no such row, or if the search
/// was stopped. Also `None` if only the claim is written there and it agrees.
pub(super) fn differing(board: &Board<'_>, token: &CancelToken) -> Option<DifferingSteps> {
    let (_, strip) = board.steps().filter(|(_, strip)| strip.cells == StripCells::Steps)?;
    let (mut differ, mut of) = (0, 0);
    for at in 0..strip.len {
        if at % 4096 == 0 && token.is_stopped() {
            return None;
        }
        let mark = (strip.mark)(at);
        of += usize::from(matches!(mark.value, CellValue::Is(_)));
        differ += usize::from(mark.flaw == CellFlaw::Differs);
    }
    (of > 1 || differ > 0).then_some(DifferingSteps { differ, of })
}
