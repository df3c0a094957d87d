//! The progress of each student in each debate. Finished records are graded as `elenchus grade` grades them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::review::{Judgement, grade};
use crate::scenario::library::{LibraryEntry, original};
use crate::scenario::{Scenario, archive, files, journal, read_bytes};

/// The time without a move after which a student counts as stuck.
const STUCK: Duration = Duration::from_secs(180);
/// A journal that changed within this time is skipped, because somebody is playing its debate. The open screens know
/// the state of that debate better.
const WRITTEN: Duration = Duration::from_secs(3);

/// The answers to the questions before and after a debate, each with `true` if the answer is right.
type Answers = [Option<(String, bool)>; 2];

/// The content of a file: the number of its debate, the student's progress, and the answers.
type Read = (usize, StudentProgress, Answers);

/// The time of a file's last change, and its content with the student's number. `None` if the file is not a debate of
/// the class.
type Known = (SystemTime, Option<(usize, Read)>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StudentProgress {
    /// The student has not finished the debate and is not playing it.
    NotBegun,
    /// The teacher sent the debate to everybody this long ago, and the student has not opened it.
    NotStarted(Duration),
    /// The student is at this move. The time since the last move is `None` if the debate was left open.
    AtMove(usize, Option<Duration>),
    /// The debate is over and has no grade so far. Its end may still be hidden from the student.
    NotGraded,
    Over(Judgement),
}

impl StudentProgress {
    /// The time for which the student has been stuck in this debate. `None` if the student is not stuck.
    pub(crate) fn stuck(&self) -> Option<Duration> {
        match self {
            Self::NotStarted(still) | Self::AtMove(_, Some(still)) => Some(*still),
            _ => None,
        }
        .filter(|still| *still >= STUCK)
    }

    /// The sign in a cell of the grid.
    pub(crate) fn sign(&self) -> String {
        match self {
            Self::NotStarted(_) if self.stuck().is_some() => "0!".into(),
            Self::NotBegun | Self::NotStarted(_) => "·".into(),
            Self::AtMove(moves, _) if self.stuck().is_some() => format!("{moves}!"),
            Self::AtMove(moves, _) => moves.to_string(),
            Self::Over(Judgement::Reached) => "✓".into(),
            Self::Over(Judgement::Guessed) => "~".into(),
            Self::Over(Judgement::NotReached) => "✗".into(),
            Self::NotGraded | Self::Over(_) => "?".into(),
        }
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::NotBegun => "not played".into(),
            Self::NotStarted(since) => format!("sent {} ago, and not begun", time(*since)),
            Self::AtMove(moves, None) => format!("left open at move {moves}"),
            Self::AtMove(moves, Some(_)) => match self.stuck() {
                Some(still) => format!("stuck at move {moves} for {}", time(still)),
                None => format!("at move {moves}"),
            },
            Self::NotGraded => "over, no grade yet".into(),
            Self::Over(judgement) => judgement.word().into(),
        }
    }
}

/// A duration as a cell of the grid shows it, in seconds, minutes or hours.
pub(crate) fn time(time: Duration) -> String {
    match time.as_secs() {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3600 => format!("{} m", s / 60),
        s => format!("{} h", s / 3600),
    }
}

/// The progress that the files of all students show. A file that has not changed is not read again.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassProgress {
    files: HashMap<PathBuf, Known>,
}

impl ClassProgress {
    /// Reads the folders of these students again.
    pub(crate) fn refresh(&mut self, folders: &[(usize, PathBuf)], entries: &[LibraryEntry]) {
        let mut now = HashMap::new();
        for (student, folder) in folders {
            let of = |folder: PathBuf, is_over| {
                journal::in_folder(&folder).into_iter().map(move |path| (path, is_over))
            };
            let over = of(archive::folder(folder), true);
            for (path, is_over) in over.chain(of(folder.join("journals"), false)) {
                let changed = std::fs::metadata(&path).and_then(|file| file.modified());
                let Ok(changed) = changed else { continue };
                let known = self.files.remove(&path).filter(|(at, _)| *at == changed);
                let fresh = !is_over && changed.elapsed().is_ok_and(|age| age < WRITTEN);
                let known = match known {
                    Some(known) => known,
                    None if fresh => continue,
                    None => {
                        let read = if is_over { finished } else { left_open };
                        let read = read(&path, entries);
                        (changed, read.map(|read| (*student, read)))
                    }
                };
                now.insert(path, known);
            }
        }
        self.files = now;
    }

