//! Shares the rows of a board among its panes, and draws the board.

use ratatui::layout::Rect;

use super::legend::Legend;
use super::pane::{PaneContext, PanePicture, kind, pictures};
use super::state::{BoardState, HitTarget};
use super::{detail, graph, rounds, tapes};
use crate::text::Board;
use crate::text::board::{CircuitPane, Detail, Pane};
use crate::tui::drawing::*;

/// The fewest rows of pictures beside which the other blocks are apart.
const PICTURE: usize = 12;

/// The rows that cells in a row leave for the details of a cell.
const DETAILS: usize = 5;

/// The smallest columns and rows of a large board.
const LARGE: (u16, u16) = (76, 20);

/// A block of a board and its area.
pub type BlockArea = (Block, Rect);

/// The content of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A pane, given by its number.
    Pane(usize),
    /// The details of the item under the cursor of this pane.
    Detail(usize),
    /// A picture of a pane on a large board: the number of the pane, and the number of the picture.
    Picture(usize, usize),
}

/// A block with three numbers of rows: the rows that it needs, the rows that it wants, and the rows that it gets.
struct BlockRows {
    block: Block,
    least: usize,
    wanted: usize,
    given: usize,
}

impl BoardState {
    /// Shares the rows of an area among the panes. Each pane gets the rows that it needs, then the rows that it wants.
    /// The pane with the focus comes first. Spare rows separate the blocks. The last row explains the marks.
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
        // Votes look alike at any height, so a table beside votes gets all its rows if possible.
        let votes = board.panes.iter().any(|pane| matches!(pane, Pane::Votes(_)));
        let is_whole = |block: &Block| {
            votes && matches!(block, Block::Pane(i) if matches!(board.panes[*i], Pane::Table(_)))
        };
        // Pictures get half of the rows, and the rows that the other blocks leave.
        let need = |s: &BlockRows| if is_whole(&s.block) { s.wanted } else { s.least };
        let needed = shares.iter().map(need).sum::<usize>();
        let kept = match (drawn.is_empty(), votes) {
            (true, _) => 0,
            (false, true) => (left / 2).min(left.saturating_sub(needed).max(left / 3)),
            (false, false) => left / 2,
        };
        left -= kept;
        let main = self.large.and_then(|_| main_rows(board, &shares, left, self.focus));
        // The main pane is the first, unless another has the focus.
        let first = self.focus.unwrap_or(0);
        let mut order: Vec<usize> = (0..shares.len()).collect();
        // The pane with the focus comes first if rows are scarce.
        order.sort_by_key(|&at| match shares[at].block {
            Block::Pane(0) if main.is_some() => 0,
            Block::Pane(i) if i == first => 0,
            Block::Detail(i) if i == first => 1,
            Block::Pane(i) => 2 + 2 * i,
            Block::Detail(i) | Block::Picture(i, _) => 3 + 2 * i,
        });
        for &at in &order {
            let is_detail = matches!(shares[at].block, Block::Detail(_));
            let share = &mut shares[at];
            let mut need = if is_detail { share.wanted.min(6) } else { share.least };
            if let Some(rows) = main.filter(|_| share.block == Block::Pane(0)) {
                (need, share.wanted) = (rows.min(left), rows.min(left));
            }
            // A block that has too few rows to be useful leaves them to the others. Tab shows it.
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
        // Each block in turn gets one more row, so that no pane takes all.
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
        // A blank row between the blocks, if the pictures stay large. A picture begins with one.
        let apart = shares.iter().filter(|share| share.given > 0).count().saturating_sub(1);
        if !drawn.is_empty() {
            left = if room >= PICTURE + apart { apart } else { 0 };
            room -= left;
        }
        for (n, &(i, picture)) in drawn.iter().enumerate() {
            // The first picture gets most of the rows, and the last one gets the rest.
            let given = match drawn.len() - n {
                1 => room,
                more => room - room / (more + 1),
            };
            let block = Block::Picture(i, picture);
            shares.push(BlockRows { block, least: 0, wanted: given, given });
            room -= given;
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

    /// Returns `true` if there is room for pictures.
    fn is_large(&self, area: Rect) -> bool {
        self.large.unwrap_or(area.width >= LARGE.0 && area.height >= LARGE.1)
    }

    /// The panes and details in their order, with the rows that they need.
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
            // A table row shows most facts itself, so its details are shown only while the table has the focus.
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

    /// The number of visible panes in an area, and the number of their rows.
    pub fn shown(&self, board: &Board<'_>, area: Rect) -> (usize, u16) {
        let parts = self.parts(board, area);
        let panes = parts.iter().filter(|(block, _)| !matches!(block, Block::Detail(_)));
        panes.fold((0, 0), |(panes, rows), (_, part)| (panes + 1, rows + part.height))
    }

    /// The pane and the item at a clicked position. The item is an index for the pane's cursor.
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

/// The rows of a first pane with cells in a row. They depend on the debate and the size alone: not on the length
/// of the details below, and not on the list of reads, which grows. `None` for other panes.
fn main_rows(
    board: &Board<'_>,
    shares: &[BlockRows],
    rows: usize,
    focus: Option<usize>,
) -> Option<usize> {
    let Some(Pane::Strip(strip)) = board.panes.first() else { return None };
    let main = shares.iter().find(|share| share.block == Block::Pane(0))?;
    let is_other = |share: &&BlockRows| match share.block {
        Block::Pane(i) => i > 0 && !matches!(board.panes[i], Pane::Words(_)),
        Block::Detail(_) | Block::Picture(..) => false,
    };
    let others = || shares.iter().filter(is_other);
    let is_told = strip.len > 0 && (strip.detail)(0) != Detail::default();
    let kept = if is_told { DETAILS.min(rows / 3) } else { 0 };
    // If the other panes leave too little, they are hidden, and Tab shows them.
    let all: usize = others().map(|share| share.least).sum();
    let least = main.wanted.min(main.least + 3);
    let others = if rows >= least + all + kept { all } else { 0 };
    let own = main.wanted.min(rows.saturating_sub(others + kept)).max(main.least);
    let visited =
        shares.iter().find(|s| focus.is_some_and(|pane| pane > 0 && s.block == Block::Pane(pane)));
    Some(visited.map_or(own, |visited| own.min(rows.saturating_sub(visited.least))))
}

/// All rows except the last, which explains the marks.
fn body(area: Rect) -> Rect {
    Rect { height: area.height.saturating_sub(1), ..area }
}

/// The part of a pane's graph around one of its items, with at most `most` nodes.
fn part_of(pane: &Pane<'_>, at: Option<usize>, most: usize) -> crate::text::graph::Graph {
    pane.graph(at, most).unwrap_or_default()
}

/// The area of a picture in its block, without the blank row and the title above it.
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

/// Draws a board: its panes, the details of the item under the cursor, and the marks in use.
pub fn draw(canvas: &mut Canvas<'_>, board: &Board<'_>, state: &BoardState) {
    let parts = state.parts(board, canvas.area());
    draw_parts(canvas, board, state, &parts);
}

/// Draws a board in the given blocks.
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
                let focused = state.focus == Some(pane);
                let look = PaneContext { state: state.pane(pane), focused, large };
                kind(&board.panes[pane]).draw(&mut part, look, &mut legend);
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
