//! `elenchus grade`: what records are worth, a row each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::archive::{find, word};
use super::output::{Ended, To};
use crate::exercise::{self, Grade};
use crate::scenario::library::{self, Entry};
use crate::scenario::{FileError, Scenario, course, printable};

/// Grade records: who reached the goal of an exercise, by moves that the rules bear out.
///
/// Ends with 0 if every goal was reached, 1 if one was not or a record was tampered with, and 2 if a
/// record could not be read.
#[derive(Debug, Args)]
pub struct Grading {
    /// Saved debates, debates of the archive by name, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// An exercise as it was handed out; without it, the library's scenario of that name.
    #[arg(long, value_name = "FILE")]
    scenario: Vec<String>,
    /// A course whose debates were handed out: a folder, or `exercises`.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    /// Print CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    to: To,
}

/// A row of the table.
#[derive(Debug, Serialize)]
struct Row {
    file: String,
    player: String,
    scenario: String,
    hash: String,
    goal: &'static str,
    queries: u64,
    queries_taken_back: u64,
    take_backs: u32,
    retries: u32,
    hints: u32,
    evaluation: bool,
    revealed: bool,
    committed: &'static str,
    predicted: usize,
    predictions: usize,
    answer: &'static str,
    changed_seats: String,
    moves_not_replayed: usize,
    verdict: &'static str,
    why: String,
}

impl Grading {
    /// Runs it.
    pub fn run(self) -> Ended {
        let mut originals: Vec<Entry> = self
            .scenario
            .iter()
            .map(|name| {
                let entry = library::find(name)?;
                match &entry.scenario {
                    Ok(_) => Ok(entry),
                    Err(e) => Err(e.clone()),
                }
            })
            .collect::<Result<_, _>>()?;
        if let Some(name) = &self.course {
            originals.extend(course::course(name)?.entries);
        }
        let files = records(&self.files)?;
        let (mut rows, mut unread) = (Vec::new(), Vec::new());
        for (name, record) in files {
            match record.and_then(|record| row(&name, &record, &originals)) {
                Ok(row) => rows.push(row),
                Err(e) => unread.push(e),
            }
        }
        if self.csv {
            self.to.text(&csv(&rows)?)?;
        } else if self.json {
            self.to.json(&rows)?;
        } else {
            self.to.text(&table(&rows))?;
        }
        for ((player, scenario), count) in twice(&rows) {
            eprintln!("elenchus: {count} records of {player} at {scenario}");
        }
        if !unread.is_empty() {
            let lines: Vec<String> = unread.iter().map(ToString::to_string).collect();
            anyhow::bail!("{}", lines.join("\nelenchus: "));
        }
        Ok(rows.iter().all(|row| row.verdict == "passed"))
    }
}

/// All records in these folders as a table, in CSV; or what does not read.
#[cfg(feature = "class")]
pub(super) fn csv_of(folders: &[PathBuf]) -> Result<String, String> {
    let names: Vec<String> = folders.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let records = records(&names).map_err(|e| e.to_string())?;
    let rows = records
        .into_iter()
        .map(|(name, record)| row(&name, &record?, &[]))
        .collect::<Result<Vec<_>, FileError>>()
        .map_err(|e| e.to_string())?;
    csv(&rows).map_err(|e| e.to_string())
}

/// Every scenario that the program knows: the library and the shipped courses.
fn known() -> Vec<Entry> {
    let courses = library::COURSES.iter().filter_map(|name| course::course(name).ok());
    library::all().into_iter().chain(courses.flat_map(|course| course.entries)).collect()
}

type Record = (String, Result<Scenario, FileError>);

/// The records named: files, everything in folders, or debates of the archive.
fn records(names: &[String]) -> anyhow::Result<Vec<Record>> {
    let mut records = Vec::new();
    for name in names {
        if Path::new(name).is_dir() {
            let mut inside: Vec<PathBuf> = std::fs::read_dir(name)?
                .flatten()
                .map(|file| file.path())
                .filter(|path| path.extension().is_some_and(|e| e == "yaml" || e == "yml"))
                .collect();
            inside.sort();
            let read = |path: PathBuf| {
                let name = path.to_string_lossy().into_owned();
                let record = library::find(&name).and_then(|entry| entry.scenario);
                (name, record)
            };
            records.extend(inside.into_iter().map(read));
        } else if Path::new(name).exists() {
            let record = library::find(name).and_then(|entry| entry.scenario);
            records.push((name.clone(), record));
        } else {
            records.push((name.clone(), find(name)?.record));
        }
    }
    Ok(records)
}

