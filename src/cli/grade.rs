//! `elenchus grade`: judges records as exercises, one row for each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::archive::{find, word};
use super::debates::debates_of;
use super::output::{CommandResult, OUTPUT, OutputArgs, file_names};
use super::progress::with_progress;
use super::table::OutputTable;
use crate::debate::NodeId;
use crate::export::{JudgedRecord, feedback};
use crate::review::{self, GradedRecord, Judgement, PredictedWinner};
use crate::rules::Seat;
use crate::scenario::library::{self, COURSE_INDEX, LibraryEntry};
use crate::scenario::{FileError, SafeText, Scenario, course, printable};

/// Say which players reached the goals of their exercises.
///
/// The command replays each record, and compares it with the exercise. The exit code is 0 if every
/// player reached the goal, 1 if one did not, and 2 if a record cannot be read.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus grade my-debate.yaml
  elenchus grade records/ --course exercises --csv
  elenchus grade records/ --course my-course --table --feedback pages")]
pub struct Grading {
    /// The records: files, names of archived debates, or folders with files.
    ///
    /// For the folder of a class, the command grades all its students. For a data folder, it grades
    /// its archive.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// An exercise that you handed out. You can repeat this option.
    ///
    /// The default is the scenario of the library that the record names.
    #[arg(long, value_name = "FILE")]
    scenario: Vec<String>,
    /// A course that you handed out: a folder, a folder of courses, or `exercises`.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    /// Print all details as CSV.
    #[arg(long, conflicts_with_all = ["json", "table"], help_heading = OUTPUT)]
    csv: bool,
    /// Print all details as JSON.
    #[arg(long, conflicts_with = "table", help_heading = OUTPUT)]
    json: bool,
    /// Print a row for each player and a column for each debate.
    ///
    /// A cell is the best of the player's attempts. With --course, the table has all debates of the
    /// course.
    #[arg(long, help_heading = OUTPUT)]
    table: bool,
    /// Print this table for a program that keeps grades.
    #[arg(long = "to", value_name = "PROGRAM", conflicts_with_all = ["csv", "json", "table"])]
    #[arg(help_heading = OUTPUT)]
    gradebook: Option<Gradebook>,
    /// Write a page for each student into this new folder.
    ///
    /// The page has each debate with its verdict, the move that cost most, comments, and the review.
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT)]
    feedback: Option<PathBuf>,
    #[command(flatten)]
    to: OutputArgs,
}

/// A program that keeps grades.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Gradebook {
    /// CSV for Moodle: a row for each student, with 100, 0 or nothing for each debate.
    Moodle,
}

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
struct GradeRow {
    file: String,
    player: String,
    scenario: String,
    hash: String,
    /// The player's seat, if several people played.
    seat: &'static str,
    /// The number of this player's attempt at this debate, from 1, in the order of their starts.
    attempt: u32,
    /// The time from the start to the last end. `None` if the record does not have both.
    seconds: Option<u64>,
    goal: &'static str,
    /// True if the first variation that ended reached the goal.
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
    /// The player's first prediction that Alice wins, in percent.
    foreseen_alice: Option<u8>,
    /// The quadratic loss of this prediction.
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
    /// The reasons for the verdict, one sentence for each.
    #[serde(serialize_with = "joined")]
    why: Vec<String>,
    #[serde(skip)]
    began: String,
    #[serde(skip)]
    played: CopyKey,
    #[serde(skip)]
    record: Scenario,
    /// The end of the variation that is judged.
    #[serde(skip)]
    best: Option<NodeId>,
}

/// Writes a verdict as its word.
fn as_word<S: serde::Serializer>(verdict: &Judgement, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.word())
}

fn joined<S: serde::Serializer>(why: &[String], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&plain(&why.join("; ")))
}

impl GradeRow {
    /// The name of the player, or the file if there is no name.
    fn whose(&self) -> &str {
        if self.player.is_empty() { &self.file } else { &self.player }
    }
}

/// The data that a copy of a record shares with it: the moves, the start, the end and the seat.
type CopyKey = (Vec<String>, String, String, Option<Seat>);

