//! `elenchus grade`: judges records as exercises. Each record has a row in the result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::archive::{find, word};
use super::debates::debates_of;
use super::output::{
    CommandResult, OUTPUT, OutputArgs, TableFormat, TableFormatArgs, csv_text, file_names,
};
use super::progress::with_progress;
use super::roster::{Roster, RosterStudent};
use super::table::OutputTable;
use crate::debate::NodeId;
use crate::export::{JudgedRecord, feedback};
use crate::review::{self, GradedRecord, Judgement, PredictedWinner};
use crate::rules::Seat;
use crate::scenario::library::{self, COURSE_INDEX, LibraryEntry};
use crate::scenario::{FileError, SafeText, Scenario, course, printable};
use crate::work::{CancelToken, Cancelled};

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
    /// The students: a CSV file with the columns `name`, `id` and `email`, or a list of names.
    ///
    /// The results then have the id and address of each student, and a row for each student without
    /// a record. The default for the folder of a class is the roster of the class.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
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
    ///
    /// Moodle knows students by their ids or addresses, so give a roster too.
    #[arg(long = "to", value_name = "PROGRAM", conflicts_with_all = ["csv", "json", "table"])]
    #[arg(help_heading = OUTPUT)]
    gradebook: Option<Gradebook>,
    #[command(flatten)]
    format: TableFormatArgs,
    /// Write a page for each student into this new folder.
    ///
    /// The page has each debate with its verdict, the move that cost most, comments, and the review.
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT)]
    feedback: Option<PathBuf>,
    #[command(flatten)]
    to: OutputArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Gradebook {
    /// CSV for Moodle: a row for each student, with 100, 0 or nothing for each debate.
    Moodle,
}

/// A row of the table.
#[derive(Clone, Debug, Default, Serialize)]
struct GradeRow {
    file: String,
    player: String,
    /// The id and the e-mail address of the player in the roster.
    id: String,
    email: String,
    scenario: String,
    hash: String,
    /// The player's seat. Empty if only one person played.
    seat: &'static str,
    /// The number of the player's attempt at this debate, from 1. The attempts are in the order of their starts.
    attempt: u32,
    /// The time in seconds from the start to the last end of the debate. `None` if the record lacks one of the two.
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
    /// The probability of a win for Alice that the player first predicted, in percent.
    foreseen_alice: Option<u8>,
    /// The quadratic loss of the player's first prediction.
    foreseen_loss: Option<f64>,
    answer_before: &'static str,
    answer: &'static str,
    changed_seats: String,
    rulings_against_what_was_read: usize,
    moves_not_replayed: usize,
    /// The records of other players that have the same moves at the same times.
    same_play_as: String,
    /// `None` for a student of the roster without a record.
    #[serde(serialize_with = "as_word")]
    verdict: Option<Judgement>,
    /// The reasons for the verdict, one sentence for each.
    #[serde(serialize_with = "joined")]
    why: Vec<String>,
    #[serde(skip)]
    began: String,
    #[serde(skip)]
    played: CopyKey,
    #[serde(skip)]
    record: Option<Scenario>,
    /// The end of the variation that is judged.
    #[serde(skip)]
    best: Option<NodeId>,
}

/// Writes a verdict as its word.
fn as_word<S: serde::Serializer>(verdict: &Option<Judgement>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict_word(verdict.as_ref()))
}

fn verdict_word(verdict: Option<&Judgement>) -> &str {
    verdict.map_or("no record", Judgement::word)
}

fn joined<S: serde::Serializer>(why: &[String], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&csv_text(why.join("; ")))
}

impl GradeRow {
    /// The name of the player. If there is no name, the name of the file.
    fn whose(&self) -> &str {
        if self.player.is_empty() { &self.file } else { &self.player }
    }

    /// The name, the id and the address of the player.
    fn who(&self) -> Person<'_> {
        (self.whose(), &self.id, &self.email)
    }
}

/// A name, an id and an e-mail address.
type Person<'a> = (&'a str, &'a str, &'a str);

