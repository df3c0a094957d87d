//! Which rows each pane of a board gets, and the board drawn in them.

use ratatui::layout::Rect;

use super::legend::Legend;
use super::pane::{PaneContext, PanePicture, kind, pictures};
use super::state::{BoardState, HitTarget};
use super::{detail, graph, rounds, tapes};
use crate::text::Board;
use crate::text::board::{CircuitPane, Pane};
use crate::tui::drawing::*;

/// Columns and rows from which on a board is large.
const LARGE: (u16, u16) = (76, 20);

/// A part of the board's column, and its place.
pub type BlockArea = (Block, Rect);

/// What a part shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A pane.
    Pane(usize),
    /// More about the item under this pane's cursor.
    Detail(usize),
    /// Of what a large board draws of this pane, the one at this place.
    Picture(usize, usize),
}

/// A block and its rows: at least, wanted, given.
struct BlockRows {
    block: Block,
    least: usize,
    wanted: usize,
    given: usize,
}

impl BoardState {
    /// Shares the rows of an area among the panes: everybody what they need at least, then what they
    /// would like, the pane with the focus first. Spare rows separate the parts. The last row explains
    /// the marks.
    pub fn parts(&self, board: &Board<'_>, area: Rect) -> Vec<BlockArea> {
        let area = body(area);
        let large = self.is_large(area);
        let mut shares = self.shares(board, usize::from(area.width), large);
        let drawn: Vec<(usize, usize)> = match large {
            true => (board.panes.iter().enumerate())
                .flat_map(|(i, pane)| (0..pictures(pane).len()).map(move |n| (i, n)))
                .collect(),
            false => Vec::new(),
        };
        let mut left = usize::from(area.height);
        // A table beside votes is shown whole where it can be: votes look alike at any height.
        let votes = board.panes.iter().any(|pane| matches!(pane, Pane::Votes(_)));
        let is_whole = |block: &Block| {
            votes && matches!(block, Block::Pane(i) if matches!(board.panes[*i], Pane::Table(_)))
        };
        // Pictures have half of the room, and what the others leave.
        let need = |s: &BlockRows| if is_whole(&s.block) { s.wanted } else { s.least };
        let needed = shares.iter().map(need).sum::<usize>();
        let kept = match (drawn.is_empty(), votes) {
            (true, _) => 0,
            (false, true) => (left / 2).min(left.saturating_sub(needed).max(left / 3)),
            (false, false) => left / 2,
        };
        left -= kept;
        // The main pane is the first, unless the person looks at another.
        let first = self.focus.unwrap_or(0);
        let mut order: Vec<usize> = (0..shares.len()).collect();
        // What the person looks at comes first when rows are scarce.
        order.sort_by_key(|&at| match shares[at].block {
            Block::Pane(i) if i == first => 0,
            Block::Detail(i) if i == first => 1,
            Block::Pane(i) => 2 + 2 * i,
            Block::Detail(i) | Block::Picture(i, _) => 3 + 2 * i,
        });
        for &at in &order {
            let is_detail = matches!(shares[at].block, Block::Detail(_));
            let share = &mut shares[at];
            let need = if is_detail { share.wanted.min(6) } else { share.least };
            // A part that cannot show anything whole leaves its rows to the others; Tab brings it.
            share.given = match need <= left {
                true => need,
                false if at == order[0] || is_detail => left,
                false => 0,
            };
            left -= share.given;
        }
        for share in shares.iter_mut().filter(|share| is_whole(&share.block)) {
            if share.given > 0 && share.wanted <= share.given + left {
                left -= share.wanted - share.given;
                share.given = share.wanted;
            }
        }
        // One row more for each in turn, so that no pane takes all.
        let mut hungry = true;
        while left > 0 && hungry {
            hungry = false;
            for &at in &order {
                let share = &mut shares[at];
                if share.given > 0 && share.given < share.wanted && left > 0 {
                    share.given += 1;
                    left -= 1;
                    hungry = true;
                }
            }
        }
        let mut room = kept + left;
        for (n, &(i, picture)) in drawn.iter().enumerate() {
            // The first has most of the room, the last what the others leave it.
            let given = match drawn.len() - n {
                1 => room,
                more => room - room / (more + 1),
            };
            let block = Block::Picture(i, picture);
            shares.push(BlockRows { block, least: 0, wanted: given, given });
            (room, left) = (room - given, 0);
        }
        let mut y = area.y;
        let mut parts = Vec::new();
        for BlockRows { block, given, .. } in shares.into_iter().filter(|share| share.given > 0) {
            if !parts.is_empty() && left > 0 {
                left -= 1;
                y += 1;
            }
            parts.push((block, Rect { y, height: given as u16, ..area }));
            y += given as u16;
        }
        parts
    }

    /// Is there room for graphs and the like?
    fn is_large(&self, area: Rect) -> bool {
        !self.rows_only && area.width >= LARGE.0 && area.height >= LARGE.1
    }

