//! `elenchus grade`: what records are worth, a row each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::archive::{find, word};
use super::debates::debates_of;
use super::long::long;
use super::output::{Ended, To, aligned, file_names};
use crate::debate::NodeId;
use crate::export::{Judged, feedback};
use crate::review::{self, GradedRecord, Judgement, PredictedWinner};
use crate::rules::Seat;
use crate::scenario::library::{self, COURSE_INDEX, LibraryEntry};
use crate::scenario::{FileError, Scenario, Words, course, printable};

/// Grade records: who reached the goal of an exercise, by moves that the rules bear out.
///
/// Ends with 0 if every goal was reached, 1 if one was not, and 2 if a record could not be read.
#[derive(Debug, Args)]
pub struct Grading {
    /// Saved debates, debates of the archive by name, or folders of them; of a class or a data folder those
    /// that are kept there.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// An exercise as it was handed out; without it, the library's scenario of that name.
    #[arg(long, value_name = "FILE")]
    scenario: Vec<String>,
    /// A course whose debates were handed out: a folder, a folder of courses, or `exercises`.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    /// Print CSV.
    #[arg(long, conflicts_with_all = ["json", "table"])]
    csv: bool,
    /// Print JSON.
    #[arg(long, conflicts_with = "table")]
    json: bool,
    /// Print a table of players and debates: the best of each player's attempts. With --course it has every
    /// debate of the course.
    #[arg(long)]
    table: bool,
    /// Print such a table for another program to import.
    #[arg(long = "to", value_name = "PROGRAM", conflicts_with_all = ["csv", "json", "table"])]
    gradebook: Option<Gradebook>,
    /// Write a page for each student into this folder, which is made: how each debate was judged, the move
    /// that cost most, what was written beside it, and its review.
    #[arg(long, value_name = "FOLDER")]
    feedback: Option<PathBuf>,
    #[command(flatten)]
    to: To,
}

/// A program that keeps grades.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Gradebook {
    /// Moodle: CSV with a row a student and 100, 0 or nothing for each debate.
    Moodle,
}

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
struct GradeRow {
    file: String,
    player: String,
    scenario: String,
    hash: String,
    /// Whose record it is, where several people played.
    seat: &'static str,
    /// Which attempt of this player at this debate it is, from 1, by when they began.
    attempt: u32,
    /// From its beginning to its last end; none where the record does not say.
    seconds: Option<u64>,
    goal: &'static str,
    /// Whether the goal was reached by the first line that ended.
    first_try: bool,
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
    /// How likely the person said first that Alice wins, in percent.
    foreseen_alice: Option<u8>,
    /// The quadratic loss of that probability.
    foreseen_loss: Option<f64>,
    answer_before: &'static str,
    answer: &'static str,
    changed_seats: String,
    rulings_against_what_was_read: usize,
    moves_not_replayed: usize,
    /// Records of other players with the same moves at the same times.
    same_play_as: String,
    #[serde(serialize_with = "as_word")]
    verdict: Judgement,
    /// A sentence each.
    #[serde(serialize_with = "joined")]
    why: Vec<String>,
    #[serde(skip)]
    began: String,
    #[serde(skip)]
    played: Played,
    #[serde(skip)]
    record: Scenario,
    /// Where the line ends by which it is judged.
    #[serde(skip)]
    best: Option<NodeId>,
}

/// A verdict as its word.
fn as_word<S: serde::Serializer>(verdict: &Judgement, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.word())
}

fn joined<S: serde::Serializer>(why: &[String], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&plain(&why.join("; ")))
}

impl GradeRow {
    /// The player, or the file where nobody gave a name.
    fn whose(&self) -> &str {
        if self.player.is_empty() { &self.file } else { &self.player }
    }
}

/// What two records share if one is a copy of the other: the debate, its moves, its times and the seat.
type Played = (Vec<String>, String, String, Option<Seat>);

