//! `elenchus check`: reports the errors of files, with line and column.

use std::io::Write;
use std::sync::mpsc::channel;

use clap::Args;
use serde_json::json;

use super::output::{CommandResult, OUTPUT, OutputArgs};
use super::progress::{TimeLimit, with_progress_detached};
use super::scenario_args::find;
use crate::analysis::Value;
use crate::batch::{GoalFrequency, GoalRate, outlook};
use crate::review::{GoalReachability, goal_reachability};
use crate::rules::Turn;
use crate::scenario::library::{LibraryEntry, Origin};
use crate::scenario::{
    FileError, GoalKind, Scenario, cancellable, course, dry_run, resume, warnings,
};
use crate::text::number::plural;
use crate::work::{CancelToken, Cancelled};

/// The number of debates from which the probability of a goal is estimated, if the exact probability is unknown.
const DEBATES: u64 = 40;

/// The line about a goal that was not checked.
const UNTOLD: &str =
    "  the goal is not checked, because the file hides something. Add --reveal to check it\n";

/// The name of a file, and its findings or the reason why it cannot be played.
type Checked = (String, Result<CheckedFile, FileError>);

/// The findings in a file that can be played.
#[derive(Default)]
struct CheckedFile {
    warnings: Vec<FileError>,
    /// The probability that the goal is reached. `None` if the file has no goal for one person, or
    /// hides something.
    goal: Option<GoalRate>,
    /// True if the file has a goal that the command did not check, because the file hides something.
    is_untold: bool,
}

/// Check files, and report every error with its line and column.
///
/// The moves of saved debates are replayed. For an exercise, the command reports how often honest
/// play and the best known player reach the goal.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus check my-debate.yaml
  elenchus check my-course --reveal")]
pub struct Check {
    /// Scenarios, saved debates, folders with a course, or `exercises`.
    #[arg(required = true, value_name = "FILE|COURSE")]
    files: Vec<String>,
    #[command(flatten)]
    limit: TimeLimit,
    /// Check the goal even if the scenario hides a player or the truth.
    #[arg(long)]
    reveal: bool,
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    #[command(flatten)]
    to: OutputArgs,
}

impl Check {
    pub fn run(self) -> CommandResult {
        let Self { files: names, limit, json: as_json, reveal, to } = self;
        limit.start()?;
        let (told, done) = channel();
        let ended = with_progress_detached("lines", move |token| {
            let mut unread = None;
            for file in names {
                let note = |file, found| drop(told.send((file, found)));
                match cancellable::under(token, || entries(&file))? {
                    Err(error) => {
                        unread.get_or_insert_with(|| file.clone());
                        note(file, Err(error));
                    }
                    Ok(entries) => {
                        for (file, entry) in entries {
                            let told = |found: &Scenario| reveal || found.hide.is_empty();
                            let tells = entry.scenario.as_ref().is_ok_and(told);
                            let found =
                                cancellable::under(token, || checked(&file, entry, tells, token))?;
                            note(file, found);
                        }
                    }
                }
            }
            Ok(unread)
        });
        let ended = match ended {
            Err(error) if error.is::<Cancelled>() => Err(Cancelled),
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
                    Ok(CheckedFile { warnings, goal, .. }) => {
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
            to.plain_json(&list)?;
        } else {
            let lines: String = found
                .iter()
                .map(|(file, found)| match found {
                    Ok(CheckedFile { warnings, goal, is_untold }) => {
                        let line = |warning: &FileError| format!("warning: {warning}\n");
                        let warnings: String = warnings.iter().map(line).collect();
                        let goal = match goal {
                            Some(goal) => words(goal),
                            None if *is_untold => UNTOLD.into(),
                            None => String::new(),
                        };
                        format!("{}: ok\n{goal}{warnings}", crate::scenario::printable(file))
                    }
                    Err(error) => format!("{error}\n"),
                })
                .collect();
            to.text(&lines)?;
        }
        match ended {
            Ok(None) => Ok(right),
            Ok(Some(file)) => anyhow::bail!("{file} cannot be read. The output says why"),
            Err(stopped) => {
                let checked = plural(found.len() as u64, "file", "files");
                let words = format!("elenchus: the command stopped after {checked}\n");
                // If standard error is closed, nobody can read this.
                let _ = std::io::stderr().write_all(words.as_bytes());
                Err(stopped.into())
            }
        }
    }
}

/// The debates that a name stands for: the debates of a course, or the debate of a file.
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
        true => {
            Err(FileError::whole_file(name, "this course has no debates. Add at least one file"))
        }
        false => Ok(entries),
    }
}