/// Gives each row the name, id and address of its player in the roster, and adds a row for each student without a
/// record. Returns the players who are not in the roster.
fn enrol(rows: &mut Vec<GradeRow>, roster: &Roster) -> BTreeSet<String> {
    let mut strangers = BTreeSet::new();
    for row in rows.iter_mut() {
        match roster.find(&row.player) {
            Some(RosterStudent { name, id, email }) => {
                row.player.clone_from(name);
                (row.id, row.email) = (id.clone(), email.clone());
            }
            None => {
                strangers.insert(row.whose().to_owned());
            }
        }
    }
    let known: BTreeSet<_> =
        rows.iter().map(|row| (row.player.clone(), row.id.clone(), row.email.clone())).collect();
    for RosterStudent { name, id, email } in roster.students.iter().cloned() {
        if !known.contains(&(name.clone(), id.clone(), email.clone())) {
            rows.push(GradeRow { player: name, id, email, ..GradeRow::default() });
        }
    }
    strangers
}

/// The data that a record and its copy share: the moves, the start, the end and the seat.
type CopyKey = (Vec<String>, String, String, Option<Seat>);

impl Grading {
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
        use TableFormat::{Csv, Json, Text};
        let format = self.format.or(&[(self.csv, Csv), (self.json, Json)])?;
        if format != Text && (self.table || self.gradebook.is_some()) && !format.is_csv() {
            anyhow::bail!("this table is text or CSV. Choose --format text, csv or excel");
        }
        let roster = self.roster()?;
        let alone = originals.len();
        for name in self.course.iter().flat_map(|name| courses(name)) {
            originals.extend(course::course(&name)?.entries);
        }
        let graded = with_progress("records", |token| -> anyhow::Result<_> {
            let records = records(&self.files, token)?;
            token.report(0, records.len() as u64);
            Ok((records.is_empty(), rows(records, &originals, token), token.is_stopped()))
        })?;
        let (none, (mut rows, unread), partial) = graded?;
        if none && !partial {
            anyhow::bail!(
                "there are no records in {}. Name saved debates, or a folder with some",
                self.files.join(", ")
            );
        }
        if let Some(roster) = roster.as_ref().filter(|_| !partial) {
            let strangers = enrol(&mut rows, roster);
            if !strangers.is_empty() {
                let names: Vec<&str> = strangers.iter().map(String::as_str).collect();
                eprintln!("elenchus: these players are not in the roster: {}", names.join(", "));
            }
        }
        compare(&mut rows);
        if let Some(folder) = &self.feedback {
            give_back(&rows, folder)?;
        }
        let best = || BestAttempts::new(&rows, &originals[alone..]);
        if self.table {
            by_player(&best()).print(format, self.to.open()?)?;
        } else if let Some(Gradebook::Moodle) = self.gradebook {
            if roster.is_none() {
                eprintln!(
                    "elenchus: Moodle knows students by their ids or e-mail addresses. Give them with \
                     --roster"
                );
            }
            let text = moodle(&best(), roster.is_some())?;
            self.to.text(&(format.mark().to_owned() + &text))?;
        } else {
            match format {
                Text => {
                    let stopped = if partial { "partial: the command was stopped\n\n" } else { "" };
                    self.to.text(&(stopped.to_owned() + &table(&rows)))?
                }
                Json => self.to.plain_json(&rows)?,
                TableFormat::Jsonl => {
                    let mut out = self.to.open()?;
                    rows.iter().try_for_each(|row| out.line(row))?;
                    out.done()?
                }
                _ => self.to.text(&(format.mark().to_owned() + &csv(&rows)?))?,
            };
        }
        if partial {
            return Err(Cancelled.into());
        }
        if !unread.is_empty() {
            let lines: Vec<String> = unread.iter().map(ToString::to_string).collect();
            anyhow::bail!("{}", lines.join("\nelenchus: "));
        }
        Ok(rows.iter().all(|row| row.verdict == Some(Judgement::Reached)))
    }

    /// The roster from the options, or that of the class.
    fn roster(&self) -> anyhow::Result<Option<Roster>> {
        if let Some(file) = &self.roster {
            return Ok(Some(Roster::read(file)?));
        }
        let folders = self.files.iter().map(Path::new).filter(|folder| folder.is_dir());
        for folder in folders {
            if let Some(roster) = Roster::kept_in(folder).map_err(anyhow::Error::msg)? {
                return Ok(Some(roster));
            }
        }
        Ok(None)
    }
}