impl Grading {
    /// Runs it.
    pub fn run(self) -> Ended {
        let mut originals = Vec::new();
        for name in &self.scenario {
            let entry = library::find(name)?;
            entry.scenario.as_ref().map_err(Clone::clone)?;
            originals.push(entry);
        }
        if self.scenario.is_empty() && self.course.is_none() {
            for folder in self.files.iter().map(Path::new).filter(|folder| folder.is_dir()) {
                originals.extend(debates_of(folder)?);
            }
        }
        let alone = originals.len();
        for name in self.course.iter().flat_map(|name| courses(name)) {
            originals.extend(course::course(&name)?.entries);
        }
        let records = records(&self.files)?;
        if records.is_empty() {
            anyhow::bail!("there are no records in {}", self.files.join(", "));
        }
        let (mut rows, unread) = rows(records, &originals);
        compare(&mut rows);
        if let Some(folder) = &self.feedback {
            give_back(&rows, folder)?;
        }
        if self.csv {
            self.to.text(&csv(&rows)?)?;
        } else if self.json {
            self.to.json(&rows)?;
        } else if self.table {
            self.to.text(&by_player(&Best::of(&rows, &originals[alone..])))?;
        } else if let Some(Gradebook::Moodle) = self.gradebook {
            self.to.text(&moodle(&Best::of(&rows, &originals[alone..]))?)?;
        } else {
            self.to.text(&table(&rows))?;
        }
        if !unread.is_empty() {
            let lines: Vec<String> = unread.iter().map(ToString::to_string).collect();
            anyhow::bail!("{}", lines.join("\nelenchus: "));
        }
        Ok(rows.iter().all(|row| row.verdict == Judgement::Reached))
    }
}

/// All records in the folders of these players as a table, in CSV; or what does not read.
#[cfg(feature = "class")]
pub(super) fn csv_of(
    players: &[(PathBuf, String)],
    originals: &[LibraryEntry],
) -> Result<String, String> {
    let mut all = Vec::new();
    for (folder, player) in players {
        let records = records(&[folder.to_string_lossy().into_owned()]);
        let (mut rows, unread) = rows(records.map_err(|e| e.to_string())?, originals);
        if let Some(e) = unread.first() {
            return Err(e.to_string());
        }
        // What the class calls them now, whatever a record says.
        rows.iter_mut().for_each(|row| row.player.clone_from(player));
        all.append(&mut rows);
    }
    compare(&mut all);
    csv(&all).map_err(|e| e.to_string())
}

/// A row for each record that reads, and what does not read.
fn rows(records: Vec<Record>, originals: &[LibraryEntry]) -> (Vec<GradeRow>, Vec<FileError>) {
    let (mut rows, mut unread) = (Vec::new(), Vec::new());
    for (name, record) in records {
        match record.and_then(|record| row(&name, &record, originals)) {
            Ok(row) => rows.push(row),
            Err(e) => unread.push(e),
        }
    }
    (rows, unread)
}

/// Numbers the attempts of each player at each debate, by when they began, and says whose play is alike.
fn compare(rows: &mut [GradeRow]) {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[a].began.cmp(&rows[b].began));
    let mut seen: BTreeMap<(String, String), u32> = BTreeMap::new();
    for at in order {
        let row = &mut rows[at];
        let count = seen.entry((row.player.clone(), row.scenario.clone())).or_default();
        *count += 1;
        row.attempt = row.attempt.max(*count);
    }
    for at in 0..rows.len() {
        rows[at].same_play_as = same_play(rows, at).join(" ");
    }
}

/// The files of other players who made the same moves at the same times. Nobody else began and ended
/// in the same seconds.
fn same_play(rows: &[GradeRow], at: usize) -> Vec<String> {
    let own = &rows[at];
    let (moves, began, ended, _) = &own.played;
    if moves.is_empty() || began.is_empty() || ended.is_empty() {
        return Vec::new();
    }
    let same = |row: &&GradeRow| row.played == own.played && row.player != own.player;
    rows.iter().filter(same).map(|row| row.file.clone()).collect()
}