    /// The best result of each student in each debate. A reached goal is better than a guessed one, and both are better
    /// than any other result. Of equal results, the latest one counts. An unfinished debate counts only if there is no
    /// other result.
    pub(crate) fn best(&self) -> HashMap<(usize, usize), StudentProgress> {
        let mut best: HashMap<(usize, usize), StudentProgress> = HashMap::new();
        for (student, (debate, mark, _)) in self.in_order() {
            let rank = |mark: &StudentProgress| match mark {
                StudentProgress::Over(judgement) => 1 + judgement.rank(),
                _ => 0,
            };
            let kept = best.entry((*student, *debate)).or_insert_with(|| mark.clone());
            if rank(mark) >= rank(kept) {
                *kept = mark.clone();
            }
        }
        best
    }

    /// The answers to the questions of each debate. The last answer of each student counts.
    pub(crate) fn answers(&self) -> HashMap<QuestionKey, StudentAnswer> {
        let mut last: HashMap<(usize, QuestionKey), &(String, bool)> = HashMap::new();
        for (student, (debate, _, answers)) in self.in_order() {
            for (after, answer) in [false, true].into_iter().zip(answers) {
                if let Some(answer) = answer {
                    last.insert((*student, (*debate, after)), answer);
                }
            }
        }
        let mut all: HashMap<QuestionKey, StudentAnswer> = HashMap::new();
        for ((_, asked), (said, right)) in last {
            let told = all.entry(asked).or_default();
            told.of += 1;
            match right {
                true => told.right += 1,
                false => *told.wrong.entry(said.clone()).or_default() += 1,
            }
        }
        all
    }

    /// The files, sorted by the time of their last change.
    fn in_order(&self) -> impl Iterator<Item = &(usize, Read)> {
        let mut files: Vec<_> = self.files.values().collect();
        files.sort_by_key(|(changed, _)| *changed);
        files.into_iter().filter_map(|(_, known)| known.as_ref())
    }
}

/// The number of a debate, and `true` for the question after the debate, `false` for the question before it.
pub(crate) type QuestionKey = (usize, bool);

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StudentAnswer {
    pub right: usize,
    /// The number of all answers.
    pub of: usize,
    /// The wrong answers, with the number of students who gave each.
    pub wrong: BTreeMap<String, usize>,
}

/// The number of the debate that a record belongs to. The record of a copy belongs to the copied debate.
fn debate_of(record: &Scenario, entries: &[LibraryEntry]) -> Option<usize> {
    let found = original(record, entries)?;
    entries.iter().position(|entry| std::ptr::eq(entry, found))
}

fn answers(record: &Scenario, graded: [Option<bool>; 2]) -> Answers {
    let attempt = record.attempt.clone().unwrap_or_default();
    let [before, after] = [attempt.before, attempt.answer].map(|said| said.to_string());
    [graded[0].map(|right| (before, right)), graded[1].map(|right| (after, right))]
}

fn finished(path: &Path, entries: &[LibraryEntry]) -> Option<Read> {
    let record = read_bytes("", &files::bytes(path).ok()?).ok()?;
    let debate = debate_of(&record, entries)?;
    let handed_out = entries[debate].scenario.as_ref().ok();
    let graded = grade(&record, handed_out, true).ok()?;
    let answers = answers(&record, [graded.answered_before, graded.answered]);
    Some((debate, StudentProgress::Over(graded.judgement), answers))
}

fn left_open(path: &Path, entries: &[LibraryEntry]) -> Option<Read> {
    let record = journal::read_journal(path).ok()?.scenario;
    let moves = record.moves.as_ref().map_or(0, Vec::len);
    let said = record.attempt.as_ref().map(|attempt| attempt.before.to_string());
    let said = said.filter(|said| !said.is_empty());
    let right = said.zip(record.lesson.before.as_ref()).map(|(said, asked)| asked.is_right(&said));
    let left = StudentProgress::AtMove(moves, None);
    Some((debate_of(&record, entries)?, left, answers(&record, [right, None])))
}