/// All records in the folders of these players of a class, as CSV, with its roster if it has one.
///
/// # Errors
/// Returns the first error if a record cannot be read.
#[cfg(feature = "class")]
pub(super) fn csv_of(
    class: &Path,
    players: &[(PathBuf, String)],
    originals: &[LibraryEntry],
) -> Result<String, String> {
    let mut all = Vec::new();
    for (folder, player) in players {
        let token = CancelToken::default();
        let records = records(&[folder.to_string_lossy().into_owned()], &token);
        let (mut rows, unread) = rows(records.map_err(|e| e.to_string())?, originals, &token);
        if let Some(e) = unread.first() {
            return Err(e.to_string());
        }
        // The current name of the player in the class counts. The name in the record may be an older one.
        rows.iter_mut().for_each(|row| row.player.clone_from(player));
        all.append(&mut rows);
    }
    if let Some(roster) = Roster::kept_in(class)? {
        enrol(&mut all, &roster);
    }
    compare(&mut all);
    csv(&all).map_err(|e| e.to_string())
}

/// A row for each record, and the errors of records that cannot be read. If the work is stopped, the later
/// records have no row.
fn rows(
    records: Vec<Record>,
    originals: &[LibraryEntry],
    token: &CancelToken,
) -> (Vec<GradeRow>, Vec<FileError>) {
    let (mut rows, mut unread) = (Vec::new(), Vec::new());
    for (name, record) in records {
        if token.is_stopped() {
            break;
        }
        token.advance(1);
        match record.and_then(|record| row(&name, &record, originals)) {
            Ok(row) => rows.push(row),
            Err(e) => unread.push(e),
        }
    }
    (rows, unread)
}

/// Numbers the attempts of each player at each debate in the order of their starts, and finds identical play.
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

