//! `elenchus headline`: the papers' claims as measured tables.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::chart::charts;
use super::long::long;
use super::output::{Ended, To, aligned};
use crate::batch::headline::{self, ColumnOrigin, HeadlineTable, Measured, RowEntry};
use crate::text::number::{count, fixed};
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
    /// Only this table, by its number from 1.
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// Print comma-separated values, one table: of several, `--table` names it, or `--out FILE.csv` writes
    /// FILE-1.csv, FILE-2.csv and so on.
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
        let measure = match self.which {
            Which::DoublyEfficient => headline::doubly_efficient::measure,
            Which::Stochastic => headline::stochastic::measure,
            Which::ProverEstimator => headline::prover_estimator::measure,
            Which::Soundness => headline::soundness::measure,
            Which::QueryComplexity => headline::query_complexity::measure,
        };
        let (mut measured, partial) = long("rows", |token| {
            measure(self.most, token).map(|measured| (measured, token.is_stopped()))
        })??;
        if let Some(number) = self.table {
            let all = measured.tables.len();
            measured.tables = number
                .checked_sub(1)
                .and_then(|at| measured.tables.into_iter().nth(at))
                .map(|table| vec![table])
                .with_context(|| format!("--table {number}: this headline has {all}"))?;
        }
        if self.csv {
            write_csv(&measured.tables, &self.to)?;
        } else {
            let out = self.to.open()?;
            let text = if self.svg {
                charts(&measured.tables)?.context("this headline has no chart")?
            } else if self.json {
                serde_json::to_string_pretty(&to_json(&measured, partial))? + "\n"
            } else {
                let stopped = if partial { "stopped; partial figures\n\n" } else { "" };
                format!("{stopped}{}", words(&measured))
            };
            out.text(&text)?;
        }
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

/// One table a file: a single one to where `--out` says, of several each to a file with its number.
fn write_csv(tables: &[HeadlineTable], to: &To) -> Ended {
    if let [table] = tables {
        return table_to_csv(table, to);
    }
    let Some(path) = &to.out else {
        let titles =
            (1..).zip(tables).map(|(n, table)| format!("\n  --table {n}: {}", table.title));
        bail!(
            "these are {} tables: name one, or write each to a file with --out FILE.csv{}",
            tables.len(),
            titles.collect::<String>()
        );
    };
    for (number, table) in (1..).zip(tables) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut name = format!("{stem}-{number}");
        if let Some(kind) = path.extension() {
            name += &format!(".{}", kind.to_string_lossy());
        }
        let to = To { out: Some(path.with_file_name(name)), force: to.force };
        table_to_csv(table, &to)?;
    }
    Ok(true)
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
fn origins(table: &HeadlineTable) -> String {
    let kinds = [
        (ColumnOrigin::Played, "counted in debates"),
        (ColumnOrigin::Solved, "solved exactly"),
        (ColumnOrigin::Formula, "by formula"),
    ];
    let told = kinds.into_iter().filter_map(|(origin, words)| {
        let own = table.columns.iter().filter(|column| column.origin == origin);
        let heads: Vec<&str> = own.map(|column| column.head).collect();
        (!heads.is_empty()).then(|| format!("{words}: {}", heads.join(", ")))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A table whose numbers stand under each other.
fn rows(table: &HeadlineTable) -> String {
    let written = |cell: &RowEntry| match cell {
        RowEntry::Words(words) => words.clone(),
        RowEntry::Count(n) => count(*n),
        RowEntry::Number(x) if x.fract() == 0.0 && *x >= 1000.0 => count(*x as u64),
        RowEntry::Number(x) => fixed(*x, 4),
        RowEntry::Nothing => "-".into(),
    };
    let heads = table.columns.iter().map(|column| column.head.to_owned()).collect();
    let body = table.rows.iter().map(|row| row.iter().map(written).collect());
    let lines: Vec<Vec<String>> = std::iter::once(heads).chain(body).collect();
    let columns = table.columns.len();
    match table.rows.iter().any(|row| matches!(row[0], RowEntry::Words(_))) {
        true => aligned(&lines, 1..columns).concat(),
        false => aligned(&lines, 0..columns).iter().map(|line| format!("  {line}")).collect(),
    }
}

fn to_json(measured: &Measured, partial: bool) -> Value {
    let rows = |table: &HeadlineTable| -> Vec<Value> {
        let row = |cells: &Vec<RowEntry>| {
            let entries = table.columns.iter().zip(cells);
            entries.map(|(column, cell)| (column.head, json!(cell))).collect()
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
            "columns": table.columns,
            "rows": rows(table),
        })).collect::<Vec<_>>(),
    })
}

/// A table with its heads. Where a column has numbers, what is no number is left out of it.
fn table_to_csv(table: &HeadlineTable, to: &To) -> Ended {
    let mut out = to.open()?;
    out.row(table.columns.iter().map(|column| column.head.to_owned()))?;
    let is_number = |cell: &RowEntry| matches!(cell, RowEntry::Count(_) | RowEntry::Number(_));
    let numbers: Vec<bool> = (0..table.columns.len())
        .map(|at| table.rows.iter().any(|row| is_number(&row[at])))
        .collect();
    let written = |(cell, &number): (&RowEntry, &bool)| match json!(cell) {
        Value::Null => String::new(),
        Value::String(_) if number => String::new(),
        Value::String(words) => words,
        number => number.to_string(),
    };
    for row in &table.rows {
        out.row(row.iter().zip(&numbers).map(written))?;
    }
    out.done()
}
