//! `elenchus convert`: writes any file of a known format as a scenario.

use clap::Args;

use super::output::{CommandResult, OutputArgs};
use super::scenario_args::{MachineQuestionArgs, ScenarioArgs};
use crate::scenario::{FileError, open, write};

/// Write a file of another tool, or a saved debate, as a scenario without moves.
///
/// You can edit and play the scenario.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus convert adder.aag --wire carry --claim 1 --out adder.yaml")]
pub struct Convert {
    /// A file of any known format, or the name of a shipped scenario.
    file: String,
    #[command(flatten)]
    asked: MachineQuestionArgs,
    /// Print a scenario that hides something until its review.
    #[arg(long)]
    reveal: bool,
    #[command(flatten)]
    to: OutputArgs,
}

impl Convert {
    pub fn run(self) -> CommandResult {
        let to = self.to.open()?;
        let ScenarioArgs { mut scenario, name, text, .. } = self.asked.apply_to(&self.file)?;
        // A file is complete, and keeps its key `hide`. A text on the screen would show everything that the key hides.
        anyhow::ensure!(
            scenario.hide.is_empty() || self.reveal || self.to.out.is_some(),
            "{name}: this scenario hides something until its review, and its text would show that. \
             Write it to a file with --out, or add --reveal"
        );
        scenario.moves = None;
        // Only a scenario that opens is written.
        open(&scenario).map_err(|fault| FileError::at(&name, &text, fault))?;
        to.text(&write(&scenario)?)
    }
}
