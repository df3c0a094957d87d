//! The tapes of the tableau: a row a step, the tape across, the head's path down it.

use super::Tableau;
use crate::machine::turing::{Configuration, Field, Reading};
use crate::rules::View;
use crate::text::board::{Mark, Part, Tape, TapeCell, Tapes};

impl<'a> View<'a, Tableau> {
    /// The rows of the steps, from 1. The judge's cells are unread but for what it was shown.
    pub(super) fn tapes(self) -> Tapes<'a> {
        let space = self.table().space();
        Tapes {
            cells: space.cells() as usize,
            first: i64::from(space.from()),
            len: self.steps(),
            here: self.point().map(|point| point.step().index()),
            open: 0..0,
            tapes: Box::new(move |rows| match self.is_judge() {
                true => rows.map(|at| self.judges_row(at as u32 + 1)).collect(),
                false => self.told_rows(rows.start as u32 + 1, rows.end as u32),
            }),
        }
    }

    /// The rows from one step to another, both of them, as Alice told them.
    fn told_rows(self, first: u32, last: u32) -> Vec<Tape> {
        let Some(told) = self.transcript() else { return Vec::new() };
        let mut told = told.configurations(first - 1);
        let Some(mut before) = told.next() else { return Vec::new() };
        (first..=last)
            .zip(told)
            .map(|(step, after)| {
                let row = self.told_row(step, &before, &after);
                before = after;
                row
            })
            .collect()
    }

    fn told_row(self, step: u32, before: &Configuration, after: &Configuration) -> Tape {
        let machine = self.table();
        let written = before.head() as usize;
        let cells = after.tape().iter().enumerate().map(|(at, &symbol)| {
            let mark = Mark::text(machine.alphabet().glyph(symbol).to_string());
            let mark = match at == written {
                // The step's own cell carries what is known of the step.
                true => mark.part(self.part(step, None)).flaw(self.written_flaw(step)),
                false => mark,
            };
            TapeCell { symbol: symbol.index(), mark }
        });
        Tape {
            step: u64::from(step),
            cells: cells.collect(),
            head: Some(after.head() as usize),
            state: machine.state_name(after.state()).to_owned(),
            disputed: self.part(step, None) == Part::Disputed,
            ..Tape::default()
        }
    }

    /// What the judge was shown of a step: where the head stood before it tells which cell it wrote.
    fn judges_row(self, step: u32) -> Tape {
        let machine = self.table();
        let shown = |step: u32, field| self.order(Reading::Transcript(step, field));
        let mut cells =
            vec![TapeCell { symbol: 0, mark: Mark::unread() }; machine.space().cells() as usize];
        let before = match step {
            1 => Some(machine.start().head()),
            _ => shown(step - 1, Field::Head).map(|_| self.shown_cell(step - 1).head),
        };
        let wrote = shown(step, Field::Symbol);
        if let (Some(at), Some(order)) = (before, wrote)
            && let Some(cell) = cells.get_mut(at as usize)
        {
            let symbol = self.shown_cell(step).wrote;
            let mark = Mark::text(machine.alphabet().glyph(symbol).to_string());
            let mark = mark.read_as(Some(order)).part(self.part(step, Some(Field::Symbol)));
            *cell = TapeCell { symbol: symbol.index(), mark };
        }
        let head = shown(step, Field::Head).map(|_| self.shown_cell(step).head as usize);
        let state = shown(step, Field::State).map(|_| self.shown_cell(step).state);
        Tape {
            step: u64::from(step),
            cells,
            head,
            state: state.map_or_else(String::new, |state| machine.state_name(state).to_owned()),
            disputed: self.part(step, None) == Part::Disputed,
            ..Tape::default()
        }
    }
}
