//! The view of the table's seat. It is computed once for each frame and each key.

use std::sync::Arc;

use super::TableScreen;
use super::answer::Answer;
use super::areas::{Areas, Needs};
use super::evidence::EvidencePanel;
use super::rule;
use crate::text::board::{CellMark, CellValue, Pane};
use crate::text::{Board, Presentation};
use crate::tui::board::BlockArea;
use crate::tui::prelude::*;
use crate::tui::screen::ledger;

/// The board of a seat, the evidence, and the layout.
pub(super) struct SeatBoard<'a> {
    pub board: Board<'a>,
    /// The area of the board inside its card. The legend is on the lower line of the frame.
    pub area: Rect,
    pub evidence: EvidencePanel,
    pub answer: Answer,
    pub areas: Areas,
    /// The sentences of the rule that fit, and `true` if there are more sentences.
    pub rule: (Vec<String>, bool),
    /// The lines of the hint above the answer.
    pub aside: Vec<(String, Role)>,
}

/// The smallest number of rows that a board keeps while the card of the answer shows evidence.
fn least(board: &Board<'_>) -> u16 {
    match board.panes.first() {
        Some(Pane::Words(_)) => 3,
        Some(Pane::Tree(_) | Pane::Intervals(_) | Pane::Table(_) | Pane::Votes(_)) => 9,
        _ => 7,
    }
}

/// Everything that drawing and the keys of a table need.
pub(super) struct TableSnapshot<'a> {
    pub sight: SeatBoard<'a>,
    /// The rows that each pane gets.
    pub parts: Vec<BlockArea>,
}

/// The table says how to begin only if the answer and its evidence have at most this many rows. If they have more, the
/// board needs every row.
const COACHED: usize = 6;

impl TableScreen {
    /// The snapshot for the next frame.
    pub(super) fn seen(&self, size: Rect, keys: &KeyMap) -> TableSnapshot<'_> {
        let mut sight = self.sight(&*self.position, size, keys);
        self.put_bits(&mut sight.board);
        let parts = self.board.parts(&sight.board, sight.area);
        TableSnapshot { sight, parts }
    }

    /// This seat's view of a position, on a screen of this size.
    fn sight<'a>(
        &self,
        position: &'a dyn Presentation,
        size: Rect,
        keys: &KeyMap,
    ) -> SeatBoard<'a> {
        let board = position.board(self.eye());
        let columns = usize::from(size.width.saturating_sub(4));
        let mut answer = self.answer(columns, keys);
        let lines = self.evidence_lines(&board, position, columns.saturating_sub(1));
        // A card that the player has not seen comes before the evidence, which a key opens.
        let evidence_rows = if self.card.is_some() { 0 } else { lines.len() };
        let aside = self.aside(columns, usize::from(answer.rows) + evidence_rows <= COACHED);
        let claim = wrap(&self.claim, columns + 2).len().clamp(1, 2) as u16;
        let rows = aside.len() as u16;
        let most = Areas::most_answer(size, claim + rows.min(3));
        let needed = usize::from(answer.rows);
        let board_needs = usize::from(size.height.saturating_sub(claim + rows.min(3) + 6));
        let room = board_needs.saturating_sub(usize::from(least(&board))).min(most.into());
        let in_card = !lines.is_empty() && needed + lines.len() <= room;
        let open = self.zoomed && !in_card && !lines.is_empty();
        if in_card {
            answer.rows += lines.len() as u16;
        }
        let evidence = EvidencePanel { lines, in_card, open };
        let cost = ledger::rows(position.ledger(), self.eye(), self.seat);
        let needs = Needs {
            claim,
            aside: rows,
            answer: answer.rows,
            rule: 0,
            cost,
            evaluation: self.meter.on,
        };
        let sentences = rule::sentences(&position.brief(self.eye()).rule);
        let (areas, rule) = Areas::beside_rule(size, needs, &sentences);
        let area = areas.inside_board();
        SeatBoard { board, area, evidence, answer, areas, rule, aside }
    }

    /// Calls `work` with this seat's view of the position.
    pub(super) fn at_sight<T>(
        &mut self,
        context: &Context,
        work: impl FnOnce(&mut Self, &SeatBoard<'_>) -> T,
    ) -> T {
        self.board.set_large(Some(Areas::is_large(context.size)));
        let position = Arc::clone(&self.position);
        let sight = self.sight(&*position, context.size, &context.keys);
        work(self, &sight)
    }

    /// Shows on a board the bits that the player has written.
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

    /// The pane that has the focus. `None` if that pane is the input of the answer.
    pub(super) fn apart(&self) -> Option<usize> {
        self.board.focus.filter(|focus| Some(*focus) != self.linked())
    }

    /// The input of the answer, once the player has chosen an item on it. Before that, Enter has nothing to
    /// submit.
    pub(super) fn pointer(&self) -> Option<usize> {
        self.linked().filter(|_| self.desk.item().is_some())
    }

    /// The pane that is the input of the answer, if there is one.
    pub(super) fn linked(&self) -> Option<usize> {
        let verb = self.desk.input()?;
        self.inputs.iter().find(|input| input.0 == verb).map(|input| input.1)
    }
}
