//! What everybody has played, debate by debate: finished records graded as `elenchus grade` grades them,
//! and how far those are that were left open.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::review::{Judgement, grade};
use crate::scenario::library::{LibraryEntry, original};
use crate::scenario::{Scenario, archive, files, journal, read_bytes};

/// Who has not moved for so long in a debate that is open before them is stuck there.
pub(crate) const STUCK: Duration = Duration::from_secs(180);
/// A journal that was written sooner than this ago is being played on: the screens know more of it.
const WRITTEN: Duration = Duration::from_secs(3);

/// What was answered to the questions of a debate, before it and after it, and whether it is right.
type Answers = [Option<(String, bool)>; 2];

/// What is read of a file: the debate's number, how it stands, what was answered.
type Read = (usize, StudentProgress, Answers);

/// When a file was changed last, and what is read of it if it is one of the class: the student's number first.
type Known = (SystemTime, Option<(usize, Read)>);

/// Where a student stands in a debate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StudentProgress {
    /// None of it is over, and they are not at it.
    NotBegun,
    /// They stand after so many moves, and have it before them for so long since the last; or left it.
    AtMove(usize, Option<Duration>),
    /// It is over, and not graded yet: its end may be kept back from them.
    NotGraded,
    /// It is over.
    Over(Judgement),
}

impl StudentProgress {
    /// As a sign for a cell.
    pub(crate) fn sign(&self) -> String {
        match self {
            Self::NotBegun => "·".into(),
            Self::AtMove(moves, Some(still)) if *still >= STUCK => format!("{moves}!"),
            Self::AtMove(moves, _) => moves.to_string(),
            Self::Over(Judgement::Reached) => "✓".into(),
            Self::Over(Judgement::Guessed) => "~".into(),
            Self::Over(Judgement::NotReached) => "✗".into(),
            Self::NotGraded | Self::Over(_) => "?".into(),
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::NotBegun => "none over".into(),
            Self::AtMove(moves, None) => format!("left open at move {moves}"),
            Self::AtMove(moves, Some(still)) if *still >= STUCK => {
                format!("stuck at move {moves} for {}", time(*still))
            }
            Self::AtMove(moves, Some(_)) => format!("at move {moves}"),
            Self::NotGraded => "over, not graded yet".into(),
            Self::Over(judgement) => judgement.word().into(),
        }
    }
}

/// A time for a cell: seconds, minutes, hours.
pub(crate) fn time(time: Duration) -> String {
    match time.as_secs() {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3600 => format!("{} m", s / 60),
        s => format!("{} h", s / 3600),
    }
}

/// What is known of everybody's files. A file that has not changed is not read again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    files: HashMap<PathBuf, Known>,
}

impl Marks {
    /// Looks again at the folders of these students.
    pub(crate) fn look(&mut self, folders: &[(usize, PathBuf)], entries: &[LibraryEntry]) {
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

    /// The best that each student made of each debate, by their numbers: a goal reached, else one that
    /// was guessed, else the end that was graded last, else how far the open one is.
    pub(crate) fn best(&self) -> HashMap<(usize, usize), StudentProgress> {
        let mut best: HashMap<(usize, usize), StudentProgress> = HashMap::new();
        for (student, (debate, mark, _)) in self.in_order() {
            let rank = |mark: &StudentProgress| match mark {
                StudentProgress::Over(judgement) => 1 + judgement.standing(),
                _ => 0,
            };
            let kept = best.entry((*student, *debate)).or_insert_with(|| mark.clone());
            if rank(mark) >= rank(kept) {
                *kept = mark.clone();
            }
        }
        best
    }

    /// What the students answered to the questions of each debate: the last answer of each counts.
    pub(crate) fn answers(&self) -> HashMap<Asked, Said> {
        let mut last: HashMap<(usize, Asked), &(String, bool)> = HashMap::new();
        for (student, (debate, _, answers)) in self.in_order() {
            for (after, answer) in [false, true].into_iter().zip(answers) {
                if let Some(answer) = answer {
                    last.insert((*student, (*debate, after)), answer);
                }
            }
        }
        let mut all: HashMap<Asked, Said> = HashMap::new();
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

    /// What was read, the oldest file first.
    fn in_order(&self) -> impl Iterator<Item = &(usize, Read)> {
        let mut files: Vec<_> = self.files.values().collect();
        files.sort_by_key(|(changed, _)| *changed);
        files.into_iter().filter_map(|(_, known)| known.as_ref())
    }
}

/// A question: the debate's number, and whether it is asked after it rather than before.
pub(crate) type Asked = (usize, bool);

/// What was answered to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// So many gave the right answer.
    pub right: usize,
    /// Of so many who answered.
    pub of: usize,
    /// The others by what they answered.
    pub wrong: BTreeMap<String, usize>,
}

/// Which debate of the class a record is of: a copy of it has the same name.
fn debate_of(record: &Scenario, entries: &[LibraryEntry]) -> Option<usize> {
    let found = original(record, entries)?;
    entries.iter().position(|entry| std::ptr::eq(entry, found))
}

/// What a record answers.
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
    let record = journal::look(path).ok()?.scenario;
    let moves = record.moves.as_ref().map_or(0, Vec::len);
    let said = record.attempt.as_ref().map(|attempt| attempt.before.to_string());
    let said = said.filter(|said| !said.is_empty());
    let right = said.zip(record.lesson.before.as_ref()).map(|(said, asked)| asked.is_right(&said));
    let left = StudentProgress::AtMove(moves, None);
    Some((debate_of(&record, entries)?, left, answers(&record, [right, None])))
}
