//! `elenchus archive`: every finished debate.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::output::{Ended, To};
use super::run::Told;
use super::sight::Sight;
use crate::rules::Seat;
use crate::scenario::archive::{self, Kept};
use crate::scenario::journal::played;
use crate::scenario::{Verdict, library, resume, write};

/// List, show and export the debates that were played to their end.
#[derive(Debug, Args)]
pub struct Archive {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List every debate that was played to its end, the oldest first.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        to: To,
    },
    /// Narrate one of them.
    Show {
        /// Its name, as `archive list` prints it.
        name: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        to: To,
    },
    /// Write one of them to a file, which `grade`, `replay` and the playground open.
    Export {
        /// Its name, as `archive list` prints it.
        name: String,
        /// The file, as it was named before there was --out.
        #[arg(hide = true, conflicts_with = "out")]
        file: Option<PathBuf>,
        #[command(flatten)]
        to: To,
    },
}

/// The word for whether a goal was reached.
pub(super) fn word(goal: Option<Verdict>) -> &'static str {
    match goal {
        Some(Verdict::Reached) => "reached",
        Some(Verdict::Missed) => "missed",
        Some(Verdict::Undecided) => "undecided",
        None => "not over",
    }
}

fn all() -> anyhow::Result<Vec<Kept>> {
    let data = library::data_folder().context("this system has no folder for what is kept")?;
    Ok(archive::list(&archive::folder(&data)))
}

/// The debate of the archive with this name.
pub(super) fn find(name: &str) -> anyhow::Result<Kept> {
    let found = all()?.into_iter().find(|kept| kept.name == name);
    found.with_context(|| {
        format!(
            "{name}: no debate of the archive has this name; `elenchus archive list` names them"
        )
    })
}

impl Archive {
    /// Runs it.
    pub fn run(self) -> Ended {
        match self.what {
            What::List { json, to } => list(json, &to),
            What::Show { name, json, to } => show(&name, json, &to),
            What::Export { name, file, mut to } => {
                to.out = to.out.or(file);
                let out = to.open()?;
                out.text(&write(&find(&name)?.record?)?)
            }
        }
    }
}

fn list(as_json: bool, to: &To) -> Ended {
    let kept = all()?;
    if as_json {
        let rows: Vec<_> = kept
            .iter()
            .map(|kept| match &kept.record {
                Ok(record) => json!({
                    "name": kept.name, "title": record.title, "attempt": record.attempt,
                }),
                Err(e) => json!({ "name": kept.name, "error": e.to_string() }),
            })
            .collect();
        return to.json(&rows);
    }
    let mut text = String::new();
    for kept in &kept {
        match &kept.record {
            Ok(record) => {
                let attempt = record.attempt.clone().unwrap_or_default();
                let (name, player, goal) = (&kept.name, &attempt.player, word(attempt.goal));
                let (hints, retries) = (attempt.hints, attempt.retries);
                text += &format!(
                    "{name:<40} {player:<12} {goal:<9} hints {hints}  retries {retries}  {}\n",
                    record.title
                );
            }
            Err(e) => text += &format!("{:<40} cannot be read: {}\n", kept.name, e.message),
        }
    }
    if kept.is_empty() {
        text = "no finished debate is kept yet\n".into();
    }
    to.text(&text)
}

fn show(name: &str, as_json: bool, to: &To) -> Ended {
    let record = find(name)?.record?;
    let game = match resume(&record) {
        Ok(game) => game,
        Err(fault) => bail!("{name}: {}", fault.message),
    };
    let told = Told {
        scenario: &record,
        game: &*game,
        names: &Seat::each(|seat| game.seat_plan(seat).words()),
        record: played(&record, &*game),
        sight: &Sight::of_played(&record, &*game),
        comments: &[],
    };
    if as_json {
        return to.json(&told.to_json(false));
    }
    let attempt = record.attempt.clone().unwrap_or_default();
    let mut text = told.story() + "\n";
    if !attempt.player.is_empty() {
        text += &format!("Played by {}.\n", attempt.player);
    }
    if !attempt.began.is_empty() {
        text += &format!("Began {}, ended {}.\n", attempt.began, attempt.ended);
    }
    let looked = if attempt.evaluation { "was" } else { "was not" };
    text += &format!(
        "Goal: {}. Hints {}, retries {}, queries taken back {}; the evaluation {looked} looked at.\n",
        word(attempt.goal),
        attempt.hints,
        attempt.retries,
        attempt.taken_back
    );
    to.text(&text)
}