/// The files of other players that have the same moves, start and end. Without copying, this hardly ever happens.
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
///
/// If the work is stopped, the later ones are missing.
fn records(names: &[String], token: &CancelToken) -> anyhow::Result<Vec<Record>> {
    let mut records = Vec::new();
    let read = |name: String| {
        let record = library::find(&name).and_then(|entry| entry.scenario);
        (name, record)
    };
    for name in names {
        if Path::new(name).is_dir() {
            for folder in kept_in(Path::new(name))? {
                let inside = inside(&folder)?.into_iter().filter(|path| library::is_scenario(path));
                let inside = inside.take_while(|_| !token.is_stopped());
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
        // If the record has no name, the player is the student who got the exercise.
        player: match attempt.player.is_empty() {
            true => student.to_string(),
            false => attempt.player.to_string(),
        },
        id: String::new(),
        email: String::new(),
        // The id of the exercise that the record was compared with. It counts more than the name in the record.
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
        verdict: Some(grade.judgement.clone()),
        why: verdict_reasons(&grade),
        began: attempt.began.to_string(),
        played: (
            moves.iter().map(|line| line.value.0.to_string()).collect(),
            attempt.began.to_string(),
            attempt.ended.to_string(),
            attempt.seat,
        ),
        record: Some(record.clone()),
        best: grade.best,
    })
}

/// Writes a page for each player into a new folder. The records on a page are in the order of their starts.
fn give_back(rows: &[GradeRow], folder: &Path) -> anyhow::Result<()> {
    let mut players: BTreeMap<Person<'_>, Vec<&GradeRow>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.record.is_some()) {
        players.entry(row.who()).or_default().push(row);
    }
    if folder.exists() {
        anyhow::bail!("{} exists already. Give --feedback a new folder", folder.display());
    }
    std::fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    let names: Vec<&str> = players.keys().map(|(name, ..)| *name).collect();
    for (name, ((player, ..), rows)) in file_names(&names).iter().zip(&mut players) {
        rows.sort_by(|a, b| a.began.cmp(&b.began));
        let records: Vec<JudgedRecord<'_>> = rows
            .iter()
            .filter_map(|row| {
                Some(JudgedRecord {
                    record: row.record.as_ref()?,
                    line: row.best,
                    verdict: verdict_word(row.verdict.as_ref()),
                    why: &row.why,
                })
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

/// The best attempt of each player at each debate. Of equal attempts, the last one counts.
#[derive(Default)]
struct BestAttempts<'a> {
    /// All players with a record, and all students of the roster.
    players: BTreeSet<Person<'a>>,
    /// The debates of the course in its order, then others by name.
    debates: Vec<&'a str>,
    /// The row of each player and debate.
    rows: BTreeMap<(Person<'a>, &'a str), &'a GradeRow>,
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
            best.players.insert(row.who());
            if row.verdict.is_none() {
                continue;
            }
            if !best.debates.contains(&&*row.scenario) {
                best.debates.push(&row.scenario);
            }
            let kept = best.rows.entry((row.who(), &row.scenario)).or_insert(row);
            let rank = |row: &GradeRow| (row.verdict.as_ref().map(Judgement::rank), row.attempt);
            if rank(row) > rank(kept) {
                *kept = row;
            }
        }
        best.debates[given..].sort_unstable();
        best
    }
}

/// A row for each player, with a column for each debate.
fn by_player(best: &BestAttempts<'_>) -> OutputTable {
    let row = |player: &Person<'_>| {
        let row = |debate| best.rows.get(&(*player, debate));
        let verdict = |debate| row(debate).map(|row| verdict_word(row.verdict.as_ref()));
        let verdicts = best.debates.iter().map(|debate| json!(verdict(*debate)));
        std::iter::once(json!(player.0)).chain(verdicts).collect()
    };
    let heads = std::iter::once("player").chain(best.debates.iter().copied());
    let columns = heads.map(|head| (head.to_owned(), 0)).collect();
    OutputTable { columns, rows: best.players.iter().map(row).collect() }
}

/// The CSV that Moodle's import of grades reads. With a roster, it has the ids and addresses.
fn moodle(best: &BestAttempts<'_>, has_roster: bool) -> anyhow::Result<String> {
    let of = |[name, id, email]: [&str; 3]| {
        let known = [id, email].map(csv_text_of);
        let known = if has_roster { known.to_vec() } else { Vec::new() };
        std::iter::once(csv_text_of(name)).chain(known)
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = best.debates.iter().map(|debate| csv_text_of(debate));
    writer.write_record(of(["Full name", "ID number", "Email address"]).chain(head))?;
    for player in &best.players {
        let points = best.debates.iter().map(|debate| match best.rows.get(&(*player, *debate)) {
            None => String::new(),
            // A debate that was not judged has no points.
            Some(row) if row.verdict == Some(Judgement::NotCompared) => String::new(),
            Some(row) if row.verdict == Some(Judgement::Reached) => "100".into(),
            Some(_) => "0".into(),
        });
        writer.write_record(of([player.0, player.1, player.2]).chain(points))?;
    }
    written(writer)
}

/// The text that a CSV writer has written.
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
            .chain(
                [evaluation, seats, verdict_word(row.verdict.as_ref())].map(|words| json!(words)),
            )
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
            player: csv_text_of(&row.player),
            id: csv_text_of(&row.id),
            email: csv_text_of(&row.email),
            file: csv_text_of(&row.file),
            scenario: csv_text_of(&row.scenario),
            same_play_as: csv_text_of(&row.same_play_as),
            ..row.clone()
        })?;
    }
    written(writer)
}

/// A cell of CSV, changed so that no spreadsheet takes a text for a formula.
fn csv_text_of(text: &str) -> String {
    csv_text(text.to_owned())
}
