//! What of a debate is on the disk: its journal, and its place in the archive.

use std::path::{Path, PathBuf};

use super::DebateSession;
use crate::debate::{NodeId, RecordEntry};
use crate::review::{GoalReview, People, rulings};
use crate::rules::Seat;
use crate::scenario::journal::{self, Journal};
use crate::scenario::{FileError, SafeText, Scenario, Verdict, archive, fs, open};
use crate::tui::clock;
use crate::work::CancelToken;

/// So much work is spent on a value that a goal asks for, where nobody waits for it.
const VALUE: u64 = 1_000;

impl DebateSession {
    /// A debate that a journal holds, to go on with, as far as the journal is right; and what in it
    /// is wrong, if anything is. What is cut off for that goes to the bin.
    ///
    /// # Errors
    /// When the journal cannot be read or is played in another window.
    pub fn from_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let opened = Journal::open(path).map_err(|e| e.reason_first())?;
        let (mut sitting, moves, wrong) = Self::as_far_as_right(path, opened.scenario.clone())?;
        let damage = wrong.or(opened.damage.as_ref().map(FileError::reason_first));
        sitting.journal = Some(opened.go_on_after(moves).map_err(|e| e.reason_first())?);
        Ok((sitting, damage))
    }

    /// What a journal holds, as [`DebateSession::from_journal`], to look at: the journal is neither locked
    /// nor changed.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn of_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let found = journal::read_journal(path).map_err(|e| e.reason_first())?;
        let (sitting, _, wrong) = Self::as_far_as_right(path, found.scenario)?;
        Ok((sitting, wrong.or(found.damage.map(|e| e.reason_first()))))
    }

    /// The moves of a journal, up to the first that is not legal: the debate, how many of its lines
    /// were played, and what is wrong with the next.
    fn as_far_as_right(
        path: &Path,
        mut scenario: Scenario,
    ) -> Result<(Self, usize, Option<String>), String> {
        // The record holds the moves from here on.
        let moves = scenario.moves.take().unwrap_or_default();
        let mut game = open(&scenario).map_err(|fault| fault.message)?;
        let mut wrong = None;
        let right = moves.iter().take_while(|line| match game.apply(&line.value.0) {
            Ok(()) => true,
            Err(refusal) => {
                wrong = Some(format!("line {}, `{}`: {refusal}", line.spot.line, line.value.0));
                false
            }
        });
        let right = right.count();
        let attempted = scenario.attempt.as_ref().map(|attempt| attempt.scenario.to_string());
        let named = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let id = attempted.filter(|id| !id.is_empty()).unwrap_or_else(named);
        Ok((Self::from_game(id, scenario, game), right, wrong))
    }

    /// Begins to keep a journal in this folder, with what was played so far.
    ///
    /// # Errors
    /// When it cannot be written; that is tried again after each move.
    pub fn keep_journal(&mut self, folder: &Path) -> Result<(), FileError> {
        self.unkept = Some(folder.to_owned());
        self.journal = Some(Journal::create(folder, &self.scenario, &*self.game)?);
        self.unkept = None;
        Ok(())
    }

    /// Whether its moves would be lost here and now, because no journal could be begun.
    pub fn is_unkept(&self) -> bool {
        self.unkept.is_some() && self.archived.is_none()
    }

    /// What the head of the journal says has changed, if one is kept.
    pub(super) fn write_head(&mut self) -> Result<(), String> {
        if let (Some(chair), Some(attempt)) = (&self.chair, &self.scenario.attempt) {
            return chair.source.keep(chair, attempt);
        }
        let Some(old) = &self.journal else { return Ok(()) };
        // What the head says has changed: a new journal takes the place of the old one.
        let folder = old.path().parent().map(Path::to_owned).unwrap_or_default();
        let new = Journal::create(&folder, &self.scenario, &*self.game);
        let old = self.journal.replace(new.map_err(unwritten)?);
        old.map_or(Ok(()), |old| old.discard().map_err(|e| e.to_string()))
    }

    /// Keeps a debate of several screens that ended while it was on none of this person's, as their attempt;
    /// whether there is nothing more to keep of it.
    ///
    /// # Errors
    /// When it cannot be played or written.
    pub fn keep_ended(&mut self, data: &Path) -> Result<bool, String> {
        self.catch_up()?;
        if self.outcome().is_none() || self.is_held() {
            return Ok(false);
        }
        // Who never began has no attempt.
        self.scenario.attempt = self.chair.as_ref().and_then(|chair| chair.source.attempt(chair));
        if self.scenario.attempt.is_none() || self.found_in(&archive::folder(data)) {
            return Ok(true);
        }
        let value = |node| self.game.honest_value(node, &CancelToken::limited(VALUE));
        let verdict = self.verdict(&value);
        self.archive(data, verdict, &clock::now())?;
        Ok(true)
    }

    /// Whether the goal was reached, given the values of places. Before the end it is not decided.
    pub fn verdict(&self, value: &dyn Fn(NodeId) -> Option<f64>) -> Verdict {
        let (scenario, game) = (&self.scenario, &*self.game);
        let people = People::new(scenario, game);
        let wrong = rulings(scenario, game).ok().and_then(|all| all.into_iter().next());
        let token = CancelToken::for_frame();
        let goal = GoalReview::judge(scenario, game, &people, value, wrong.as_ref(), &token);
        goal.map_or(Verdict::Undecided, |goal| goal.verdict)
    }

    /// Keeps the debate, which is over, in the archive, with what it came to. It is kept once: what
    /// is played later on other lines is added.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn archive(&mut self, data: &Path, verdict: Verdict, now: &str) -> Result<(), String> {
        if self.chair.is_some() && self.archived.is_none() {
            self.found_in(&archive::folder(data));
        }
        let taken_back = crate::review::queries_taken_back(&*self.game);
        let Some(attempt) = &mut self.scenario.attempt else { return Ok(()) };
        attempt.taken_back = taken_back;
        // What had ended before, and is looked at again, ended then.
        if self.archived.is_none() || self.chair.is_none() {
            attempt.ended = SafeText::new(now).unwrap_or_default();
        }
        attempt.goal = Some(attempt.goal.map_or(verdict, |best| best.or(verdict)));
        self.write_archive(data)
    }

    /// Finds what was kept of it before, with what had been said of it and what it came to. A debate at a
    /// table has no journal here to tell that it is over, and a window may be closed after an end. Whether
    /// all of it is there; what was played since then is to be added.
    pub fn found_in(&mut self, folder: &Path) -> bool {
        let played = journal::played(&self.scenario, &*self.game);
        let Some((path, kept)) = archive::find(folder, &played) else { return false };
        self.archived = Some(path);
        let moves = |record: &Scenario| record.moves.as_ref().map_or(0, Vec::len);
        let whole = moves(&kept) >= moves(&played);
        match (&mut self.scenario.attempt, kept.attempt) {
            (Some(own), Some(kept)) if !whole => (own.goal, own.ended) = (kept.goal, kept.ended),
            (own, kept) => *own = kept,
        }
        whole
    }

    /// Writes the debate to the archive as it is now.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_archive(&mut self, data: &Path) -> Result<(), String> {
        let record = journal::played(&self.scenario, &*self.game);
        match &self.archived {
            Some(path) => archive::renew(path, &record).map_err(|e| e.to_string()),
            None => {
                let path = archive::keep(&archive::folder(data), &record);
                self.archived = Some(path.map_err(|e| e.to_string())?);
                Ok(())
            }
        }
    }

    /// Whether everything of it is in the archive, so that its journal is needed no more.
    pub fn is_archived(&self) -> bool {
        self.archived.is_some()
    }

    /// The debate comes from this file of the archive.
    pub fn from_archive(&mut self, path: PathBuf) {
        self.archived = Some(path);
    }

    /// The file of its journal, if one is kept.
    pub fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Makes the debate what it was after so many entries of its record, for the others are kept
    /// nowhere.
    fn undo_behind(&mut self, entries: usize) -> Result<(), String> {
        let seats = Seat::each(|seat| self.game.seat_plan(seat));
        let mut game = self.game.restart(self.game.seed(), &seats)?;
        for entry in self.game.record().iter().take(entries) {
            game.apply(entry).map_err(|e| e.to_string())?;
        }
        self.game = game;
        // Programs outside were told of the others.
        if let Some(outside) = &mut self.outside {
            outside.let_go();
        }
        Ok(())
    }

    /// Writes the debate to a new file; says so.
    ///
    /// # Errors
    /// When the file is there already, or cannot be written.
    pub fn save(&self, path: &str) -> Result<String, String> {
        save_new(Path::new(path), &journal::played(&self.scenario, &*self.game))?;
        Ok(format!("saved as {path}"))
    }

    /// Removes the journal: the debate is over and was looked at.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_journal(&mut self) -> Result<(), String> {
        self.journal.take().map_or(Ok(()), |j| j.discard().map_err(|e| e.to_string()))
    }

    /// Returns when the journal has reached the disk. One whose folder was removed is written anew. What
    /// the disk does not take is undone.
    pub(super) fn sync(&mut self) -> Result<(), String> {
        let Some(journal) = &mut self.journal else {
            if let Some(folder) = self.unkept.take() {
                // It can be played without one; `is_unkept` tells.
                let _ = self.keep_journal(&folder);
            }
            return Ok(());
        };
        if journal.is_there() {
            let Err(error) = journal.sync() else { return Ok(()) };
            let kept = journal.entries();
            self.undo_behind(kept)?;
            return Err(format!("undone: {}", unwritten(error)));
        }
        let folder = journal.path().parent().map(Path::to_owned).unwrap_or_default();
        self.keep_journal(&folder).map_err(|e| format!("the journal was removed, and {e}"))
    }
}

/// Writes a record to a new file.
///
/// # Errors
/// When the file is there already, or cannot be written.
pub(in crate::tui) fn save_new(path: &Path, record: &Scenario) -> Result<(), String> {
    match fs::exists(path) {
        true => Err(format!("{} is there already: choose another name", path.display())),
        false => journal::save(path, record).map_err(|e| e.to_string()),
    }
}

/// Why a journal could not be written, without its long name.
fn unwritten(error: FileError) -> String {
    format!("the journal {}", error.message)
}

/// Writes an entry to a journal, if one is kept.
pub(super) fn keep(journal: &mut Option<Journal>, entry: &RecordEntry) -> Result<(), String> {
    journal.as_mut().map_or(Ok(()), |j| j.append(entry).map_err(unwritten))
}

/// Writes the next entry of a record to its journal before it is one; if it is refused there, it is taken
/// back here.
pub(super) fn write_entry<T, E: ToString>(
    journal: &mut Option<Journal>,
    entry: &RecordEntry,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<(), String> {
    keep(journal, entry)?;
    make().map(drop).map_err(|refusal| {
        journal.as_mut().map(Journal::take_back);
        refusal.to_string()
    })
}
