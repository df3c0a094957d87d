//! The one writer of results: tables as text for people or as CSV for other programs, and lines
//! with a label. Cells are JSON values.

use std::ops::Range;

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::output::OutputSink;
use crate::text::number::{count, fixed};

/// Rows of cells under named columns. A cell is `null` if its figure is unknown.
#[derive(Default)]
pub struct OutputTable {
    /// The name of each column, and the number of decimals of its numbers in text.
    pub columns: Vec<(String, usize)>,
    /// The rows, each with one cell for every column.
    pub rows: Vec<Vec<Value>>,
}

impl OutputTable {
    /// A table of rows that are JSON objects. Each column has its name, the JSON pointer of its cell
    /// in a row, and its decimals.
    pub fn picked(columns: &[(&str, &str, usize)], rows: &[Value]) -> Self {
        let cell = |row: &Value, place: &str| row.pointer(place).cloned().unwrap_or_default();
        let row = |row: &Value| columns.iter().map(|(_, place, _)| cell(row, place)).collect();
        Self {
            columns: columns.iter().map(|(name, _, most)| ((*name).to_owned(), *most)).collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    /// The lines of the table: the heads, then the rows. The columns in `numbers` are aligned to the
    /// right.
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

    /// Writes the heads and the rows. A column that has numbers gets no words.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn csv(&self, out: &mut OutputSink) -> anyhow::Result<()> {
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

/// Lines with a label before each. A line without a label belongs to the one above.
pub fn labelled(lines: &[(&str, String)]) -> String {
    let cells: Vec<_> =
        lines.iter().map(|(label, text)| vec![(*label).to_owned(), text.clone()]).collect();
    aligned(&cells, 0..0).concat()
}

/// A line for each row. Each column is as wide as its widest cell, and the columns in `numbers` are
/// aligned to the right.
fn aligned(rows: &[Vec<String>], numbers: Range<usize>) -> Vec<String> {
    let widest = |i: usize| rows.iter().map(|row| row[i].width()).max().unwrap_or_default();
    let widths: Vec<_> = (0..rows.first().map_or(0, Vec::len)).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (text, width))| {
            let free = " ".repeat(width - text.width());
            if numbers.contains(&i) { format!("{free}{text}") } else { format!("{text}{free}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
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

/// A cell for other programs. A number reads back as the same number, and a list is JSON.
pub fn plain(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(words) => words.clone(),
        Value::Number(n) if n.is_f64() => n.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}