/// Every scenario that the program knows: the library and the shipped courses.
static KNOWN: LazyLock<Vec<LibraryEntry>> = LazyLock::new(|| {
    let courses = library::COURSES.iter().filter_map(|name| course::course(name).ok());
    library::all().into_iter().chain(courses.flat_map(|course| course.entries)).collect()
});

/// The courses that a name stands for: one, or those in a folder.
fn courses(name: &str) -> Vec<String> {
    let is_one = |folder: &Path| folder.join(COURSE_INDEX).is_file();
    let inside = std::fs::read_dir(name).into_iter().flatten().flatten().map(|entry| entry.path());
    let courses: Vec<PathBuf> = inside.filter(|folder| is_one(folder)).collect();
    match courses.is_empty() || is_one(Path::new(name)) {
        true => vec![name.to_owned()],
        false => courses.iter().map(|folder| folder.to_string_lossy().into_owned()).collect(),
    }
}

type Record = (String, Result<Scenario, FileError>);

/// What is in a folder, by name.
fn inside(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(folder)?.flatten().map(|file| file.path()).collect();
    inside.sort();
    Ok(inside)
}

/// Where records are kept in a folder: the archives of all students of a class, the archive of a data folder,
/// else the folder itself.
fn kept_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let [students, archive] = ["students", "archive"].map(|name| folder.join(name));
    Ok(match (students.is_dir(), archive.is_dir()) {
        (true, _) => {
            let all = inside(&students)?.into_iter().map(|student| student.join("archive"));
            all.filter(|archive| archive.is_dir()).collect()
        }
        (false, true) => vec![archive],
        (false, false) => vec![folder.to_owned()],
    })
}

/// The records named: files, everything in folders, or debates of the archive.
fn records(names: &[String]) -> anyhow::Result<Vec<Record>> {
    let mut records = Vec::new();
    let read = |name: String| {
        let record = library::find(&name).and_then(|entry| entry.scenario);
        (name, record)
    };
    for name in names {
        if Path::new(name).is_dir() {
            for folder in kept_in(Path::new(name))? {
                let inside = inside(&folder)?.into_iter().filter(|path| library::is_scenario(path));
                records.extend(inside.map(|path| read(path.to_string_lossy().into_owned())));
            }
        } else if Path::new(name).exists() {
            records.push(read(name.clone()));
        } else {
            records.push((name.clone(), find(name)?.record));
        }
    }
    Ok(records)
}

/// Whether a file is in the archive of a student of a class.
fn is_of_a_class(file: &str) -> bool {
    Path::new(file).ancestors().nth(4).is_some_and(|class| class.join("class.yaml").is_file())
}

