//! `elenchus headline`: measures the main claims of the papers.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::chart::charts;
use super::output::{CommandResult, OUTPUT, OutputArgs, TableFormat, TableFormatArgs};
use super::progress::TimeLimit;
use super::progress::with_progress;
use super::table::OutputTable;
use crate::batch::headline::{self, Headline, HeadlineTable};
use crate::work::Cancelled;

/// Measure the main claim of a paper, and print it as a table.
///
/// All numbers are measured on this machine. The table says which come from debates, which are
/// solved exactly, and which come from a formula.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus headline doubly-efficient --most 1024
  elenchus headline query-complexity --svg --out chart.svg")]
pub struct Headlines {
    /// The claim to measure.
    #[arg(value_enum, value_name = "CLAIM")]
    which: HeadlineName,
    /// The size of the largest debates: steps, gates or subclaims.
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    most: u64,
    #[command(flatten)]
    limit: TimeLimit,
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print only this table, by its number from 1.
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    table: Option<usize>,
    /// Print one table as CSV.
    ///
    /// If there are several, --table chooses one. Without --table, --out FILE.csv writes all of them to
    /// FILE-1.csv, FILE-2.csv and so on.
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    csv: bool,
    #[command(flatten)]
    format: TableFormatArgs,
    /// Draw an SVG chart of each table instead.
    #[arg(long, conflicts_with_all = ["json", "csv", "format"], help_heading = OUTPUT)]
    svg: bool,
    #[command(flatten)]
    to: OutputArgs,
}

/// The main claim of a paper.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum HeadlineName {
    /// The provers' work grows with the computation, and the judge's does not (2024).
    DoublyEfficient,
    /// The number of votes that each player draws, for each K and T (2024).
    Stochastic,
    /// The payment of honest Alices for each ε and ρ, and the payment of obfuscators (2025).
    ProverEstimator,
    /// The least reward ratio that protects an honest Alice, beside the theorem's (2025).
    LeastRatio,
    /// The reward gap as a share of the largest payment, beside plain recursion (2025).
    RewardGap,
    /// The fewest votes that keep the promise for one plan, beside the theorem's (2024).
    TruePrice,
    /// The payment of a wrong Alice by correlation and r (2025).
    Soundness,
    /// The number of bits that the judge reads, for each size of the circuit up to SHA-256 (2026).
    QueryComplexity,
}

impl Headlines {
    pub fn run(self) -> CommandResult {
        self.limit.start()?;
        let short = [(self.json, TableFormat::Json), (self.csv, TableFormat::Csv)];
        let format = self.format.or(&short)?;
        let name = self.which.to_possible_value().map(|name| name.get_name().to_owned());
        let name = name.unwrap_or_default();
        let (mut measured, partial) = with_progress("rows", |token| {
            headline::measure(&name, self.most, token)
                .map(|measured| (measured, token.is_stopped()))
        })??;
        if let Some(number) = self.table {
            let all = measured.tables.len();
            measured.tables = number
                .checked_sub(1)
                .and_then(|at| measured.tables.into_iter().nth(at))
                .map(|table| vec![table])
                .with_context(|| {
                    format!("--table {number} does not exist. Choose one from 1 to {all}")
                })?;
        }
        if format.is_csv() || format == TableFormat::Jsonl {
            write_tables(&measured.tables, format, &self.to)?;
        } else if format == TableFormat::Json && !self.svg {
            self.to.json(&to_json(&measured, partial))?;
        } else {
            let out = self.to.open()?;
            let text = if self.svg {
                charts(&measured.tables)?.context(
                    "these tables have no chart. Leave out --svg, or choose another claim",
                )?
            } else {
                let stopped = if partial { "partial: the command was stopped\n\n" } else { "" };
                format!("{stopped}{}", words(&measured))
            };
            out.text(&text)?;
        }
        if partial { Err(Cancelled.into()) } else { Ok(true) }
    }
}

/// Writes a single table to the destination, or each of several to a file with its number.
fn write_tables(tables: &[HeadlineTable], format: TableFormat, to: &OutputArgs) -> CommandResult {
    if let [one] = tables {
        return table(one).print(format, to.open()?);
    }
    let Some(path) = &to.out else {
        let titles =
            (1..).zip(tables).map(|(n, table)| format!("\n  --table {n}: {}", table.title));
        bail!(
            "there are {} tables. Choose one with --table, or write all with --out FILE.csv{}",
            tables.len(),
            titles.collect::<String>()
        );
    };
    for (number, one) in (1..).zip(tables) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut name = format!("{stem}-{number}");
        if let Some(kind) = path.extension() {
            name += &format!(".{}", kind.to_string_lossy());
        }
        let to = OutputArgs { out: Some(path.with_file_name(name)), force: to.force };
        table(one).print(format, to.open()?)?;
    }
    Ok(true)
}

/// A headline as text for people: the claim, the measurement, and the tables.
fn words(measured: &Headline) -> String {
    let mut text = format!("{}\n\n{}\n", measured.claim, measured.how);
    for table in &measured.tables {
        text += &format!("\n{}\n{}\n\n", table.title, origins(table));
        text += &rows(table);
    }
    text
}

/// The columns of a table, grouped by the origin of their numbers.
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

/// The lines of a table.
fn rows(measured: &HeadlineTable) -> String {
    let columns = measured.columns.len();
    match measured.rows.iter().any(|row| row[0].is_string()) {
        true => table(measured).text(1..columns).concat(),
        false => table(measured).text(0..columns).iter().map(|line| format!("  {line}")).collect(),
    }
}

fn table(measured: &HeadlineTable) -> OutputTable {
    let columns = measured.columns.iter().map(|(head, _)| (head.clone(), 4)).collect();
    OutputTable { columns, rows: measured.rows.clone() }
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
