//! `elenchus simulate`: plays many debates and counts the results.

use std::io::Write;
use std::ops::Range;

use clap::Args;

use super::batch_args::{
    ChartStyle, Measured, OutputFormatArgs, head, print, print_part, warn_about_moves,
};
use super::figures;
use super::number::count;
use super::output::{CommandResult, OutputSink, TableFormat};
use super::prepared::PreparedDebate;
use super::progress::with_progress;
use super::redaction::Redacted;
use super::scenario_args::DebateArgs;
use crate::batch::shard::{MeasuredRun, RunHeader, ShardIndex, SweepPoint};
use crate::batch::{PartialTally, PlayedDebate, count as count_debates, each};
use crate::work::{CancelToken, Cancelled};

/// Play many debates and count who wins.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus simulate contract-comma --bob random --debates 10000
  elenchus simulate contract-comma --debates 500 --csv --out debates.csv")]
pub struct Simulate {
    #[command(flatten)]
    debated: DebateArgs,
    /// The number of debates.
    ///
    /// Each debate has a seed of its own, which depends on --seed and its number. With --csv and --jsonl, the
    /// column `seed` names it, and `elenchus run --seed` plays that debate.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    debates: u64,
    /// Play only slice I of N of the debates, for `elenchus merge`.
    ///
    /// So several machines can share a run. Example: --slice 3/16
    #[arg(long, value_name = "I/N", conflicts_with_all = ["json", "csv", "jsonl", "format"])]
    slice: Option<ShardIndex>,
    #[command(flatten)]
    output: OutputFormatArgs,
}

impl Simulate {
    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let out = self.output.to.open()?;
        let found = self.debated.asked.clone().apply_to(&self.debated.file)?;
        let given = found.scenario.clone();
        let seated = self.debated.players.seated_in(found)?;
        warn_about_moves(&given);
        let head = head("simulate", &self.debated, &given, &seated, Vec::new(), self.debates)?;
        let format = self.output.format()?;
        if format.is_csv() || format == TableFormat::Jsonl {
            let head = seated.sight.see(head);
            return print_each(&head, &seated, format, out);
        }
        let numbers = self.slice.map_or(0..self.debates, |slice| slice.numbers(self.debates));
        let Measured { run, failed, .. } =
            with_progress("debates", |token| measured(head, &seated, numbers.clone(), token))??;
        match self.slice {
            Some(_) => print_part(run, failed, numbers, out),
            None => print(run, failed, &self.output, ChartStyle::default(), out),
        }
    }
}

/// Plays the debates with these numbers.
pub(super) fn measured(
    head: RunHeader,
    seated: &PreparedDebate,
    numbers: Range<u64>,
    token: &CancelToken,
) -> anyhow::Result<Measured> {
    let many = seated.simulator(token)?;
    token.report(0, numbers.end - numbers.start);
    let PartialTally { tally, failed, lost } = count_debates(&*many, numbers, head.seed, token);
    let (seed, seats) = (head.seed, head.seats.clone());
    let averages_over = seated.game.averages_over().map(str::to_owned);
    let point = SweepPoint { seed, seats, averages_over, tally, ..SweepPoint::default() };
    Ok(Measured { run: MeasuredRun { head, points: vec![point] }, failed, lost })
}

/// Prints a line for each debate.
fn print_each(
    head: &Redacted<RunHeader>,
    seated: &PreparedDebate,
    format: TableFormat,
    mut out: OutputSink,
) -> CommandResult {
    let columns = figures::debate_columns();
    if format.is_csv() {
        out.write_all(format.mark().as_bytes())?;
        out.row(figures::debate_names(&columns))?;
    }
    let mut given = figures::head(head);
    given.remove("asked_for");
    let told = with_progress("debates", |token| -> anyhow::Result<_> {
        let many = seated.simulator(token)?;
        let told = each::<anyhow::Error>(&*many, head.debates, head.seed, token, |told| {
            let (seed, end) = match told {
                PlayedDebate::Debate(seed, end) => (seed, &head.sight.see(*end)),
                PlayedDebate::Pause => return Ok(out.flush()?),
            };
            if format.is_csv() {
                out.row(figures::debate_row(head, &columns, (seed, end)))?;
            } else {
                let mut line = given.clone();
                line.extend(figures::debate(seed, end));
                out.line(&line)?;
            }
            Ok(())
        });
        Ok(told)
    })??;
    // If a debate failed, the debates before it are still written.
    out.done()?;
    if told? < head.debates { Err(Cancelled.into()) } else { Ok(true) }
}
