//! Looking for the next marked cell of a row that may be very long.

use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, CellValue, Pane, StripCells};
use crate::tui::worker::CancelToken;

/// The next cell after `from` of a strip, or row of a table, that has a mark of its own: read, on trial or read by what
/// is on trial, or not as the viewer computed it. Goes round at the end.
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

/// The steps of a row that are not what the viewer computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DifferingSteps {
    /// The row, among the panes.
    pub pane: usize,
    /// The first of them, from 0; none if all are as computed.
    pub first: Option<usize>,
    /// How many there are.
    pub count: usize,
    /// How many steps are written.
    pub of: usize,
}

/// Where the first row of steps differs from what the viewer computed; none without such a row, if no more than the
/// claim is written there and it does not differ, or if the search was stopped.
pub(super) fn differing(board: &Board<'_>, token: &CancelToken) -> Option<DifferingSteps> {
    let (pane, strip) = board.steps().filter(|(_, strip)| strip.cells == StripCells::Steps)?;
    let (mut first, mut count, mut of) = (None, 0, 0);
    for at in 0..strip.len {
        if at % 4096 == 0 && token.is_stopped() {
            return None;
        }
        let mark = (strip.mark)(at);
        of += usize::from(matches!(mark.value, CellValue::Is(_)));
        if mark.flaw == CellFlaw::Differs {
            first = first.or(Some(at));
            count += 1;
        }
    }
    (of > 1 || first.is_some()).then_some(DifferingSteps { pane, first, count, of })
}
