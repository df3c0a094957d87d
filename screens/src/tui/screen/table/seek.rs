//! Looking for the next marked cell of a row that may be very long.

use crate::show::Board;
use crate::show::board::{Flaw, Mark, Pane, Part};
use crate::tui::worker::Token;

/// The next cell after `from` of a strip, or row of a table, that has a mark of its own: read, on trial or read by what
/// is on trial, or not as the viewer computed it. Goes round at the end.
pub(super) fn next_mark(
    board: &Board<'_>,
    pane: usize,
    from: usize,
    token: &Token,
) -> Option<usize> {
    let has_mark = |m: &Mark| m.flaw != Flaw::None || m.read.is_some() || m.part != Part::None;
    let (len, marked): (usize, Box<dyn Fn(usize) -> bool + '_>) = match board.panes.get(pane)? {
        Pane::Strip(strip) => (strip.len, Box::new(move |at| has_mark(&(strip.mark)(at)))),
        Pane::Table(table) => (table.len, Box::new(move |at| (table.row)(at).iter().any(has_mark))),
        _ => return None,
    };
    let mut places = (from + 1..len).chain(0..=from.min(len.saturating_sub(1)));
    let found = places.find(|&at| (at % 4096 == 0 && token.is_stopped()) || marked(at))?;
    marked(found).then_some(found)
}
