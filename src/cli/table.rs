//! Results as a table, written as text for people or as CSV for other programs. Cells are JSON.

use std::ops::Range;

use serde_json::Value;

use super::output::{Out, aligned};
use crate::text::number::{count, fixed};

/// Rows of cells under named columns. A cell is `null` if its figure is not known.
#[derive(Default)]
pub struct Table {
    /// The name of each column, and how many decimals its numbers have in text.
    pub columns: Vec<(String, usize)>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// Rows that are JSON: each column with the place of its cells in a row, and its decimals.
    pub fn picked(columns: &[(&str, &str, usize)], rows: &[Value]) -> Self {
        let cell = |row: &Value, place: &str| row.pointer(place).cloned().unwrap_or_default();
        let row = |row: &Value| columns.iter().map(|(_, place, _)| cell(row, place)).collect();
        Self {
            columns: columns.iter().map(|(name, _, most)| ((*name).to_owned(), *most)).collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    /// A line for the heads and for each row; the columns of `numbers` stand at the right.
    pub fn text(&self, numbers: Range<usize>) -> Vec<String> {
        let heads = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let row = |row: &Vec<Value>| {
            let cells = row.iter().zip(&self.columns);
            cells.map(|(cell, (_, decimals))| shown(cell, *decimals)).collect()
        };
        let lines: Vec<Vec<String>> =
            std::iter::once(heads).chain(self.rows.iter().map(row)).collect();
        aligned(&lines, numbers)
    }

    /// Writes the heads and the rows. Words are left out of a column that has numbers.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn csv(&self, out: &mut Out) -> anyhow::Result<()> {
        out.row(self.columns.iter().map(|(name, _)| name.clone()))?;
        let numbers: Vec<bool> = (0..self.columns.len())
            .map(|at| self.rows.iter().any(|row| row[at].is_number()))
            .collect();
        let written = |(cell, &number): (&Value, &bool)| match number && cell.is_string() {
            true => String::new(),
            false => plain(cell),
        };
        self.rows.iter().try_for_each(|row| out.row(row.iter().zip(&numbers).map(written)))
    }
}

/// A cell for people.
fn shown(cell: &Value, decimals: usize) -> String {
    match (cell.as_str(), cell.as_u64(), cell.as_f64()) {
        (Some(words), ..) => words.to_owned(),
        (_, Some(n), _) => count(n),
        (_, _, Some(x)) if x.fract() == 0.0 && x >= 1000.0 => count(x as u64),
        (_, _, Some(x)) => fixed(x, decimals),
        _ => "-".into(),
    }
}

/// A cell for other programs: a number reads back as itself, and a list is JSON.
pub fn plain(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(words) => words.clone(),
        Value::Number(n) if n.is_f64() => n.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}
