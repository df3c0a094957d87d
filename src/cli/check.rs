//! `elenchus check`: what is wrong with files, and where.

use clap::Args;
use serde_json::json;

use super::output::{self, Ended};
use crate::scenario::{FileError, library, resume};

/// Check files and say what is wrong with them, and where.
#[derive(Debug, Args)]
pub struct Check {
    /// Scenarios or saved debates; their moves are replayed.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Check {
    /// Runs it.
    pub fn run(self) -> Ended {
        let found: Vec<(String, Option<FileError>)> =
            self.files.into_iter().map(|file| (file.clone(), fault(&file))).collect();
        let right = found.iter().all(|(_, error)| error.is_none());
        if self.json {
            let list: Vec<_> = found
                .iter()
                .map(|(file, error)| match error {
                    None => json!({ "file": file, "ok": true }),
                    Some(e) => json!({
                        "file": file, "ok": false, "message": e.message,
                        "line": e.spot.map(|s| s.line), "column": e.spot.map(|s| s.column),
                    }),
                })
                .collect();
            output::json(&list)?;
        } else {
            let lines: String = found
                .iter()
                .map(|(file, error)| match error {
                    None => format!("{}: ok\n", crate::scenario::printable(file)),
                    Some(error) => format!("{error}\n"),
                })
                .collect();
            output::text(&lines)?;
        }
        Ok(right)
    }
}

fn fault(file: &str) -> Option<FileError> {
    let entry = match library::find(file) {
        Ok(entry) => entry,
        Err(error) => return Some(error),
    };
    match &entry.scenario {
        Err(error) => Some(error.clone()),
        Ok(scenario) => resume(scenario).err().map(|fault| FileError::at(file, &entry.text, fault)),
    }
}
