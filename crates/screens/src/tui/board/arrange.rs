//! Which rows each pane gets.

use ratatui::layout::Rect;

use super::detail;
use super::pane::kind;
use super::state::BoardState;
use crate::text::Board;
use crate::text::board::Pane;

/// Columns and rows from which on pictures are drawn.
const LEAST: (u16, u16) = (76, 20);

/// A part of the board's column, and its place.
pub type Part = (Block, Rect);

/// What a part shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A pane.
    Pane(usize),
    /// More about the item under this pane's cursor.
    Detail(usize),
}

/// All rows but the last, which explains the marks.
pub(super) fn body(area: Rect) -> Rect {
    Rect { height: area.height.saturating_sub(1), ..area }
}

/// Shares the rows among the panes: everybody what they need at least, then what they would like,
/// the pane with the focus first; spare rows separate the parts.
pub fn arrange(board: &Board<'_>, state: &BoardState, area: Rect) -> Vec<Part> {
    let columns = usize::from(area.width);
    let active = state.active(board);
    let mut blocks = Vec::new();
    let pictures = pictures(board, area);
    let replaced = |i: usize| pictures.iter().any(|p| p.1 == Some(i)) && state.focus != Some(i);
    for (i, pane) in board.panes.iter().enumerate() {
        if matches!(pane, Pane::Picture(_)) || replaced(i) {
            continue;
        }
        let (least, wanted) = kind(pane).rows(state.pane(i), columns);
        blocks.push((Block::Pane(i), least, wanted, 0));
        // A row of a table says most itself; more is for when a cursor is on it.
        let told = state.focus == Some(i) || !matches!(pane, Pane::Table(_));
        if active == Some(i) && told {
            let wanted = detail::lines(board, i, state, columns).len();
            if wanted > 0 {
                blocks.push((Block::Detail(i), wanted.min(3), wanted, 0));
            }
        }
    }
    let mut left = usize::from(area.height);
    // A table beside votes is shown whole where it can be: votes look alike at any height.
    let votes = board.panes.iter().any(|pane| matches!(pane, Pane::Votes(_)));
    let is_whole = |block: &Block| {
        votes && matches!(block, Block::Pane(i) if matches!(board.panes[*i], Pane::Table(_)))
    };
    // A picture has half of the room, and what the others leave.
    let needed = blocks.iter().map(|b| if is_whole(&b.0) { b.2 } else { b.1 }).sum::<usize>();
    let drawn = match (pictures.is_empty(), votes) {
        (true, _) => 0,
        (false, true) => (left / 2).min(left.saturating_sub(needed).max(left / 3)),
        (false, false) => left / 2,
    };
    left -= drawn;
    // The main pane is the first, unless the person looks at another.
    let first = state.focus.unwrap_or(0);
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    // What the person looks at comes first when rows are scarce.
    order.sort_by_key(|&b| match blocks[b].0 {
        Block::Pane(i) if i == first => 0,
        Block::Detail(i) if i == first => 1,
        Block::Pane(i) => 2 + 2 * i,
        Block::Detail(i) => 3 + 2 * i,
    });
    for &b in &order {
        let (block, least, wanted, given) = &mut blocks[b];
        let need = match block {
            Block::Detail(_) => (*wanted).min(6).max(*least),
            Block::Pane(_) => *least,
        };
        // A part that cannot show anything whole leaves its rows to the others; Tab brings it.
        *given = if need <= left {
            need
        } else if b == order[0] || matches!(block, Block::Detail(_)) {
            left
        } else {
            0
        };
        left -= *given;
    }
    for &b in &order {
        let (block, _, wanted, given) = &mut blocks[b];
        if is_whole(block) && *given > 0 && *wanted <= *given + left {
            left -= *wanted - *given;
            *given = *wanted;
        }
    }
    // One row more for each in turn, so that no pane takes all.
    let mut hungry = true;
    while left > 0 && hungry {
        hungry = false;
        for &b in &order {
            let (_, _, wanted, given) = &mut blocks[b];
            if *given > 0 && *given < *wanted && left > 0 {
                *given += 1;
                left -= 1;
                hungry = true;
            }
        }
    }
    if !pictures.is_empty() {
        let mut room = drawn + left;
        for (n, &(i, _)) in pictures.iter().enumerate() {
            // The last has what the others leave it.
            let given = match pictures.len() - n {
                1 => room,
                more => kind(&board.panes[i])
                    .rows(state.pane(i), columns)
                    .1
                    .min(room - room / (more + 1)),
            };
            blocks.push((Block::Pane(i), 0, given, given));
            room -= given;
        }
        left = 0;
    }
    let mut y = area.y;
    let mut parts = Vec::new();
    for (block, _, _, given) in blocks {
        if given == 0 {
            continue;
        }
        if !parts.is_empty() && left > 0 {
            left -= 1;
            y += 1;
        }
        parts.push((block, Rect { y, height: given as u16, ..area }));
        y += given as u16;
    }
    parts
}

/// The pictures that are drawn here, each with the pane it makes needless.
fn pictures(board: &Board<'_>, area: Rect) -> Vec<(usize, Option<usize>)> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return Vec::new();
    }
    let picture = |(i, pane): (usize, &Pane<'_>)| match pane {
        Pane::Picture(picture) => Some((i, picture.instead_of)),
        _ => None,
    };
    board.panes.iter().enumerate().filter_map(picture).collect()
}
