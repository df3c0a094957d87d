//! `elenchus merge`: parts of a run, added up.

use std::path::Path;

use anyhow::Context;
use clap::Args;

use super::many::{Drawn, Output, print};
use super::output::Ended;
use crate::batch::part::{RunPart, merge};
use crate::scenario::files;

/// Add up the parts of a run that was shared out by `--slice`: what is printed is what one machine
/// would have printed, to the byte.
#[derive(Debug, Args)]
pub struct Merge {
    /// The parts, in any order.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<String>,
    /// Draw a sweep in the terminal.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl"])]
    plot: bool,
    /// Draw a sweep as an SVG.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "plot"])]
    svg: bool,
    #[command(flatten)]
    output: Output,
}

impl Merge {
    /// Runs it.
    pub fn run(self) -> Ended {
        let out = self.output.to.open()?;
        let read = |name: String| {
            let text =
                files::text(Path::new(&name)).with_context(|| format!("{name} cannot be read"))?;
            let part =
                RunPart::read(&text).map_err(anyhow::Error::msg).with_context(|| name.clone())?;
            anyhow::Ok((name, part))
        };
        let parts: Vec<(String, RunPart)> =
            self.parts.into_iter().map(read).collect::<Result<_, _>>()?;
        let run = merge(parts).map_err(anyhow::Error::msg)?;
        print(run, None, &self.output, Drawn { plot: self.plot, svg: self.svg }, out)
    }
}