    /// The panes and details in their order, with what they need.
    fn shares(&self, board: &Board<'_>, columns: usize, large: bool) -> Vec<BlockRows> {
        let active = self.active(board);
        let mut shares = Vec::new();
        for (i, pane) in board.panes.iter().enumerate() {
            // A large board draws a circuit as a picture.
            if large && matches!(pane, Pane::Circuit(_)) {
                continue;
            }
            let (least, wanted) = kind(pane).rows(self.pane(i), columns, large);
            shares.push(BlockRows { block: Block::Pane(i), least, wanted, given: 0 });
            // A row of a table says most itself; more is for when a cursor is on it.
            let told = self.focus == Some(i) || !matches!(pane, Pane::Table(_));
            if active == Some(i) && told {
                let wanted = detail::lines(board, i, self, columns).len();
                if wanted > 0 {
                    let (block, least) = (Block::Detail(i), wanted.min(3));
                    shares.push(BlockRows { block, least, wanted, given: 0 });
                }
            }
        }
        shares
    }

    /// How many panes of a board are in view in an area, and in how many rows.
    pub fn shown(&self, board: &Board<'_>, area: Rect) -> (usize, u16) {
        let parts = self.parts(board, area);
        let panes = parts.iter().filter(|(block, _)| !matches!(block, Block::Detail(_)));
        panes.fold((0, 0), |(panes, rows), (_, part)| (panes + 1, rows + part.height))
    }

    /// What lies under a click: the pane, and its item as the cursor counts it.
    pub fn hit(&self, at: Position, board: &Board<'_>, area: Rect) -> Option<HitTarget> {
        let (block, part) = self.parts(board, area).into_iter().find(|own| own.1.contains(at))?;
        let within = |part: Rect| {
            let x = at.x.checked_sub(part.x)?;
            Some((
                (part.width.into(), part.height.into()),
                (x.into(), (at.y.checked_sub(part.y)?).into()),
            ))
        };
        let (pane, item) = match block {
            Block::Detail(_) => return None,
            Block::Pane(pane) => {
                let (size, at) = within(part)?;
                (pane, kind(&board.panes[pane]).hit(self.pane(pane), size, at)?)
            }
            Block::Picture(pane, picture) => {
                let shown = &board.panes[pane];
                let looked_at = self.looked_at(board, pane);
                let (size, at) = within(inner(shown, part))?;
                let item = match pictures(shown)[picture] {
                    PanePicture::Graph => {
                        graph::hit(&|most| part_of(shown, looked_at, most), size, at)
                    }
                    PanePicture::Tapes(own) => tapes::hit(own, looked_at, size, at),
                    PanePicture::Rounds(..) => None,
                };
                (pane, kind(shown).place_of(self.pane(pane), item?)?)
            }
        };
        let is_item = item < kind(&board.panes[pane]).items(self.pane(pane));
        is_item.then_some(HitTarget { pane, item })
    }
}

/// All rows but the last, which explains the marks.
fn body(area: Rect) -> Rect {
    Rect { height: area.height.saturating_sub(1), ..area }
}

/// The part of a pane's graph around one of its items.
fn part_of(pane: &Pane<'_>, at: Option<usize>, most: usize) -> crate::text::graph::Graph {
    pane.graph(at, most).unwrap_or_default()
}

/// Where a picture lies in its part: a blank row sets it off from the rows above, and its title.
fn inner(pane: &Pane<'_>, part: Rect) -> Rect {
    let titled = matches!(pane, Pane::Circuit(CircuitPane { title, .. }) if !title.is_empty());
    let top = if titled { 2 } else { 1 };
    Rect {
        x: part.x + 1,
        y: part.y + top,
        width: part.width.saturating_sub(2),
        height: part.height.saturating_sub(top),
    }
}

/// Draws a board: its panes, more about the thing under the cursor, and the marks in use.
pub fn draw(canvas: &mut Canvas<'_>, board: &Board<'_>, state: &BoardState) {
    let parts = state.parts(board, canvas.area());
    draw_parts(canvas, board, state, &parts);
}

/// The same with its parts where they were put.
pub fn draw_parts(
    canvas: &mut Canvas<'_>,
    board: &Board<'_>,
    state: &BoardState,
    parts: &[BlockArea],
) {
    let mut legend = Legend::default();
    let area = canvas.area();
    let large = state.is_large(body(area));
    for &(block, area) in parts {
        let mut part = canvas.part(area);
        match block {
            Block::Detail(pane) => {
                let lines = detail::lines(board, pane, state, part.width());
                detail::draw(&mut part, &lines, state.pane(pane).shift);
            }
            Block::Pane(pane) => {
                let look = PaneContext { focused: state.focus == Some(pane), large };
                kind(&board.panes[pane]).draw(&mut part, state.pane(pane), look, &mut legend);
            }
            Block::Picture(pane, picture) => {
                let shown = &board.panes[pane];
                if let Pane::Circuit(CircuitPane { title, .. }) = shown {
                    part.print(1, 1, title, Role::Dim);
                }
                let part = &mut part.part(inner(shown, area));
                let at = state.looked_at(board, pane);
                match pictures(shown)[picture] {
                    PanePicture::Graph => {
                        graph::boxes(part, &|most| part_of(shown, at, most), &mut legend);
                    }
                    PanePicture::Rounds(own, len) => rounds::draw(part, own, len, &mut legend),
                    PanePicture::Tapes(own) => tapes::draw(part, own, (at, 0, true), &mut legend),
                }
            }
        }
    }
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    legend.draw(&mut canvas.part(last));
}