/// The probability that a player reaches a goal, as JSON: `player`, `share` and `how` (`exact` or `sampled`). A
/// sample also has `debates`, and `error`, which is half the width of its 95 % interval.
fn share(share: &GoalFrequency) -> serde_json::Value {
    let (player, of) = (&share.player, share.get());
    match &share.value {
        Value::Estimated(sampled) => json!({
            "player": player, "share": of, "how": "sampled", "debates": sampled.debates(),
            "error": sampled.error(),
        }),
        _ => json!({"player": player, "share": of, "how": "exact"}),
    }
}

/// The probabilities of a goal, as a line of text.
fn words(goal: &GoalRate) -> String {
    let share = |share: &GoalFrequency| {
        let how = match &share.value {
            Value::Estimated(sampled) => {
                format!("estimated from {}", plural(sampled.debates(), "debate", "debates"))
            }
            _ => "exact".into(),
        };
        format!("{} {:.3} ({how})", share.player, share.get())
    };
    let kind = match goal.kind {
        GoalKind::Win => "goal to win, reached by",
        GoalKind::Par => "goal of par, reached by",
        GoalKind::Lost => "debate that is usually lost, won by",
    };
    let best = match goal.best == goal.honest {
        true => String::new(),
        false => format!(", {}", share(&goal.best)),
    };
    format!("  {kind} {}{best}\n", share(&goal.honest))
}

/// Checks a file. `tells` is true if the output may contain the probability of the goal.
///
/// # Errors
/// Returns the reason if the file cannot be played.
fn checked(
    file: &str,
    entry: LibraryEntry,
    tells: bool,
    token: &CancelToken,
) -> Result<CheckedFile, FileError> {
    let scenario = entry.scenario?;
    let at = |fault| FileError::at(file, &entry.text, fault);
    let game = resume(&scenario).map_err(at)?;
    let scripts = dry_run(&scenario).map_err(at)?;
    let mut found = CheckedFile {
        warnings: scripts.into_iter().chain(warnings(&scenario)).map(at).collect(),
        goal: None,
        is_untold: false,
    };
    let over = matches!(game.position().turn(), Turn::Over(_));
    // Everything about a goal follows from the players and the truth.
    let goal = scenario.goal().filter(|_| !over && scenario.attempt.is_none());
    found.is_untold = goal.is_some() && !tells;
    if let Some(goal) = goal.filter(|_| tells) {
        let outlook = outlook(&scenario, DEBATES, token).map_err(at)?;
        if let Some(outlook) = outlook.as_ref().filter(|found| !found.holds()) {
            let (player, share) = (&outlook.best.player, outlook.best.get());
            let message = match outlook.kind {
                GoalKind::Lost => format!(
                    "`{player}` wins this debate with probability {share:.3}, although its goal says \
                     that it is lost"
                ),
                _ => format!(
                    "the best known player, `{player}`, reaches this goal only with probability \
                     {share:.3}"
                ),
            };
            found.warnings.push(at(goal.wrong(message)));
        }
        let decides = |found: &GoalRate| found.best.get() > 0.0 && found.honest.get() < 1.0;
        let is_decided = outlook.as_ref().is_some_and(decides);
        found.goal = outlook;
        if scenario.goal().is_some_and(|goal| goal.value.kind() == GoalKind::Lost) {
            return Ok(found);
        }
        let reach = goal_reachability(&scenario, token).map_err(at)?;
        match reach {
            GoalReachability::SomePlay => {}
            GoalReachability::NotDecided(_) if is_decided => {}
            GoalReachability::NoPlay | GoalReachability::AnyPlay => {
                let plays = if reach == GoalReachability::NoPlay {
                    "no play reaches"
                } else {
                    "every play reaches"
                };
                let seed = scenario.seed.unwrap_or_default();
                let message =
                    format!("{plays} this goal with `seed: {seed}`. Change the goal or the seed");
                return Err(at(goal.wrong(message)));
            }
            GoalReachability::Dearer(queries) => {
                let message = format!(
                    "no play that was tried reaches this goal, and honest play costs {queries} queries. \
                     Allow more queries"
                );
                return Err(at(goal.wrong(message)));
            }
            GoalReachability::NotDecided(why) => {
                let message =
                    format!("Elenchus could not find out whether this goal can be reached: {why}");
                found.warnings.push(at(goal.wrong(message)));
            }
        }
    }
    Ok(found)
}