fn row(name: &str, record: &Scenario, originals: &[LibraryEntry]) -> Result<GradeRow, FileError> {
    let at = |fault: crate::scenario::Fault| FileError::whole(name, fault.message);
    let Some(moves) = &record.moves else {
        return Err(FileError::whole(name, "nothing was played here; this is a scenario"));
    };
    let entry = library::original(record, originals);
    let entry = entry.or_else(|| library::original(record, &KNOWN));
    let original = entry.and_then(|entry| entry.scenario.as_ref().ok());
    let grade = review::grade(record, original, is_of_a_class(name)).map_err(at)?;
    let seats = grade.changed.as_ref().map_or_else(
        || "unknown".to_owned(),
        |seats| seats.iter().map(|seat| seat.word()).collect::<Vec<_>>().join(" "),
    );
    let attempt = &grade.attempt;
    let student = record.exercise.as_ref().map_or_else(Words::default, |own| own.student.clone());
    Ok(GradeRow {
        file: printable(name),
        // Who gave no name is whom it was handed to.
        player: match attempt.player.is_empty() {
            true => student.to_string(),
            false => attempt.player.to_string(),
        },
        // What it was compared with, whatever it says.
        scenario: match (entry, attempt.scenario.is_empty()) {
            (Some(entry), _) => entry.id.clone(),
            (None, true) => grade.title.clone(),
            (None, false) => attempt.scenario.to_string(),
        },
        hash: grade.hash.clone(),
        seat: attempt.seat.map_or("", Seat::word),
        attempt: attempt.number,
        seconds: seconds(&attempt.began, &attempt.ended),
        goal: word(grade.goal),
        first_try: grade.reached_on == Some(1),
        queries: grade.queries.0,
        queries_taken_back: grade.queries.1,
        take_backs: grade.take_backs.0,
        retries: grade.take_backs.1,
        hints: attempt.hints,
        evaluation: attempt.evaluation,
        revealed: attempt.revealed,
        committed: attempt.committed.map_or("", |bound| if bound { "true" } else { "false" }),
        predicted: grade.predicted.0,
        predictions: grade.predicted.1,
        foreseen_alice: grade.foreseen.map(|foreseen| foreseen.alice.get()),
        foreseen_loss: grade.foreseen.map(PredictedWinner::loss),
        answer_before: right_wrong(grade.answered_before),
        answer: right_wrong(grade.answered),
        changed_seats: seats,
        rulings_against_what_was_read: grade.rulings.len(),
        moves_not_replayed: grade.doubts.len(),
        same_play_as: String::new(),
        verdict: grade.judgement.clone(),
        why: why(&grade),
        began: attempt.began.to_string(),
        played: (
            moves.iter().map(|line| line.value.0.to_string()).collect(),
            attempt.began.to_string(),
            attempt.ended.to_string(),
            attempt.seat,
        ),
        record: record.clone(),
        best: grade.best,
    })
}

/// A page for each player in a new folder, with their records in the order in which they began.
fn give_back(rows: &[GradeRow], folder: &Path) -> anyhow::Result<()> {
    let mut players: BTreeMap<&str, Vec<&GradeRow>> = BTreeMap::new();
    for row in rows {
        players.entry(row.whose()).or_default().push(row);
    }
    if folder.exists() {
        anyhow::bail!("{} is there already: name a folder to be made", folder.display());
    }
    std::fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    let names: Vec<&str> = players.keys().copied().collect();
    for (name, (player, rows)) in file_names(&names).iter().zip(&mut players) {
        rows.sort_by(|a, b| a.began.cmp(&b.began));
        let records: Vec<Judged<'_>> = rows
            .iter()
            .map(|row| Judged {
                record: &row.record,
                line: row.best,
                verdict: row.verdict.word(),
                why: &row.why,
            })
            .collect();
        let page = long("students", |token| feedback(player, &records, token))??;
        std::fs::write(folder.join(format!("{name}.html")), page)?;
    }
    Ok(())
}

/// From one time to another, both as records write them.
fn seconds(began: &str, ended: &str) -> Option<u64> {
    let time = |text| humantime::parse_rfc3339(text).ok();
    Some(time(ended)?.duration_since(time(began)?).ok()?.as_secs())
}

fn right_wrong(answered: Option<bool>) -> &'static str {
    answered.map_or("", |right| if right { "right" } else { "wrong" })
}

/// Why a record is judged so, in a sentence each.
fn why(grade: &GradedRecord) -> Vec<String> {
    let mut reasons = grade.judgement.reasons();
    if grade.judgement == Judgement::NotCompared {
        let unknown = "its scenario is neither given nor in the library: give it with --scenario";
        reasons.push(unknown.into());
    }
    reasons.extend(grade.rulings.iter().map(ToString::to_string));
    reasons
}

/// The best of each player's attempts at each debate, of equals the last.
#[derive(Default)]
struct Best<'a> {
    /// Whoever gave a record.
    players: BTreeSet<&'a str>,
    /// The debates of the course in its order, then others by name.
    debates: Vec<&'a str>,
    /// A row for each pair of them that there is.
    rows: BTreeMap<(&'a str, &'a str), &'a GradeRow>,
}

