//! `elenchus headline`: the papers' claims as measured tables.

use std::io::Write;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::chart::charts;
use super::figures;
use super::long::long;
use super::output::{Ended, To};
use crate::lab::headline::{Cell, Headline, Measured, Origin, Table};
use crate::show::number::{count, fixed};
use crate::work::Stopped;

/// Measure what a paper promises, and print it as a table: all in debates that are played here.
#[derive(Debug, Args)]
pub struct Headlines {
    /// Which.
    #[arg(value_enum)]
    which: Which,
    /// Leave out what has more steps, gates or subclaims than this.
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    most: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Draw charts of the tables instead: SVG.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    svg: bool,
    #[command(flatten)]
    to: To,
}

/// A headline, as it is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Which {
    /// Provers pay as much as the computation is long, the judge does not (2024).
    DoublyEfficient,
    /// Votes by K and T (2024).
    Stochastic,
    /// Honest pay by ε and ρ, and what obfuscation is paid (2025).
    ProverEstimator,
    /// What a wrong Alice is paid by correlation and r (2025).
    Soundness,
    /// Reads by the size of the circuit, to SHA-256 (2026).
    QueryComplexity,
}

impl Headlines {
    /// Runs it.
    pub fn run(self) -> Ended {
        let mut out = self.to.open()?;
        let headline = match self.which {
            Which::DoublyEfficient => Headline::DoublyEfficient,
            Which::Stochastic => Headline::Stochastic,
            Which::ProverEstimator => Headline::ProverEstimator,
            Which::Soundness => Headline::Soundness,
            Which::QueryComplexity => Headline::QueryComplexity,
        };
        let (measured, partial) = long("rows", |token| {
            let measured = headline.measure(self.most, token);
            measured.map(|measured| (measured, token.is_stopped()))
        })??;
        let text = if self.svg {
            charts(&measured.tables)?.context("this headline has no chart")?
        } else if self.json {
            serde_json::to_string_pretty(&to_json(&measured, partial))? + "\n"
        } else if self.csv {
            to_csv(&measured)
        } else {
            let stopped = if partial { "stopped; partial figures\n\n" } else { "" };
            format!("{stopped}{}", words(&measured))
        };
        out.write_all(text.as_bytes())?;
        out.done()?;
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

/// A headline for people: the claim, how it was measured, and its tables.
fn words(measured: &Measured) -> String {
    let mut text = format!("{}\n\n{}\n", measured.claim, measured.how);
    for table in &measured.tables {
        text += &format!("\n{}\n{}\n\n", table.title, origins(table));
        text += &rows(table);
    }
    text
}

/// What in a table was measured, and what is arithmetic.
fn origins(table: &Table) -> String {
    let kinds = [
        (Origin::Played, "counted in debates"),
        (Origin::Solved, "solved exactly"),
        (Origin::Formula, "by formula"),
    ];
    let told = kinds.into_iter().filter_map(|(origin, words)| {
        let own = table.columns.iter().filter(|column| column.origin == origin);
        let heads: Vec<&str> = own.map(|column| column.head).collect();
        (!heads.is_empty()).then(|| format!("{words}: {}", heads.join(", ")))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A table whose numbers stand under each other.
fn rows(table: &Table) -> String {
    let written = |cell: &Cell| match cell {
        Cell::Words(words) => words.clone(),
        Cell::Count(n) => count(*n),
        Cell::Number(x) if x.fract() == 0.0 && *x >= 1000.0 => count(*x as u64),
        Cell::Number(x) => fixed(*x, 4),
        Cell::Nothing => "-".into(),
    };
    let heads = table.columns.iter().map(|column| column.head.to_owned()).collect();
    let body = table.rows.iter().map(|row| row.iter().map(written).collect());
    let lines: Vec<Vec<String>> = std::iter::once(heads).chain(body).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let is_words = |column: usize| {
        table.rows.iter().any(|row| matches!(row[column], Cell::Words(_))) && column == 0
    };
    let mut text = String::new();
    for line in &lines {
        let mut row = String::new();
        for (column, entry) in line.iter().enumerate() {
            let width = width(column).unwrap_or_default();
            match is_words(column) {
                true => row += &format!("{entry:<width$}"),
                false => row += &format!("  {entry:>width$}"),
            }
        }
        text += row.trim_end();
        text += "\n";
    }
    text
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Words(words) => json!(words),
        Cell::Count(n) => json!(n),
        Cell::Number(x) => json!(x),
        Cell::Nothing => Value::Null,
    }
}

fn to_json(measured: &Measured, partial: bool) -> Value {
    let rows = |table: &Table| -> Vec<Value> {
        let row = |cells: &Vec<Cell>| {
            let entries = table.columns.iter().zip(cells);
            let map: Map<String, Value> =
                entries.map(|(column, cell)| (column.head.to_owned(), value(cell))).collect();
            Value::Object(map)
        };
        table.rows.iter().map(row).collect()
    };
    json!({
        "claim": measured.claim,
        "how": measured.how,
        "version": env!("CARGO_PKG_VERSION"),
        "partial": partial,
        "tables": measured.tables.iter().map(|table| json!({
            "title": table.title,
            "columns": table.columns.iter().map(|column| json!({
                "head": column.head, "origin": column.origin,
            })).collect::<Vec<_>>(),
            "rows": rows(table),
        })).collect::<Vec<_>>(),
    })
}

/// All tables in one: a column says which, and columns that a table does not have are empty.
fn to_csv(measured: &Measured) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for column in measured.tables.iter().flat_map(|table| &table.columns) {
        if !columns.contains(&column.head) {
            columns.push(column.head);
        }
    }
    let mut heads = vec!["table".to_owned()];
    heads.extend(columns.iter().map(|&head| head.to_owned()));
    let mut text = figures::csv(&heads);
    for table in &measured.tables {
        for row in &table.rows {
            let mut line = vec![table.title.to_owned()];
            line.extend(columns.iter().map(|column| {
                let at = table.columns.iter().position(|own| own.head == *column);
                match at.map(|at| value(&row[at])) {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(words)) => words,
                    Some(number) => number.to_string(),
                }
            }));
            text += &figures::csv(&line);
        }
    }
    text
}
