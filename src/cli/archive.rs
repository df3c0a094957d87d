//! `elenchus archive`: every finished debate.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use serde_json::json;

use super::output::{Ended, Print, To};
use super::run::PlayedOut;
use crate::review::{Calibration, Foreseen, LOSS_OF_HALF, appraised, foreseen_in, replay};
use crate::scenario::archive::{self, ArchivedDebate};
use crate::scenario::{Verdict, library, resume, write};
use crate::work::Token;

/// List, show and export the debates that were played to their end.
#[derive(Debug, Subcommand)]
pub enum Archive {
    /// List every debate that was played to its end, the oldest first, as each file says of itself; `show`
    /// plays one again.
    List(Print),
    /// How well was foreseen who wins, against how the debates ended: by what was said, and by chapter.
    Forecasts(Print),
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
            Self::Forecasts(print) => forecasts(&print),
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

/// What was said with each probability, and how often it came; then the loss, all in all and by chapter.
fn forecasts(Print { json, to }: &Print) -> Ended {
    let records = all()?.into_iter().filter_map(|kept| kept.record.ok());
    let found: Vec<Foreseen> = records.filter_map(|record| foreseen_in(&record)).collect();
    let total = Calibration::of(&found);
    let mut chapters: Vec<&str> = Vec::new();
    for own in &found {
        if !chapters.contains(&&*own.chapter) {
            chapters.push(&own.chapter);
        }
    }
    let by_chapter: Vec<(&str, Calibration)> = chapters
        .into_iter()
        .map(|name| (name, Calibration::of(found.iter().filter(|own| own.chapter == name))))
        .collect();
    if *json {
        let stated: Vec<_> = total
            .stated
            .iter()
            .map(|own| json!({ "alice": own.percent, "debates": own.of, "alice_won": own.came }))
            .collect();
        let chapters = by_chapter.iter().map(|(name, own)| {
            json!({ "chapter": name, "forecasts": own.forecasts(), "loss": own.loss, "factor": own.factor })
        });
        return to.json(&json!({
            "forecasts": total.forecasts(), "loss": total.loss, "factor": total.factor,
            "stated": stated, "chapters": chapters.collect::<Vec<_>>(),
        }));
    }
    let mut text = String::new();
    match total.loss {
        None => text += "nobody has said yet who wins, before a debate that is kept\n",
        Some(loss) => {
            text += "said  Alice won      of\n";
            for own in &total.stated {
                let rate = own.came as f64 / own.of as f64;
                text += &format!("{:>3} %  {:>8.2}  {:>6}\n", own.percent.get(), rate, own.of);
            }
            text +=
                &format!("\nmean loss {loss:.3}; 50 % every time would cost {LOSS_OF_HALF:.3}\n");
        }
    }
    for (name, own) in &by_chapter {
        if let Some(loss) = own.loss {
            text += &format!("{loss:>15.3}  of {:>3}  {name}\n", own.forecasts());
        }
    }
    if let Some(factor) = total.factor {
        text += &format!("queries off by a factor of {factor:.1}\n");
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
    let judged = appraised(&record, &*game, &Token::default()).unwrap_or_default();
    for (sentence, _) in judged.said {
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