/// The exercise that a record is of: the one that is the same debate, else the one of its name.
fn original<'a>(record: &Scenario, entries: &'a [Entry]) -> Option<&'a Scenario> {
    let right = |entry: &'a Entry| entry.scenario.as_ref().ok();
    let own = record.without_play();
    let same = entries.iter().filter_map(right).find(|other| other.without_play() == own);
    let id = record.attempt.as_ref().map(|attempt| attempt.scenario.to_string());
    same.or_else(|| {
        let named = entries.iter().find(|entry| Some(&entry.id) == id.as_ref());
        named.and_then(right)
    })
    .or_else(|| entries.iter().filter_map(right).find(|other| other.title == record.title))
}

fn row(name: &str, record: &Scenario, originals: &[Entry]) -> Result<Row, FileError> {
    let at = |fault: crate::scenario::Fault| FileError::whole(name, fault.message);
    if record.moves.is_none() {
        return Err(FileError::whole(name, "nothing was played here; this is a scenario"));
    }
    let all = if originals.is_empty() { known() } else { Vec::new() };
    let original = original(record, originals).or_else(|| original(record, &all));
    let grade = exercise::grade(record, original).map_err(at)?;
    let why = why(&grade, original.is_some());
    let verdict = match (grade.is_tampered(), original.is_some(), grade.passes()) {
        (true, ..) => "tampered",
        (false, false, _) => "not compared",
        (false, true, true) => "passed",
        (false, true, false) => "not passed",
    };
    let seats = grade.changed.as_ref().map_or_else(
        || "unknown".to_owned(),
        |seats| seats.iter().map(|seat| seat.word()).collect::<Vec<_>>().join(" "),
    );
    Ok(Row {
        file: printable(name),
        player: grade.attempt.player.to_string(),
        scenario: match grade.attempt.scenario.is_empty() {
            true => grade.title.clone(),
            false => grade.attempt.scenario.to_string(),
        },
        hash: grade.hash.clone(),
        goal: word(grade.goal),
        queries: grade.queries.0,
        queries_taken_back: grade.queries.1,
        take_backs: grade.take_backs.0,
        retries: grade.take_backs.1,
        hints: grade.attempt.hints,
        evaluation: grade.attempt.evaluation,
        revealed: grade.attempt.revealed,
        committed: yes_no(grade.attempt.committed),
        predicted: grade.predicted.0,
        predictions: grade.predicted.1,
        answer: match grade.answered {
            Some(true) => "right",
            Some(false) => "wrong",
            None => "",
        },
        changed_seats: seats,
        moves_not_replayed: grade.doubts.len(),
        verdict,
        why,
    })
}

fn yes_no(said: Option<bool>) -> &'static str {
    match said {
        Some(true) => "true",
        Some(false) => "false",
        None => "",
    }
}

/// What is wrong with a record, in a sentence each.
fn why(grade: &Grade, compared: bool) -> String {
    let mut reasons = grade.tampered.clone();
    reasons.extend(grade.doubts.iter().map(ToString::to_string));
    if !compared {
        reasons.push("its scenario is not in the library: give it with --scenario".into());
    }
    reasons.join("; ")
}

/// The players of whom there are two records of one scenario.
fn twice(rows: &[Row]) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.player.is_empty()) {
        *counts.entry((row.player.clone(), row.scenario.clone())).or_insert(0) += 1;
    }
    counts.retain(|_, count| *count > 1);
    counts
}

fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<12} {:<24} {:<12} {:<9} {:>7} {:>5} {:>5} {:<4} {:<12} {}\n",
        "player",
        "scenario",
        "hash",
        "goal",
        "queries",
        "back",
        "hints",
        "eval",
        "seats",
        "verdict"
    );
    for row in rows {
        let player = if row.player.is_empty() { &row.file } else { &row.player };
        let seats = if row.changed_seats.is_empty() { "as given" } else { &row.changed_seats };
        text += &format!(
            "{player:<12} {:<24} {:<12} {:<9} {:>7} {:>5} {:>5} {:<4} {seats:<12} {}\n",
            row.scenario,
            row.hash,
            row.goal,
            row.queries,
            row.queries_taken_back,
            row.hints,
            if row.evaluation { "yes" } else { "no" },
            row.verdict
        );
        for reason in row.why.split("; ").filter(|reason| !reason.is_empty()) {
            text += &format!("    {}: {reason}\n", row.file);
        }
    }
    text
}

fn csv(rows: &[Row]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(Row {
            player: plain(&row.player),
            file: plain(&row.file),
            scenario: plain(&row.scenario),
            why: plain(&row.why),
            changed_seats: row.changed_seats.clone(),
            hash: row.hash.clone(),
            ..*row
        })?;
    }
    let bytes = writer.into_inner().map_err(|e| anyhow::anyhow!("{e}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Text that no spreadsheet takes for a formula.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}