impl Grading {
    /// Runs the command.
    pub fn run(self) -> CommandResult {
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
            anyhow::bail!(
                "there are no records in {}. Name saved debates, or a folder with some",
                self.files.join(", ")
            );
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
            self.to.text(&by_player(&BestAttempts::new(&rows, &originals[alone..])))?;
        } else if let Some(Gradebook::Moodle) = self.gradebook {
            self.to.text(&moodle(&BestAttempts::new(&rows, &originals[alone..]))?)?;
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

/// All records in the folders of these players, as CSV.
///
/// # Errors
/// The first record that cannot be read.
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
        // The present name of the player in the class counts, not that in the record.
        rows.iter_mut().for_each(|row| row.player.clone_from(player));
        all.append(&mut rows);
    }
    compare(&mut all);
    csv(&all).map_err(|e| e.to_string())
}

/// A row for each record, and the errors of records that cannot be read.
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

/// Numbers the attempts of each player at each debate by their starts, and finds identical play.
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

/// The files of other players with the same moves, start and end. This is hardly possible without a
/// copy.
fn same_play(rows: &[GradeRow], at: usize) -> Vec<String> {
    let own = &rows[at];
    let (moves, began, ended, _) = &own.played;
    if moves.is_empty() || began.is_empty() || ended.is_empty() {
        return Vec::new();
    }
    let same = |row: &&GradeRow| row.played == own.played && row.player != own.player;
    rows.iter().filter(same).map(|row| row.file.clone()).collect()
}

/// All scenarios of the library and of the shipped courses.
static KNOWN: LazyLock<Vec<LibraryEntry>> = LazyLock::new(|| {
    let courses = library::COURSES.iter().filter_map(|name| course::course(name).ok());
    library::all().into_iter().chain(courses.flat_map(|course| course.entries)).collect()
});

/// The courses with this name: one course, or all courses in a folder.
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

/// The paths in a folder, sorted.
fn inside(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(folder)?.flatten().map(|file| file.path()).collect();
    inside.sort();
    Ok(inside)
}

/// The folders with records: the archives of all students of a class, the archive of a data folder,
/// or the folder itself.
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

/// The records with these names: files, all files in folders, or debates of the archive.
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

/// True if a file is in the archive of a student of a class.
fn is_of_a_class(file: &str) -> bool {
    Path::new(file).ancestors().nth(4).is_some_and(|class| class.join("class.yaml").is_file())
}

