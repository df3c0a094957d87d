//! `elenchus archive`: every finished debate.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use serde_json::json;

use super::output::{Ended, Print, To};
use super::run::PlayedOut;
use crate::review::{Review, replay, reviewed};
use crate::scenario::archive::{self, ArchivedDebate};
use crate::scenario::{Verdict, library, resume, write};
use crate::work::Token;

/// List, show and export the debates that were played to their end.
#[derive(Debug, Subcommand)]
pub enum Archive {
    /// List every debate that was played to its end, the oldest first, as each file says of itself; `show`
    /// plays one again.
    List(Print),
    /// Narrate one of them.
    Show {
        /// Its name, as `archive list` prints it.
        name: String,
        #[command(flatten)]
        print: Print,
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
    goal.map_or("not over", Verdict::word)
}

fn all() -> anyhow::Result<Vec<ArchivedDebate>> {
    let data = library::data_folder().context("this system has no folder for what is kept")?;
    Ok(archive::list(&archive::folder(&data)))
}

/// The debate of the archive with this name.
pub(super) fn find(name: &str) -> anyhow::Result<ArchivedDebate> {
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
        match self {
            Self::List(print) => list(&print),
            Self::Show { name, print } => show(&name, &print),
            Self::Export { name, file, mut to } => {
                to.out = to.out.or(file);
                let out = to.open()?;
                out.text(&write(&find(&name)?.record?)?)
            }
        }
    }
}

fn list(Print { json, to }: &Print) -> Ended {
    let kept = all()?;
    if *json {
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

fn show(name: &str, Print { json, to }: &Print) -> Ended {
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
        text += &format!("Began {}, ended {}.\n", attempt.began, attempt.ended);
    }
    let judged = reviewed(&record, &*game, &Token::default());
    for (sentence, _) in judged.iter().flat_map(Review::said) {
        text += &format!("{sentence}\n");
    }
    let looked = if attempt.evaluation { "was" } else { "was not" };
    let best = replayed.and_then(|replayed| replayed.goal);
    text += &format!(
        "Goal, on the best of its lines: {}. Hints {}, retries {}, queries taken back {}; the evaluation {looked} looked at.\n",
        word(best),
        attempt.hints,
        attempt.retries,
        attempt.taken_back
    );
    to.text(&text)
}
