//! `elenchus headline`: the papers' claims as measured tables.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::chart::charts;
use super::long::long;
use super::output::{Ended, To};
use super::table::Table;
use crate::batch::headline::{self, Headline, HeadlineTable};
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
        let name = self.which.to_possible_value().map(|name| name.get_name().to_owned());
        let name = name.unwrap_or_default();
        let (mut measured, partial) = long("rows", |token| {
            headline::measure(&name, self.most, token)
                .map(|measured| (measured, token.is_stopped()))
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
        return write_table(table, to);
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
        write_table(table, &to)?;
    }
    Ok(true)
}

/// A headline for people: the claim, how it was measured, and its tables.
fn words(measured: &Headline) -> String {
    let mut text = format!("{}\n\n{}\n", measured.claim, measured.how);
    for table in &measured.tables {
        text += &format!("\n{}\n{}\n\n", table.title, origins(table));
        text += &rows(table);
    }
    text
}

/// What in a table was measured, and what is arithmetic.
fn origins(table: &HeadlineTable) -> String {
    let kinds =
        [("played", "counted in debates"), ("solved", "solved exactly"), ("formula", "by formula")];
    let told = kinds.into_iter().filter_map(|(kind, words)| {
        let own = table.columns.iter().filter(|(_, origin)| origin == kind);
        let heads: Vec<&str> = own.map(|(head, _)| &**head).collect();
        (!heads.is_empty()).then(|| format!("{words}: {}", heads.join(", ")))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A table whose numbers stand under each other.
fn rows(measured: &HeadlineTable) -> String {
    let columns = measured.columns.len();
    match measured.rows.iter().any(|row| row[0].is_string()) {
        true => table(measured).text(1..columns).concat(),
        false => table(measured).text(0..columns).iter().map(|line| format!("  {line}")).collect(),
    }
}

fn table(measured: &HeadlineTable) -> Table {
    let columns = measured.columns.iter().map(|(head, _)| (head.clone(), 4)).collect();
    Table { columns, rows: measured.rows.clone() }
}

fn to_json(measured: &Headline, partial: bool) -> serde_json::Value {
    let table = |table: &HeadlineTable| {
        let columns = table.columns.iter();
        let columns = columns.map(|(head, origin)| json!({ "head": head, "origin": origin }));
        let row = |row: &Vec<serde_json::Value>| -> serde_json::Map<_, _> {
            let heads = table.columns.iter().map(|(head, _)| head.clone());
            heads.zip(row.iter().cloned()).collect()
        };
        json!({
            "title": table.title,
            "columns": columns.collect::<Vec<_>>(),
            "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
        })
    };
    json!({
        "claim": measured.claim,
        "how": measured.how,
        "version": env!("CARGO_PKG_VERSION"),
        "partial": partial,
        "tables": measured.tables.iter().map(table).collect::<Vec<_>>(),
    })
}

fn write_table(measured: &HeadlineTable, to: &To) -> Ended {
    let mut out = to.open()?;
    table(measured).csv(&mut out)?;
    out.done()
}