impl<'a> Best<'a> {
    fn of(rows: &'a [GradeRow], course: &'a [LibraryEntry]) -> Self {
        let mut best = Self::default();
        for entry in course {
            if !best.debates.contains(&&*entry.id) {
                best.debates.push(&entry.id);
            }
        }
        let given = best.debates.len();
        for row in rows {
            best.players.insert(row.whose());
            if !best.debates.contains(&&*row.scenario) {
                best.debates.push(&row.scenario);
            }
            let kept = best.rows.entry((row.whose(), &row.scenario)).or_insert(row);
            let rank = |row: &GradeRow| (row.verdict.standing(), row.attempt);
            if rank(row) > rank(kept) {
                *kept = row;
            }
        }
        best.debates[given..].sort_unstable();
        best
    }
}

/// A row a player, a column a debate.
fn by_player(best: &Best<'_>) -> String {
    let row = |player: &&str| {
        let verdict =
            |debate| best.rows.get(&(*player, debate)).map_or("-", |row| row.verdict.word());
        let verdicts = best.debates.iter().map(|debate| verdict(*debate).to_owned());
        std::iter::once((*player).to_owned()).chain(verdicts).collect()
    };
    let head = std::iter::once("player").chain(best.debates.iter().copied()).map(str::to_owned);
    let rows = best.players.iter().map(row);
    let cells: Vec<_> = std::iter::once(head.collect()).chain(rows).collect();
    aligned(&cells, 0..0).concat()
}

/// What Moodle's import of grades reads.
fn moodle(best: &Best<'_>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = best.debates.iter().map(|debate| plain(debate));
    writer.write_record(std::iter::once("Full name".to_owned()).chain(head))?;
    for player in &best.players {
        let points = best.debates.iter().map(|debate| match best.rows.get(&(*player, *debate)) {
            None => String::new(),
            // Of what is not judged there are no points.
            Some(row) if row.verdict == Judgement::NotCompared => String::new(),
            Some(row) if row.verdict == Judgement::Reached => "100".into(),
            Some(_) => "0".into(),
        });
        writer.write_record(std::iter::once(plain(player)).chain(points))?;
    }
    written(writer)
}

/// What was written as CSV.
fn written(writer: csv::Writer<Vec<u8>>) -> anyhow::Result<String> {
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn table(rows: &[GradeRow]) -> String {
    let row = |row: &GradeRow| {
        let seats = if row.changed_seats.is_empty() { "as given" } else { &row.changed_seats };
        [row.whose(), &row.scenario, &row.hash, row.goal]
            .map(str::to_owned)
            .into_iter()
            .chain([row.queries, row.queries_taken_back, row.hints.into()].map(|n| n.to_string()))
            .chain(
                [if row.evaluation { "yes" } else { "no" }, seats, row.verdict.word()]
                    .map(str::to_owned),
            )
            .collect()
    };
    let head = "player scenario hash goal queries back hints eval seats verdict";
    let head = head.split(' ').map(str::to_owned).collect();
    let cells: Vec<_> = std::iter::once(head).chain(rows.iter().map(row)).collect();
    let lines = aligned(&cells, 4..7);
    let mut text = lines[0].clone();
    for (row, line) in rows.iter().zip(&lines[1..]) {
        text += line;
        let same = (!row.same_play_as.is_empty())
            .then(|| format!("the same moves at the same times as {}", row.same_play_as));
        for reason in row.why.iter().cloned().chain(same) {
            text += &format!("    {}: {reason}\n", row.file);
        }
    }
    text
}

fn csv(rows: &[GradeRow]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(GradeRow {
            player: plain(&row.player),
            file: plain(&row.file),
            scenario: plain(&row.scenario),
            same_play_as: plain(&row.same_play_as),
            ..row.clone()
        })?;
    }
    written(writer)
}

/// Text that no spreadsheet takes for a formula.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}
