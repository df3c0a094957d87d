//! The tapes of the tableau: one row for each step, with the tape across and the head's path down.

use super::Tableau;
use crate::machine::turing::{CellField, Configuration, TranscriptRead};
use crate::rules::View;
use crate::text::board::{CellMark, CellRole, TapeCell, TapeRow, TapesPane};

impl<'a> View<'a, Tableau> {
    /// One row for each step, beginning with step 1. The judge sees only the cells that the rules have shown. The other
    /// cells are drawn as unread.
    pub(super) fn tapes(self) -> TapesPane<'a> {
        let space = self.table().space();
        TapesPane {
            cells: space.cells() as usize,
            first: i64::from(space.from()),
            len: self.steps(),
            here: self.point().map(|point| point.step().index()),
            open: 0..0,
            tapes: Box::new(move |rows| match self.is_judge() {
                true => rows.map(|at| self.judges_row(at as u32 + 1)).collect(),
                false => self.stated_rows(rows.start as u32 + 1, rows.end as u32),
            }),
        }
    }

    /// The rows from the first step to the last, both included, as Alice wrote them.
    fn stated_rows(self, first: u32, last: u32) -> Vec<TapeRow> {
        let Some(told) = self.transcript() else { return Vec::new() };
        let mut told = told.configurations(first - 1);
        let Some(mut before) = told.next() else { return Vec::new() };
        (first..=last)
            .zip(told)
            .map(|(step, after)| {
                let row = self.stated_row(step, &before, &after);
                before = after;
                row
            })
            .collect()
    }

    fn stated_row(self, step: u32, before: &Configuration, after: &Configuration) -> TapeRow {
        let machine = self.table();
        let written = before.head() as usize;
        let cells = after.tape().iter().enumerate().map(|(at, &symbol)| {
            let mark = CellMark::text(machine.alphabet().glyph(symbol).to_string());
            let mark = match at == written {
                // The cell that the step wrote carries the marks of the step.
                true => mark.part(self.part(step, None)).flaw(self.written_flaw(step)),
                false => mark,
            };
            TapeCell { symbol: symbol.index(), mark }
        });
        TapeRow {
            step: u64::from(step),
            cells: cells.collect(),
            head: Some(after.head() as usize),
            state: machine.state_name(after.state()).to_owned(),
            disputed: self.part(step, None) == CellRole::Disputed,
            ..TapeRow::default()
        }
    }

    /// The row of a step for the judge. The head position before the step tells which cell the step
    /// wrote.
    fn judges_row(self, step: u32) -> TapeRow {
        let machine = self.table();
        let shown = |step: u32, field| self.order(TranscriptRead::Transcript(step, field));
        let mut cells = vec![
            TapeCell { symbol: 0, mark: CellMark::unread() };
            machine.space().cells() as usize
        ];
        let before = match step {
            1 => Some(machine.start().head()),
            _ => shown(step - 1, CellField::Head).map(|_| self.shown_cell(step - 1).head),
        };
        let wrote = shown(step, CellField::Symbol);
        if let (Some(at), Some(order)) = (before, wrote)
            && let Some(cell) = cells.get_mut(at as usize)
        {
            let symbol = self.shown_cell(step).wrote;
            let mark = CellMark::text(machine.alphabet().glyph(symbol).to_string());
            let mark = mark.read_as(Some(order)).part(self.part(step, Some(CellField::Symbol)));
            *cell = TapeCell { symbol: symbol.index(), mark };
        }
        let head = shown(step, CellField::Head).map(|_| self.shown_cell(step).head as usize);
        let state = shown(step, CellField::State).map(|_| self.shown_cell(step).state);
        TapeRow {
            step: u64::from(step),
            cells,
            head,
            state: state.map_or_else(String::new, |state| machine.state_name(state).to_owned()),
            disputed: self.part(step, None) == CellRole::Disputed,
            ..TapeRow::default()
        }
    }
}