fn row(name: &str, record: &Scenario, originals: &[LibraryEntry]) -> Result<GradeRow, FileError> {
    let at = |fault: crate::scenario::YamlError| FileError::whole_file(name, fault.message);
    let Some(moves) = &record.moves else {
        return Err(FileError::whole_file(
            name,
            "this is a scenario without moves. Grade a saved debate",
        ));
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
    let student =
        record.exercise.as_ref().map_or_else(SafeText::default, |own| own.student.clone());
    Ok(GradeRow {
        file: printable(name),
        // Without a name, the player is the student who got the exercise.
        player: match attempt.player.is_empty() {
            true => student.to_string(),
            false => attempt.player.to_string(),
        },
        // The exercise that the record was compared with counts, not the name in the record.
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
        why: verdict_reasons(&grade),
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

/// Writes a page for each player into a new folder. Records are in the order of their starts.
fn give_back(rows: &[GradeRow], folder: &Path) -> anyhow::Result<()> {
    let mut players: BTreeMap<&str, Vec<&GradeRow>> = BTreeMap::new();
    for row in rows {
        players.entry(row.whose()).or_default().push(row);
    }
    if folder.exists() {
        anyhow::bail!("{} exists already. Give --feedback a new folder", folder.display());
    }
    std::fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    let names: Vec<&str> = players.keys().copied().collect();
    for (name, (player, rows)) in file_names(&names).iter().zip(&mut players) {
        rows.sort_by(|a, b| a.began.cmp(&b.began));
        let records: Vec<JudgedRecord<'_>> = rows
            .iter()
            .map(|row| JudgedRecord {
                record: &row.record,
                line: row.best,
                verdict: row.verdict.word(),
                why: &row.why,
            })
            .collect();
        let page = with_progress("students", |token| feedback(player, &records, token))??;
        std::fs::write(folder.join(format!("{name}.html")), page)?;
    }
    Ok(())
}

/// The seconds between two times of a record.
fn seconds(began: &str, ended: &str) -> Option<u64> {
    let time = |text| humantime::parse_rfc3339(text).ok();
    Some(time(ended)?.duration_since(time(began)?).ok()?.as_secs())
}

fn right_wrong(answered: Option<bool>) -> &'static str {
    answered.map_or("", |right| if right { "right" } else { "wrong" })
}

/// The reasons for a verdict, one sentence for each.
fn verdict_reasons(grade: &GradedRecord) -> Vec<String> {
    let mut reasons = grade.judgement.reasons();
    if grade.judgement == Judgement::NotCompared {
        let unknown = "the exercise is not in the library. Give it with --scenario or --course";
        reasons.push(unknown.into());
    }
    reasons.extend(grade.rulings.iter().map(ToString::to_string));
    reasons
}

/// The best of each player's attempts at each debate. Among equals, the last one counts.
#[derive(Default)]
struct BestAttempts<'a> {
    /// All players with a record.
    players: BTreeSet<&'a str>,
    /// The debates of the course in its order, then others by name.
    debates: Vec<&'a str>,
    /// The row of each player and debate.
    rows: BTreeMap<(&'a str, &'a str), &'a GradeRow>,
}

impl<'a> BestAttempts<'a> {
    fn new(rows: &'a [GradeRow], course: &'a [LibraryEntry]) -> Self {
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
            let rank = |row: &GradeRow| (row.verdict.rank(), row.attempt);
            if rank(row) > rank(kept) {
                *kept = row;
            }
        }
        best.debates[given..].sort_unstable();
        best
    }
}

/// A row for each player, with a column for each debate.
fn by_player(best: &BestAttempts<'_>) -> String {
    let row = |player: &&str| {
        let verdict = |debate| best.rows.get(&(*player, debate)).map(|row| row.verdict.word());
        let verdicts = best.debates.iter().map(|debate| json!(verdict(*debate)));
        std::iter::once(json!(player)).chain(verdicts).collect()
    };
    let heads = std::iter::once("player").chain(best.debates.iter().copied());
    let columns = heads.map(|head| (head.to_owned(), 0)).collect();
    OutputTable { columns, rows: best.players.iter().map(row).collect() }.text(0..0).concat()
}

/// The CSV that Moodle's import of grades reads.
fn moodle(best: &BestAttempts<'_>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = best.debates.iter().map(|debate| plain(debate));
    writer.write_record(std::iter::once("Full name".to_owned()).chain(head))?;
    for player in &best.players {
        let points = best.debates.iter().map(|debate| match best.rows.get(&(*player, *debate)) {
            None => String::new(),
            // A debate that was not judged has no points.
            Some(row) if row.verdict == Judgement::NotCompared => String::new(),
            Some(row) if row.verdict == Judgement::Reached => "100".into(),
            Some(_) => "0".into(),
        });
        writer.write_record(std::iter::once(plain(player)).chain(points))?;
    }
    written(writer)
}

/// The text of a finished CSV writer.
fn written(writer: csv::Writer<Vec<u8>>) -> anyhow::Result<String> {
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn table(rows: &[GradeRow]) -> String {
    let row = |row: &GradeRow| {
        let seats = if row.changed_seats.is_empty() { "as given" } else { &row.changed_seats };
        let evaluation = if row.evaluation { "yes" } else { "no" };
        [row.whose(), &row.scenario, &row.hash, row.goal]
            .map(|words| json!(words))
            .into_iter()
            .chain([row.queries, row.queries_taken_back, row.hints.into()].map(|n| json!(n)))
            .chain([evaluation, seats, row.verdict.word()].map(|words| json!(words)))
            .collect()
    };
    let heads = "player scenario hash goal queries undone hints evaluation seats verdict";
    let columns = heads.split(' ').map(|head| (head.to_owned(), 0)).collect();
    let lines = OutputTable { columns, rows: rows.iter().map(row).collect() }.text(4..7);
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

/// The text, changed so that no spreadsheet takes it for a formula.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}
