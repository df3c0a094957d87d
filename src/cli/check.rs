//! `elenchus check`: what is wrong with files, and where.

use std::io::Write;
use std::sync::mpsc::channel;

use clap::Args;
use serde_json::json;

use super::long::long_or_left;
use super::output::{Ended, To};
use super::question::find;
use crate::analysis::Value;
use crate::batch::{Outlook, Share, outlook};
use crate::review::{Reach, reach};
use crate::rules::Turn;
use crate::scenario::library::{LibraryEntry, Origin};
use crate::scenario::{FileError, GoalKind, Scenario, course, reading, rehearse, resume, warnings};
use crate::text::number::plural;
use crate::work::{Stopped, Token};

/// As many debates are played to say how often a goal is reached, where that is not known exactly.
const DEBATES: u64 = 40;

/// A file, and what was found in it or why it cannot be played.
type Checked = (String, Result<CheckedFile, FileError>);

/// What was found in a file that can be played.
#[derive(Default)]
struct CheckedFile {
    /// What to be warned of.
    warnings: Vec<FileError>,
    /// How often the goal is reached, where one person plays and that may be told.
    goal: Option<Outlook>,
}

/// Check files and say what is wrong with them, and where.
#[derive(Debug, Args)]
pub struct Check {
    /// Scenarios or saved debates, whose moves are replayed; or courses: a folder, or `exercises`.
    #[arg(required = true, value_name = "FILE|COURSE")]
    files: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Say how often the goal is reached also where a player or the truth is hidden, which that tells.
    #[arg(long)]
    reveal: bool,
    #[command(flatten)]
    to: To,
}

impl Check {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Self { files: names, json: as_json, reveal, to } = self;
        let files = names.len();
        let (told, done) = channel();
        let ended = long_or_left("lines", move |token| {
            let mut unread = None;
            for file in names {
                let note = |file, found| drop(told.send((file, found)));
                match reading::under(token, || entries(&file))? {
                    Err(error) => {
                        unread.get_or_insert_with(|| file.clone());
                        note(file, Err(error));
                    }
                    Ok(entries) => {
                        for (file, entry) in entries {
                            let told = |found: &Scenario| reveal || found.hide.is_empty();
                            let tells = entry.scenario.as_ref().is_ok_and(told);
                            let found =
                                reading::under(token, || checked(&file, entry, tells, token))?;
                            note(file, found);
                        }
                    }
                }
            }
            Ok(unread)
        });
        let ended = match ended {
            Err(error) if error.is::<Stopped>() => Err(Stopped),
            ended => ended?,
        };
        let found: Vec<Checked> = done.try_iter().collect();
        let right = found.iter().all(|(_, found)| found.is_ok());
        if as_json {
            let at = |e: &FileError| {
                json!({
                    "message": e.message,
                    "line": e.spot.map(|s| s.line), "column": e.spot.map(|s| s.column),
                })
            };
            let list: Vec<_> = found
                .iter()
                .map(|(file, found)| match found {
                    Ok(CheckedFile { warnings, goal }) => {
                        let mut told = json!({
                            "file": file, "ok": true,
                            "warnings": warnings.iter().map(at).collect::<Vec<_>>(),
                        });
                        if let Some(goal) = goal {
                            told["goal"] = json!({
                                "kind": goal.kind, "honest": share(&goal.honest),
                                "best": share(&goal.best),
                            });
                        }
                        told
                    }
                    Err(error) => {
                        let mut told = at(error);
                        (told["file"], told["ok"]) = (json!(file), json!(false));
                        told
                    }
                })
                .collect();
            to.json(&list)?;
        } else {
            let lines: String = found
                .iter()
                .map(|(file, found)| match found {
                    Ok(CheckedFile { warnings, goal }) => {
                        let line = |warning: &FileError| format!("warning: {warning}\n");
                        let warnings: String = warnings.iter().map(line).collect();
                        let goal = goal.as_ref().map_or_else(String::new, words);
                        format!("{}: ok\n{goal}{warnings}", crate::scenario::printable(file))
                    }
                    Err(error) => format!("{error}\n"),
                })
                .collect();
            to.text(&lines)?;
        }
        match ended {
            Ok(None) => Ok(right),
            Ok(Some(file)) => anyhow::bail!("{file} could not be read"),
            Err(stopped) => {
                let checked = found.len();
                let words =
                    format!("stopped: {checked} of {files} files and courses were checked\n");
                // A closed standard error leaves nobody to tell.
                let _ = std::io::stderr().write_all(words.as_bytes());
                Err(stopped.into())
            }
        }
    }
}

