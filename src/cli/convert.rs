//! `elenchus convert`: any file that opens, as a scenario.

use std::path::PathBuf;

use clap::Args;

use super::output::{self, Ended};
use super::question::{Asked, Found};
use crate::scenario::{FileError, journal, open, write};

/// Write any file that opens as a scenario without moves, to be edited and played.
#[derive(Debug, Args)]
pub struct Convert {
    /// A file of any known format, or the name of a shipped scenario.
    file: String,
    #[command(flatten)]
    asked: Asked,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
}

impl Convert {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Found { mut scenario, name, text, .. } = self.asked.of(&self.file)?;
        scenario.moves = None;
        // What is written opens.
        open(&scenario).map_err(|fault| FileError::at(&name, &text, fault))?;
        match &self.save {
            Some(path) => journal::save(path, &scenario).map(|()| true).map_err(Into::into),
            None => output::text(&write(&scenario)?),
        }
    }
}
