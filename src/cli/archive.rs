//! `elenchus archive`: lists, narrates and exports finished debates.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use serde_json::json;

use super::output::{CommandResult, OutputArgs, PrintArgs, TableFormat, TableFormatArgs};
use super::run::PlayedOut;
use super::table::OutputTable;
use crate::export::MOST_PROOF_ROUNDS;
use crate::review::{Review, replay, reviewed};
use crate::scenario::archive::{self, ArchivedDebate};
use crate::scenario::{Verdict, library, resume, write};
use crate::work::CancelToken;

/// List, narrate or export the debates that you finished.
#[derive(Debug, Subcommand)]
pub enum Archive {
    /// List all finished debates, the oldest first.
    ///
    /// The list repeats what each file says about itself. `archive show` checks it.
    List {
        #[command(flatten)]
        format: TableFormatArgs,
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Narrate a finished debate.
    Show {
        /// The name of the debate in `elenchus archive list`.
        name: String,
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Write a finished debate to a file.
    ///
    /// `grade`, `replay` and the playground open this file.
    Export {
        /// The name of the debate in `elenchus archive list`.
        name: String,
        /// The file. This is the old spelling of --out.
        #[arg(hide = true, conflicts_with = "out")]
        file: Option<PathBuf>,
        #[command(flatten)]
        to: OutputArgs,
    },
}

/// The word for the verdict on a goal.
pub(super) fn word(goal: Option<Verdict>) -> &'static str {
    goal.map_or("not over", Verdict::word)
}

fn all() -> anyhow::Result<Vec<ArchivedDebate>> {
    let data = library::data_folder().context(
        "the archive has no folder, because the system names no home folder. Set HOME to a folder",
    )?;
    Ok(archive::list(&archive::folder(&data)))
}

/// Finds the debate of the archive with this name.
pub(super) fn find(name: &str) -> anyhow::Result<ArchivedDebate> {
    let found = all()?.into_iter().find(|kept| kept.name == name);
    found.with_context(|| {
        format!(
            "{name}: no debate of the archive has this name. `elenchus archive list` lists all names"
        )
    })
}

impl Archive {
    pub fn run(self) -> CommandResult {
        match self {
            Self::List { format, print } => list(format, &print),
            Self::Show { name, print } => show(&name, &print),
            Self::Export { name, file, mut to } => {
                to.out = to.out.or(file);
                let out = to.open()?;
                out.text(&write(&find(&name)?.record?)?)
            }
        }
    }
}

fn list(format: TableFormatArgs, PrintArgs { json, to }: &PrintArgs) -> CommandResult {
    let format = format.or(&[(*json, TableFormat::Json)])?;
    let kept = all()?;
    if !matches!(format, TableFormat::Text | TableFormat::Json) {
        let row = |kept: &ArchivedDebate| match &kept.record {
            Ok(record) => {
                let attempt = record.attempt.clone().unwrap_or_default();
                json!({
                    "name": kept.name, "title": record.title, "player": attempt.player,
                    "goal": word(attempt.goal), "hints": attempt.hints, "retries": attempt.retries,
                    "began": attempt.began, "ended": attempt.ended,
                })
            }
            Err(e) => json!({ "name": kept.name, "error": e.to_string() }),
        };
        let keys =
            ["name", "title", "player", "goal", "hints", "retries", "began", "ended", "error"];
        let rows: Vec<_> = kept.iter().map(row).collect();
        return OutputTable::keyed(&keys, &rows).print(format, to.open()?);
    }
    if format == TableFormat::Json {
        let rows: Vec<_> = kept
            .iter()
            .map(|kept| match &kept.record {
                Ok(record) => json!({
                    "name": kept.name, "title": record.title, "attempt": record.attempt,
                }),
                Err(e) => json!({ "name": kept.name, "error": e.to_string() }),
            })
            .collect();
        return to.plain_json(&rows);
    }
    let mut text = String::new();
    for kept in &kept {
        match &kept.record {
            Ok(record) => {
                let attempt = record.attempt.clone().unwrap_or_default();
                let (name, player, goal) = (&kept.name, &attempt.player, word(attempt.goal));
                let (hints, retries) = (attempt.hints, attempt.retries);
                text += &format!(
                    "{name:<40} {player:<12} {goal:<9} hints {hints}, retries {retries}  {}\n",
                    record.title
                );
            }
            Err(e) => text += &format!("{:<40} has an error: {}\n", kept.name, e.message),
        }
    }
    if kept.is_empty() {
        text =
            "The archive is empty. Debates that you finish in the playground appear here.\n".into();
    }
    to.text(&text)
}

fn show(name: &str, PrintArgs { json, to }: &PrintArgs) -> CommandResult {
    let record = find(name)?.record?;
    let game = resume(&record).map_err(|fault| anyhow!("{name}: {}", fault.message))?;
    let replayed = replay(&record).ok();
    let doubts = replayed.iter().flat_map(|own| &own.doubts).map(ToString::to_string).collect();
    let told = PlayedOut::saved(&record, &*game, doubts);
    if *json {
        return to.json(&told.to_json(false));
    }
    let attempt = record.attempt.clone().unwrap_or_default();
    let mut text = told.story() + "\n";
    if !attempt.player.is_empty() {
        text += &format!("Played by {}.\n", attempt.player);
    }
    if !attempt.began.is_empty() {
        text += &format!("The debate began {} and ended {}.\n", attempt.began, attempt.ended);
    }
    let judged = reviewed(&record, &*game, &CancelToken::default());
    for (sentence, _) in judged.iter().flat_map(Review::sentences) {
        text += &format!("{sentence}\n");
    }
    for round in game.position().proof_rounds(MOST_PROOF_ROUNDS) {
        text += &format!("{round}\n");
    }
    let looked = if attempt.evaluation { "yes" } else { "no" };
    let best = replayed.and_then(|replayed| replayed.goal);
    text += &format!(
        "Goal in the best variation: {}. Hints: {}. Retries: {}. Undone queries: {}. Evaluation \
         used: {looked}.\n",
        word(best),
        attempt.hints,
        attempt.retries,
        attempt.taken_back
    );
    to.text(&text)
}
