//! The board of a cross-examined Turing machine: the tableau, with time downwards and the tape
//! across, and the cells that the judge was shown.

use super::Tableau;
use crate::machine::turing::{CellField, PointedAt, TableauCell, TranscriptRead, TuringRun};
use crate::rules::{Seat, Verb, View, Viewer};
use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, Pane, TablePane};
use crate::text::number::count;

/// The number of tape cells in a row, around the head.
const WINDOW: u32 = 17;

struct RowContext<'a> {
    told: &'a TuringRun,
    step: u32,
    cell: TableauCell,
}

impl<'a> View<'a, Tableau> {
    pub(super) fn board(self) -> Board<'a> {
        let title = match self.is_judge() {
            true if self.addresses(Seat::Judge) => "Alice's tableau: the parts that you were shown",
            true => "Alice's tableau: the parts that the judge was shown",
            false => "Alice's tableau: time downwards, the tape across",
        };
        let columns = [">step", "tape", "writes", "state", ">head", ">from"];
        let mut panes = vec![Pane::Table(TablePane {
            answers: &[Verb::Point],
            columns: columns.map(str::to_owned).to_vec(),
            len: self.steps(),
            here: self.point().map(|point| point.step().index()),
            row: Box::new(move |at| self.row(at as u32 + 1)),
            detail: Box::new(move |at| self.detail(at as u32 + 1)),
            rounds: None,
            tapes: self.is_written().then(|| self.tapes()),
            graph: None,
        })];
        if !self.shown().is_empty() {
            let mut lines = self.shown_in_words();
            lines.extend(self.table_row());
            panes.push(Pane::Words(lines));
        }
        Board { title: title.into(), panes }
    }

    /// The row of a step: its number, the tape after it, and the four fields of its cell.
    fn row(self, step: u32) -> Vec<CellMark> {
        let number = CellMark::text(count(u64::from(step))).part(self.part(step, None));
        if !self.is_written() {
            return std::iter::once(number).chain((0..5).map(|_| CellMark::default())).collect();
        }
        let row = self.context(step);
        let tape = row.as_ref().map_or_else(CellMark::unread, |row| CellMark::text(self.tape(row)));
        let machine = self.table();
        let cell = row.as_ref().map_or_else(|| self.shown_cell(step), |row| row.cell.clone());
        let from: Vec<String> = cell.from.iter().map(|&s| count(u64::from(s))).collect();
        let texts = [
            (CellField::Symbol, machine.alphabet().glyph(cell.wrote).to_string()),
            (CellField::State, machine.state_name(cell.state).to_owned()),
            (CellField::Head, machine.space().cell(cell.head).to_string()),
            (CellField::Pointers, from.join(" ")),
        ];
        let mut marks = vec![number, tape];
        for (field, text) in texts {
            let read = self.order(TranscriptRead::Transcript(step, field));
            let known = row.is_some() || read.is_some();
            let mark = if known { CellMark::text(text) } else { CellMark::unread() };
            let flaw = row.as_ref().map_or(CellFlaw::None, |row| self.flaw(row, field));
            marks.push(mark.read_as(read).part(self.part(step, Some(field))).flaw(flaw));
        }
        marks
    }

    pub(super) fn part(self, step: u32, field: Option<CellField>) -> CellRole {
        let on_trial = self.point().map(|point| point.step().number());
        let writer = match self.point() {
            Some(PointedAt::Skip { writer, .. }) => Some(writer.number()),
            _ => None,
        };
        let shown = |field| self.order(TranscriptRead::Transcript(step, field)).is_some();
        match field {
            _ if on_trial == Some(step) => CellRole::Disputed,
            None if writer == Some(step) => CellRole::Relevant,
            Some(field) if shown(field) => CellRole::Relevant,
            _ => CellRole::None,
        }
    }

    fn flaw(self, row: &RowContext<'_>, field: CellField) -> CellFlaw {
        match self.eye() {
            Viewer::Seat(_) | Viewer::Room => match self.own_run().map(|own| own.cell(row.step)) {
                Some(own) if !same(&own, &row.cell, field) => CellFlaw::Differs,
                _ => CellFlaw::None,
            },
            Viewer::All if field == CellField::Pointers => {
                // Compares the pointers in the transcript with the step's real pointers.
                let mut cursor = row.told.cursor(row.step - 1);
                let follows = cursor.cell();
                if follows.from == row.cell.from { CellFlaw::None } else { CellFlaw::Wrong }
            }
            Viewer::All => {
                let mut cursor = row.told.cursor(row.step - 1);
                let follows = cursor.cell();
                let right = same(&follows, &row.cell, field);
                // Alice may have changed a cell that no step wrote. Then the step that reads the cell agrees with the
                // tape, but not with the step to which its pointer leads.
                let smuggled = field == CellField::Symbol && right && {
                    let cells = |step: u32| row.told.cell(step);
                    self.table().check_step(row.step, cells).outcome.is_err()
                        && same(&follows, &row.cell, CellField::State)
                        && same(&follows, &row.cell, CellField::Head)
                        && follows.from == row.cell.from
                };
                if right && !smuggled { CellFlaw::None } else { CellFlaw::Wrong }
            }
        }
    }

    /// The mistake in the symbol that a step wrote, as far as this viewer may know. A seat that did
    /// not run the machine sees none.
    pub(super) fn written_flaw(self, step: u32) -> CellFlaw {
        self.context(step).map_or(CellFlaw::None, |row| self.flaw(&row, CellField::Symbol))
    }

    fn context(self, step: u32) -> Option<RowContext<'a>> {
        Some(RowContext { told: self.transcript()?, step, cell: self.cell(step)? })
    }

    /// The tape after a step, with the head in brackets. A wide tape is cut to the part around the head.
    fn tape(self, row: &RowContext<'_>) -> String {
        let machine = self.table();
        let configuration = row.told.at(row.step);
        let (cells, head) = (machine.space().cells(), configuration.head());
        let from = match cells <= WINDOW {
            true => 0,
            false => head.saturating_sub(WINDOW / 2).min(cells - WINDOW),
        };
        let to = cells.min(from + WINDOW);
        let mut text = String::new();
        if from > 0 {
            text.push('…');
        }
        for at in from..to {
            let glyph = machine.alphabet().glyph(configuration.tape()[at as usize]);
            if at == head {
                text.extend(['[', glyph, ']']);
            } else {
                text.push(glyph);
            }
        }
        if to < cells {
            text.push('…');
        }
        text
    }

    fn detail(self, step: u32) -> Vec<String> {
        let mut lines = vec![format!("step {}", count(u64::from(step)))];
        let machine = self.table();
        let Some(told) = self.transcript() else { return lines };
        let cell = told.cell(step);
        lines.push(format!("Alice  {}", machine.write_cell(&cell)));
        if let Some(own) = self.own_run() {
            let label = if self.eye().is_review() { "truth " } else { "you   " };
            lines.push(format!("{label} {}", machine.write_cell(&own.cell(step))));
        }
        let before = told.at(step - 1);
        lines.push(format!("table  {}", machine.row_words(before.state())));
        lines.push(format!("before {}", machine.write(&before)));
        lines
    }

    /// The row of the machine's table for the state before the disputed step, once the judge was
    /// shown this state.
    fn table_row(self) -> Option<String> {
        let Some(PointedAt::Step(step)) = self.point() else { return None };
        let before = step.number() - 1;
        let state = match before {
            0 => self.table().start().state(),
            _ => {
                self.order(TranscriptRead::Transcript(before, CellField::State))?;
                self.shown_cell(before).state
            }
        };
        Some(format!("table {}", self.table().row_words(state)))
    }

    fn shown_in_words(self) -> Vec<String> {
        let together = self.shown().chunk_by(TranscriptRead::is_beside);
        let cells = |step| self.shown_cell(step);
        together.map(|shown| self.table().write_readings(shown, cells)).collect()
    }
}

fn same(one: &TableauCell, other: &TableauCell, field: CellField) -> bool {
    match field {
        CellField::Symbol => one.wrote == other.wrote,
        CellField::State => one.state == other.state,
        CellField::Head => one.head == other.head,
        CellField::Pointers => one.from == other.from,
    }
}
