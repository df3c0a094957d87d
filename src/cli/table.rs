//! Writes all results: tables as text for people or as CSV for other programs, and lines with a label. Cells are JSON
//! values.

use std::io::Write;
use std::ops::Range;

use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::output::{CommandResult, OutputSink, TableFormat};
use crate::text::Limit;
use crate::text::number::{count, fixed};

/// Rows of cells under named columns. A cell is `null` if its value is unknown.
#[derive(Default)]
pub struct OutputTable {
    /// The name of each column, and the number of decimals of its numbers in text.
    pub columns: Vec<(String, usize)>,
    /// The rows, each with one cell for every column.
    pub rows: Vec<Vec<Value>>,
}

impl OutputTable {
    /// A table of rows that are JSON objects. A column has a name, the JSON pointer of its cell in each row, and its
    /// number of decimals.
    pub fn picked(columns: &[(&str, &str, usize)], rows: &[Value]) -> Self {
        let cell = |row: &Value, place: &str| row.pointer(place).cloned().unwrap_or_default();
        let row = |row: &Value| columns.iter().map(|(_, place, _)| cell(row, place)).collect();
        Self {
            columns: columns.iter().map(|(name, _, most)| ((*name).to_owned(), *most)).collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    /// A table of rows that are JSON objects, with a column for each of these keys.
    pub fn keyed(keys: &[&str], rows: &[Value]) -> Self {
        let cell = |row: &Value, key: &str| row.get(key).cloned().unwrap_or_default();
        let row = |row: &Value| keys.iter().map(|key| cell(row, key)).collect();
        Self {
            columns: keys.iter().map(|key| ((*key).to_owned(), 0)).collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    /// The lines of the table: first the names of the columns, then the rows. The columns in `numbers` are aligned to
    /// the right.
    pub fn text(&self, numbers: Range<usize>) -> Vec<String> {
        let heads = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let row = |row: &Vec<Value>| {
            let cells = row.iter().zip(&self.columns);
            cells.map(|(cell, (head, decimals))| shown(cell, head, *decimals)).collect()
        };
        let lines: Vec<Vec<String>> =
            std::iter::once(heads).chain(self.rows.iter().map(row)).collect();
        aligned(&lines, numbers)
    }

    /// Prints the table in this format.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, format: TableFormat, mut out: OutputSink) -> CommandResult {
        match format {
            TableFormat::Text => return out.text(&self.text(0..0).concat()),
            TableFormat::Csv | TableFormat::Excel => {
                out.write_all(format.mark().as_bytes())?;
                self.csv(&mut out)?;
            }
            TableFormat::Json => return out.plain_json(&self.objects()),
            TableFormat::Jsonl => {
                for row in self.objects() {
                    out.line(&row)?;
                }
            }
        }
        out.done()
    }

    /// The rows as JSON objects.
    fn objects(&self) -> Vec<Map<String, Value>> {
        let heads = || self.columns.iter().map(|(head, _)| head.clone());
        self.rows.iter().map(|row| heads().zip(row.iter().cloned()).collect()).collect()
    }

    /// Writes the names of the columns, and then the rows. If a column has numbers, its texts become empty cells.
    ///
    /// # Errors
    /// Returns an error if the table cannot be written.
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

/// Lines, each with a label before it. A line without a label continues the line above.
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

/// A cell for people. A column whose head says so has bounds, which are rounded to their side.
fn shown(cell: &Value, head: &str, decimals: usize) -> String {
    let bound = |x: f64| match head {
        "95 % from" => Some(Limit::at_least(x)),
        "to" => Some(Limit::at_most(x)),
        head if head.ends_with("at least") => Some(Limit::at_least(x)),
        head if head.ends_with("at most") => Some(Limit::at_most(x)),
        _ => None,
    };
    match (cell.as_str(), cell.as_u64(), cell.as_f64()) {
        (Some(words), ..) => words.to_owned(),
        (_, Some(n), _) => count(n),
        (_, _, Some(x)) if x.fract() == 0.0 && x >= 1000.0 => count(x as u64),
        (_, _, Some(x)) => bound(x).map_or_else(|| fixed(x, decimals), |own| own.fixed(decimals)),
        _ => "-".into(),
    }
}

/// A cell as text for other programs. A number reads back as the same number, and a list is JSON.
pub fn plain(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(words) => words.clone(),
        Value::Number(n) if n.is_f64() => n.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_bounds_is_rounded_to_its_side() {
        let number = Value::from(0.325_89);
        assert_eq!(shown(&number, "paid at least", 2), "0.32");
        assert_eq!(shown(&number, "gap at most", 2), "0.33");
        assert_eq!(shown(&number, "gap", 2), "0.33");
        assert_eq!([shown(&number, "95 % from", 4), shown(&number, "to", 4)], ["0.3258", "0.3259"]);
    }
}
