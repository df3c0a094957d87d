//! The files of a debate: its journal, and its record in the archive.

use std::path::{Path, PathBuf};

use super::DebateSession;
use crate::debate::{NodeId, RecordEntry};
use crate::review::{GoalReview, People, rulings};
use crate::rules::Seat;
use crate::scenario::journal::{self, Journal};
use crate::scenario::{FileError, SafeText, Scenario, Verdict, archive, fs, open};
use crate::tui::clock;
use crate::work::CancelToken;

/// The limit of work for a value that a goal needs, when no player waits for the value.
const VALUE: u64 = 1_000;

impl DebateSession {
    /// Opens a journal to continue its debate. Returns the debate up to the first fault, and the fault if there is one.
    /// The damaged rest of the file goes to the bin.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or if another window uses it.
    pub fn from_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let opened = Journal::open(path).map_err(|e| e.reason_first())?;
        let (mut sitting, moves, wrong) = Self::as_far_as_right(path, opened.scenario.clone())?;
        let damage = wrong.or(opened.damage.as_ref().map(FileError::reason_first));
        sitting.journal = Some(opened.go_on_after(moves).map_err(|e| e.reason_first())?);
        Ok((sitting, damage))
    }

    /// Reads a journal as [`DebateSession::from_journal`] does, but neither locks nor changes it.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read.
    pub fn of_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let found = journal::read_journal(path).map_err(|e| e.reason_first())?;
        let (sitting, _, wrong) = Self::as_far_as_right(path, found.scenario)?;
        Ok((sitting, wrong.or(found.damage.map(|e| e.reason_first()))))
    }

    /// The debate of a journal up to its first illegal move, the number of legal lines, and the fault of the line after
    /// them.
    fn as_far_as_right(
        path: &Path,
        mut scenario: Scenario,
    ) -> Result<(Self, usize, Option<String>), String> {
        // From here on, the record holds the moves, so the scenario does not keep them.
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

    /// Starts a journal in this folder with the moves so far.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written. Each later move then tries again.
    pub fn keep_journal(&mut self, folder: &Path) -> Result<(), FileError> {
        self.unkept = Some(folder.to_owned());
        self.journal = Some(Journal::create(folder, &self.scenario, &*self.game)?);
        self.unkept = None;
        Ok(())
    }

    /// Returns `true` if the debate is saved nowhere because no journal could be started.
    pub fn is_unkept(&self) -> bool {
        self.unkept.is_some() && self.archived.is_none()
    }

    /// Writes the changed head of the journal, if there is a journal.
    pub(super) fn write_head(&mut self) -> Result<(), String> {
        if let (Some(chair), Some(attempt)) = (&self.chair, &self.scenario.attempt) {
            return chair.source.keep(chair, attempt);
        }
        let Some(old) = &self.journal else { return Ok(()) };
        // The head is at the start of the file, so a whole new journal replaces the old one.
        let folder = old.path().parent().map(Path::to_owned).unwrap_or_default();
        let new = Journal::create(&folder, &self.scenario, &*self.game);
        let old = self.journal.replace(new.map_err(unwritten)?);
        old.map_or(Ok(()), |old| old.discard().map_err(|e| e.to_string()))
    }

    /// Archives a shared debate as this person's attempt, if the debate ended while none of the person's screens showed
    /// it. Returns `true` if nothing is left to archive.
    ///
    /// # Errors
    /// Returns an error if the moves cannot be played, or if the archive cannot be written.
    pub fn keep_ended(&mut self, data: &Path) -> Result<bool, String> {
        self.catch_up()?;
        if self.outcome().is_none() || self.is_held() {
            return Ok(false);
        }
        // A person who has never begun the debate has no attempt.
        self.scenario.attempt = self.chair.as_ref().and_then(|chair| chair.source.attempt(chair));
        if self.scenario.attempt.is_none() || self.found_in(&archive::folder(data)) {
            return Ok(true);
        }
        let value = |node| self.game.honest_value(node, &CancelToken::limited(VALUE));
        let verdict = self.verdict(&value);
        self.archive(data, verdict, &clock::now())?;
        Ok(true)
    }

    /// The verdict on the goal, from the values of nodes. `Undecided` before the end.
    pub fn verdict(&self, value: &dyn Fn(NodeId) -> Option<f64>) -> Verdict {
        let (scenario, game) = (&self.scenario, &*self.game);
        let people = People::new(scenario, game);
        let wrong = rulings(scenario, game).ok().and_then(|all| all.into_iter().next());
        let token = CancelToken::for_frame();
        let goal = GoalReview::judge(scenario, game, &people, value, wrong.as_ref(), &token);
        goal.map_or(Verdict::Undecided, |goal| goal.verdict)
    }

    /// Archives a finished debate with its verdict. Later variations are added to the same record.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn archive(&mut self, data: &Path, verdict: Verdict, now: &str) -> Result<(), String> {
        if self.chair.is_some() && self.archived.is_none() {
            self.found_in(&archive::folder(data));
        }
        let taken_back = crate::review::queries_taken_back(&*self.game);
        let Some(attempt) = &mut self.scenario.attempt else { return Ok(()) };
        attempt.taken_back = taken_back;
        // If the debate was archived before, the time of its end does not change.
        if self.archived.is_none() || self.chair.is_none() {
            attempt.ended = SafeText::new(now).unwrap_or_default();
        }
        attempt.goal = Some(attempt.goal.map_or(verdict, |best| best.or(verdict)));
        self.write_archive(data)
    }

    /// Appearance for the debate in the archive and takes over its attempt. A shared debate needs this, because it has no
    /// journal here and its window may close after the end. Returns `true` if the archive has all moves of the debate.
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
    /// Returns an error if the record cannot be written.
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

    /// Returns `true` if the debate is in the archive, so that its journal is not needed.
    pub fn is_archived(&self) -> bool {
        self.archived.is_some()
    }

    /// Sets the archive file of this debate.
    pub fn from_archive(&mut self, path: PathBuf) {
        self.archived = Some(path);
    }

    /// The file of the journal. `None` if there is no journal.
    pub fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Goes back to the first `entries` entries of the record, because the later entries are saved nowhere.
    fn undo_behind(&mut self, entries: usize) -> Result<(), String> {
        let seats = Seat::each(|seat| self.game.seat_plan(seat));
        let mut game = self.game.restart(self.game.seed(), &seats)?;
        for entry in self.game.record().iter().take(entries) {
            game.apply(entry).map_err(|e| e.to_string())?;
        }
        self.game = game;
        // External programs know the removed entries, so the programs must start again.
        if let Some(outside) = &mut self.outside {
            outside.let_go();
        }
        Ok(())
    }

    /// Saves the debate in a new file. Returns a message.
    ///
    /// # Errors
    /// Returns an error if the file exists, or if it cannot be written.
    pub fn save(&self, path: &str) -> Result<String, String> {
        save_new(Path::new(path), &journal::played(&self.scenario, &*self.game))?;
        Ok(format!("saved as {path}"))
    }

    /// Removes the journal after the review of a finished debate.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be removed.
    pub fn remove_journal(&mut self) -> Result<(), String> {
        self.journal.take().map_or(Ok(()), |j| j.discard().map_err(|e| e.to_string()))
    }

    /// Brings the journal to the disk. If the journal's folder was removed, writes a new journal. If the disk fails,
    /// undoes the unsaved moves.
    pub(super) fn sync(&mut self) -> Result<(), String> {
        let Some(journal) = &mut self.journal else {
            if let Some(folder) = self.unkept.take() {
                // The debate continues without a journal, and `is_unkept` reports it.
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

/// Saves a record in a new file.
///
/// # Errors
/// Returns an error if the file exists, or if it cannot be written.
pub(in crate::tui) fn save_new(path: &Path, record: &Scenario) -> Result<(), String> {
    match fs::exists(path) {
        true => Err(format!("{} is there already: choose another name", path.display())),
        false => journal::save(path, record).map_err(|e| e.to_string()),
    }
}

/// The reason why a journal could not be written, without its long file name.
fn unwritten(error: FileError) -> String {
    format!("the journal {}", error.message)
}

/// Writes an entry to the journal, if there is one.
pub(super) fn keep(journal: &mut Option<Journal>, entry: &RecordEntry) -> Result<(), String> {
    journal.as_mut().map_or(Ok(()), |j| j.append(entry).map_err(unwritten))
}

/// Writes the next entry to the journal, and then calls the debate to take it. If the debate refuses the entry, removes
/// it from the journal.
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