/// The debates under a name: those of a course, or the one of a file.
fn entries(name: &str) -> Result<Vec<(String, LibraryEntry)>, FileError> {
    if !course::is_course(name) {
        return Ok(vec![(name.to_owned(), find(name)?)]);
    }
    let named = |entry: LibraryEntry| match &entry.origin {
        Origin::File(path) => (path.to_string_lossy().into_owned(), entry),
        Origin::Shipped => (entry.id.clone(), entry),
    };
    let entries: Vec<_> = course::course(name)?.entries.into_iter().map(named).collect();
    match entries.is_empty() {
        true => Err(FileError::whole(name, "this course has no debates")),
        false => Ok(entries),
    }
}

/// How often somebody reaches a goal, as data: `player`, `share`, `how` (`exact` or `sampled`), and of
/// a sample `debates` and `error`, half the width of its 95 % interval.
fn share(share: &Share) -> serde_json::Value {
    let (player, of) = (&share.player, share.get());
    match &share.value {
        Value::Estimated(sampled) => json!({
            "player": player, "share": of, "how": "sampled", "debates": sampled.debates(),
            "error": sampled.error(),
        }),
        _ => json!({"player": player, "share": of, "how": "exact"}),
    }
}

/// How often a goal is reached, in a line.
fn words(goal: &Outlook) -> String {
    let share = |share: &Share| {
        let how = match &share.value {
            Value::Estimated(sampled) => {
                format!("of {}", plural(sampled.debates(), "debate", "debates"))
            }
            _ => "exact".into(),
        };
        format!("{} {:.3} ({how})", share.player, share.get())
    };
    let kind = match goal.kind {
        GoalKind::Win => "a goal to win: reached by",
        GoalKind::Par => "a goal to hold par: reached by",
        GoalKind::Lost => "made to be lost: won by",
    };
    let best = match goal.best == goal.honest {
        true => String::new(),
        false => format!(", {}", share(&goal.best)),
    };
    format!("  {kind} {}{best}\n", share(&goal.honest))
}

/// What was found in a file that can be played; or why it cannot. `tells` is whether it may be said how
/// often the goal is reached.
fn checked(
    file: &str,
    entry: LibraryEntry,
    tells: bool,
    token: &Token,
) -> Result<CheckedFile, FileError> {
    let scenario = entry.scenario?;
    let at = |fault| FileError::at(file, &entry.text, fault);
    let game = resume(&scenario).map_err(at)?;
    let scripts = rehearse(&scenario).map_err(at)?;
    let mut found = CheckedFile {
        warnings: scripts.into_iter().chain(warnings(&scenario)).map(at).collect(),
        goal: None,
    };
    let over = matches!(game.now().turn(), Turn::Over(_));
    if let Some(goal) = scenario.goal().filter(|_| !over && scenario.attempt.is_none()) {
        let outlook = outlook(&scenario, DEBATES, token).map_err(at)?;
        if let Some(outlook) = outlook.as_ref().filter(|found| !found.holds()) {
            let (player, share) = (&outlook.best.player, outlook.best.get());
            let message = match outlook.kind {
                _ if !tells => "this goal is not what its kind says: --reveal says why".into(),
                GoalKind::Lost => format!("`{player}` wins what is made to be lost: {share:.3}"),
                _ => format!(
                    "the best player known, `{player}`, reaches this goal {share:.3} of the time"
                ),
            };
            found.warnings.push(at(goal.wrong(message)));
        }
        let decides = |found: &Outlook| found.best.get() > 0.0 && found.honest.get() < 1.0;
        let is_decided = outlook.as_ref().is_some_and(decides);
        found.goal = outlook.filter(|_| tells);
        if scenario.goal().is_some_and(|goal| goal.value.kind() == GoalKind::Lost) {
            return Ok(found);
        }
        let reach = reach(&scenario, token).map_err(at)?;
        match reach {
            Reach::SomePlay => {}
            Reach::NotDecided(_) if is_decided => {}
            Reach::NoPlay | Reach::AnyPlay => {
                let plays = if reach == Reach::NoPlay { "no" } else { "any" };
                let seed = scenario.seed.unwrap_or_default();
                let message = format!("{plays} play reaches this goal, with `seed: {seed}`");
                return Err(at(goal.wrong(message)));
            }
            Reach::Dearer(queries) => {
                let message = format!(
                    "no play that was tried reaches this goal, and honest play takes {queries} queries"
                );
                return Err(at(goal.wrong(message)));
            }
            Reach::NotDecided(why) => {
                let message = format!("whether this goal can be reached is not decided: {why}");
                found.warnings.push(at(goal.wrong(message)));
            }
        }
    }
    Ok(found)
}
