//! `elenchus merge`: adds up the slices of a run.

use std::path::Path;

use anyhow::Context;
use clap::Args;

use super::batch_args::{ChartStyle, OutputFormatArgs, print};
use super::output::{CommandResult, OUTPUT};
use crate::batch::shard::{RunShard, merge};
use crate::scenario::files;

/// Add up the slices of a run.
///
/// `simulate --slice` and `sweep --slice` write the slices. The output is exactly the output of one
/// machine that plays the whole run.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus simulate contract-comma --slice 1/2 --out 1.json
  elenchus simulate contract-comma --slice 2/2 --out 2.json
  elenchus merge 1.json 2.json")]
pub struct Merge {
    /// The files of all slices, in any order.
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<String>,
    /// Draw a plot of a sweep in the terminal.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format"], help_heading = OUTPUT)]
    plot: bool,
    /// Draw an SVG chart of a sweep.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format", "plot"], help_heading = OUTPUT)]
    svg: bool,
    #[command(flatten)]
    output: OutputFormatArgs,
}

impl Merge {
    pub fn run(self) -> CommandResult {
        let out = self.output.to.open()?;
        let read = |name: String| {
            let text =
                files::text(Path::new(&name)).with_context(|| format!("cannot read {name}"))?;
            let part =
                RunShard::read(&text).map_err(anyhow::Error::msg).with_context(|| name.clone())?;
            anyhow::Ok((name, part))
        };
        let parts: Vec<(String, RunShard)> =
            self.parts.into_iter().map(read).collect::<Result<_, _>>()?;
        let run = merge(parts).map_err(anyhow::Error::msg)?;
        print(run, None, &self.output, ChartStyle { plot: self.plot, svg: self.svg }, out)
    }
}
