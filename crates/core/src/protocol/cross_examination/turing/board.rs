//! A cross-examined Turing machine as a screen shows it: the tableau, time downwards and the tape
//! across, with the neighbourhood that the judge was shown.

use super::Tableau;
use crate::machine::turing::{Field, PointedAt, Reading, Run, TableauCell};
use crate::rules::{Eye, Seat, Verb, View};
use crate::text::Board;
use crate::text::board::{Flaw, Mark, Pane, Part, Table};
use crate::text::number::count;

/// A row shows this many cells of the tape, around the head.
const WINDOW: u32 = 17;

/// What one row needs to know.
struct RowContext<'a> {
    told: &'a Run,
    step: u32,
    cell: TableauCell,
}

impl<'a> View<'a, Tableau> {
    pub(super) fn board(self) -> Board<'a> {
        let title = match self.is_judge() {
            true if self.addresses(Seat::Judge) => "Alice's tableau, as far as you were shown it",
            true => "Alice's tableau, as far as the judge was shown it",
            false => "Alice's tableau: time downwards, the tape across",
        };
        let columns = [">step", "tape", "writes", "state", ">head", ">from"];
        let mut panes = vec![Pane::Table(Table {
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

    /// A step's row: its number, the tape after it, and the four fields of its cell.
    fn row(self, step: u32) -> Vec<Mark> {
        let number = Mark::text(count(u64::from(step))).part(self.part(step, None));
        if !self.is_written() {
            return std::iter::once(number).chain((0..5).map(|_| Mark::default())).collect();
        }
        let row = self.context(step);
        let tape = row.as_ref().map_or_else(Mark::unread, |row| Mark::text(self.tape(row)));
        let machine = self.table();
        let cell = row.as_ref().map_or_else(|| self.shown_cell(step), |row| row.cell.clone());
        let from: Vec<String> = cell.from.iter().map(|&s| count(u64::from(s))).collect();
        let texts = [
            (Field::Symbol, machine.alphabet().glyph(cell.wrote).to_string()),
            (Field::State, machine.state_name(cell.state).to_owned()),
            (Field::Head, machine.space().cell(cell.head).to_string()),
            (Field::Pointers, from.join(" ")),
        ];
        let mut marks = vec![number, tape];
        for (field, text) in texts {
            let read = self.order(Reading::Transcript(step, field));
            let known = row.is_some() || read.is_some();
            let mark = if known { Mark::text(text) } else { Mark::unread() };
            let flaw = row.as_ref().map_or(Flaw::None, |row| self.flaw(row, field));
            marks.push(mark.read_as(read).part(self.part(step, Some(field))).flaw(flaw));
        }
        marks
    }

    pub(super) fn part(self, step: u32, field: Option<Field>) -> Part {
        let on_trial = self.point().map(|point| point.step().number());
        let writer = match self.point() {
            Some(PointedAt::Skip { writer, .. }) => Some(writer.number()),
            _ => None,
        };
        let shown = |field| self.order(Reading::Transcript(step, field)).is_some();
        match field {
            _ if on_trial == Some(step) => Part::Disputed,
            None if writer == Some(step) => Part::Relevant,
            Some(field) if shown(field) => Part::Relevant,
            _ => Part::None,
        }
    }

    fn flaw(self, row: &RowContext<'_>, field: Field) -> Flaw {
        match self.eye() {
            Eye::Seat(_) | Eye::Room => match self.own_run().map(|own| own.cell(row.step)) {
                Some(own) if !same(&own, &row.cell, field) => Flaw::Differs,
                _ => Flaw::None,
            },
            Eye::All if field == Field::Pointers => {
                // The step's own account of who wrote what it reads, against the transcript's.
                let mut cursor = row.told.cursor(row.step - 1);
                let follows = cursor.cell();
                if follows.from == row.cell.from { Flaw::None } else { Flaw::Wrong }
            }
            Eye::All => {
                let mut cursor = row.told.cursor(row.step - 1);
                let follows = cursor.cell();
                let right = same(&follows, &row.cell, field);
                // A smuggled cell: the step fits its tape, but not what its pointer leads to.
                let smuggled = field == Field::Symbol && right && {
                    let cells = |step: u32| row.told.cell(step);
                    self.table().check_step(row.step, cells).outcome.is_err()
                        && same(&follows, &row.cell, Field::State)
                        && same(&follows, &row.cell, Field::Head)
                        && follows.from == row.cell.from
                };
                if right && !smuggled { Flaw::None } else { Flaw::Wrong }
            }
        }
    }

    /// What is wrong with what a step wrote, as far as this eye may know: nothing is compared for a
    /// seat that did not run the machine.
    pub(super) fn written_flaw(self, step: u32) -> Flaw {
        self.context(step).map_or(Flaw::None, |row| self.flaw(&row, Field::Symbol))
    }

    fn context(self, step: u32) -> Option<RowContext<'a>> {
        Some(RowContext { told: self.transcript()?, step, cell: self.cell(step)? })
    }

    /// The tape after a step, the head in brackets; a wide tape around the head alone.
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

    /// What the table says in the state before the step on trial, once that was shown.
    fn table_row(self) -> Option<String> {
        let Some(PointedAt::Step(step)) = self.point() else { return None };
        let before = step.number() - 1;
        let state = match before {
            0 => self.table().start().state(),
            _ => {
                self.order(Reading::Transcript(before, Field::State))?;
                self.shown_cell(before).state
            }
        };
        Some(format!("table {}", self.table().row_words(state)))
    }

    fn shown_in_words(self) -> Vec<String> {
        let together = self.shown().chunk_by(Reading::is_beside);
        let cells = |step| self.shown_cell(step);
        together.map(|shown| self.table().write_readings(shown, cells)).collect()
    }
}

fn same(one: &TableauCell, other: &TableauCell, field: Field) -> bool {
    match field {
        Field::Symbol => one.wrote == other.wrote,
        Field::State => one.state == other.state,
        Field::Head => one.head == other.head,
        Field::Pointers => one.from == other.from,
    }
}
