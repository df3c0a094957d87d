//! What the seat at the table sees: worked out once for a frame, and once for a key that needs it.

use std::sync::Arc;

use super::TableScreen;
use super::evidence::EvidencePanel;
use crate::text::board::{CellMark, CellValue, Pane};
use crate::text::{Board, Presentation};
use crate::tui::board::BlockArea;
use crate::tui::prelude::*;
use crate::tui::screen::panel::SidePanel;

/// The board of a seat with its part of the screen, and the evidence below it.
pub(super) struct SeatBoard<'a> {
    pub board: Board<'a>,
    /// Where the board is.
    pub area: Rect,
    pub evidence: EvidencePanel,
}

/// All that is drawn of a table and that its keys depend on.
pub(super) struct TableSnapshot<'a> {
    pub sight: SeatBoard<'a>,
    /// Which rows each pane has.
    pub parts: Vec<BlockArea>,
    pub panel: SidePanel,
}

impl TableScreen {
    /// What is to be drawn now.
    pub(super) fn seen(&self, size: Rect) -> TableSnapshot<'_> {
        let mut sight = self.sight(&*self.position, size);
        self.put_bits(&mut sight.board);
        let parts = self.board.parts(&sight.board, sight.area);
        TableSnapshot { sight, parts, panel: self.side_text() }
    }

    /// What this seat sees of a position on a screen of this size.
    pub(super) fn sight<'a>(&self, position: &'a dyn Presentation, size: Rect) -> SeatBoard<'a> {
        let board = position.board(self.eye());
        let whole = ScreenLayout::new(size, true).board;
        let (area, evidence) = self.beside(&board, position, whole);
        SeatBoard { board, area, evidence }
    }

    /// Works on the board's state with what this seat sees at hand.
    pub(super) fn at_sight<T>(
        &mut self,
        size: Rect,
        work: impl FnOnce(&mut Self, &SeatBoard<'_>) -> T,
    ) -> T {
        let position = Arc::clone(&self.position);
        let sight = self.sight(&*position, size);
        work(self, &sight)
    }

    /// Puts the bits that are being written on a board.
    fn put_bits<'a>(&'a self, board: &mut Board<'a>) {
        let pane = self.linked().and_then(|i| board.panes.get_mut(i));
        if let (Some(bits), Some(Pane::Strip(strip))) = (self.desk.bits(), pane) {
            let below = std::mem::replace(&mut strip.mark, Box::new(|_| CellMark::default()));
            let is = |bit| CellValue::Is(u8::from(bit).to_string());
            strip.mark = Box::new(move |at| CellMark {
                value: bits(at).map_or(CellValue::Blank, is),
                ..below(at)
            });
        }
    }

    /// The pane that has the focus, if it is not the input of what is asked.
    pub(super) fn apart(&self) -> Option<usize> {
        self.board.focus.filter(|focus| Some(*focus) != self.linked())
    }

    /// The pane that serves as the input of what is asked, if there is one.
    pub(super) fn linked(&self) -> Option<usize> {
        let verb = self.desk.input()?;
        self.inputs.iter().find(|input| input.0 == verb).map(|input| input.1)
    }
}
