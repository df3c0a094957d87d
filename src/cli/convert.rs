//! `elenchus convert`: any file that opens, as a scenario.

use clap::Args;

use super::output::{Ended, To};
use super::question::{AskedScenario, MachineQuestion};
use crate::scenario::{FileError, open, write};

/// Write any file that opens as a scenario without moves, to be edited and played.
#[derive(Debug, Args)]
pub struct Convert {
    /// A file of any known format, or the name of a shipped scenario.
    file: String,
    #[command(flatten)]
    asked: MachineQuestion,
    #[command(flatten)]
    to: To,
}

impl Convert {
    /// Runs it.
    pub fn run(self) -> Ended {
        let to = self.to.open()?;
        let AskedScenario { mut scenario, name, text, .. } = self.asked.of(&self.file)?;
        scenario.moves = None;
        // What is written opens.
        open(&scenario).map_err(|fault| FileError::at(&name, &text, fault))?;
        to.text(&write(&scenario)?)
    }
}
