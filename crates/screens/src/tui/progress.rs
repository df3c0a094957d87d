//! The player's results by scenario, in one small file in the data folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::scenario::disk::create_folders;
use crate::scenario::fs::File;
use crate::scenario::{files, library};

/// The best result of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BestOutcome {
    /// Lost, or the goal was not reached.
    Lost,
    /// The debate was played to the end, but Elenchus cannot decide if the goal was reached.
    Undecided,
    /// The player reached the goal by a guess.
    Guessed,
    /// The player reached the end of a debate that cannot be won.
    Held,
    /// The player reached the goal.
    Won,
}

impl BestOutcome {
    /// A word of at most four columns for the result. Blank if the scenario was not played.
    pub fn word(best: Option<Self>) -> &'static str {
        match best {
            Some(Self::Won) => "won ",
            Some(Self::Held) => "held",
            Some(Self::Guessed) => "luck",
            Some(Self::Undecided) => "?   ",
            Some(Self::Lost) => "lost",
            None => "    ",
        }
    }
}

/// The results of one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioResult {
    /// The best result so far.
    pub best: BestOutcome,
    /// The number of debates that reached the end.
    pub played: u32,
    /// The smallest number of hints in a won debate. The hints before its retries count too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hints: Option<u32>,
    /// The number of retries of that debate. If several won debates have that number of hints, the smallest number of
    /// retries.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub retries: Option<u32>,
}

/// All results.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    results: BTreeMap<String, ScenarioResult>,
    path: Option<PathBuf>,
    /// The reason why the file cannot be read. The file then stays unchanged.
    pub fault: Option<String>,
}

impl Progress {
    /// Reads the results in a folder. If the file cannot be read, `fault` says why, and new results stay in memory.
    pub fn load(folder: Option<&Path>) -> Self {
        let Some(path) = folder.map(|f| f.join("results.yaml")) else { return Self::default() };
        match read(&path) {
            Ok(results) => Self { results, path: Some(path), fault: None },
            Err(fault) => Self { fault: Some(fault), ..Self::default() },
        }
    }

    /// The results of the scenario with this name and title.
    pub fn result(&self, id: &str, title: &str) -> Option<ScenarioResult> {
        // Older versions wrote only the name.
        self.results.get(&key(id, title)).or_else(|| self.results.get(id)).copied()
    }

    /// Returns `true` if any debate was won.
    pub fn has_won(&self) -> bool {
        self.results.values().any(|result| result.best == BestOutcome::Won)
    }

    /// Adds a finished debate with its hints and retries, and writes the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The result stays in memory.
    pub fn note(
        &mut self,
        (id, title): (&str, &str),
        outcome: BestOutcome,
        (hints, retries): (u32, u32),
    ) -> std::io::Result<()> {
        let id = &key(id, title);
        let won = outcome == BestOutcome::Won;
        let now = ScenarioResult {
            best: outcome,
            // A retry continues a debate that was counted already.
            played: u32::from(retries == 0),
            hints: won.then_some(hints),
            retries: won.then_some(retries),
        };
        add(&mut self.results, id, now);
        let Some(path) = &self.path else { return Ok(()) };
        // The result is added to the file as it is now, because other windows also write to the file. A lock lets only
        // one window write at a time.
        create_folders(path.parent().unwrap_or(Path::new(".")))?;
        let lock = File::create(path.with_extension("lock"))?;
        // Some systems cannot lock files. Elenchus then writes without a lock.
        let _ = lock.lock();
        let mut results = read(path).map_err(std::io::Error::other)?;
        add(&mut results, id, now);
        files::keep(path, &results)?;
        self.results = results;
        Ok(())
    }
}

/// The key of a scenario's results. It contains the title, because two files can have the same name. A shipped debate
/// needs only its name.
pub fn key(id: &str, title: &str) -> String {
    if library::is_shipped(id) { id.to_owned() } else { format!("{id}: {title}") }
}

/// Adds a result to the earlier results of its scenario.
fn add(results: &mut BTreeMap<String, ScenarioResult>, id: &str, now: ScenarioResult) {
    let Some(before) = results.get_mut(id) else {
        results.insert(id.to_owned(), now);
        return;
    };
    before.best = before.best.max(now.best);
    before.played = before.played.saturating_add(now.played);
    // Older versions saved no retries.
    let wins = [*before, now].into_iter().filter_map(|r| Some((r.hints?, r.retries)));
    let best = wins.min_by_key(|&(hints, retries)| (hints, retries.unwrap_or(u32::MAX)));
    before.hints = best.map(|(hints, _)| hints);
    before.retries = best.and_then(|(_, retries)| retries);
}

/// The results in a file. Empty if there is no file.
fn read(path: &Path) -> std::result::Result<BTreeMap<String, ScenarioResult>, String> {
    Ok(files::yaml(path)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_result_is_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut progress = Progress::load(Some(folder.path()));
        progress.note(("find-the-lie", "T"), BestOutcome::Won, (2, 0)).unwrap();
        progress.note(("find-the-lie", "T"), BestOutcome::Lost, (0, 0)).unwrap();
        progress.note(("lazy-bob", "T"), BestOutcome::Lost, (0, 0)).unwrap();
        let again = Progress::load(Some(folder.path()));
        let result = again.result("find-the-lie", "T").unwrap();
        assert_eq!((result.best, result.played, result.hints), (BestOutcome::Won, 2, Some(2)));
        let best = |id| again.result(id, "T").map(|own| own.best);
        assert_eq!(best("lazy-bob"), Some(BestOutcome::Lost));
        assert_eq!(best("twins"), None);
    }

    #[test]
    fn a_win_after_a_retry_counts_the_hints_and_the_retries_before_it() {
        let mut progress = Progress::load(None);
        progress.note(("find-the-lie", "T"), BestOutcome::Lost, (2, 0)).unwrap();
        progress.note(("find-the-lie", "T"), BestOutcome::Won, (2, 1)).unwrap();
        let result = progress.result("find-the-lie", "T").unwrap();
        assert_eq!((result.played, result.hints, result.retries), (1, Some(2), Some(1)));
        progress.note(("find-the-lie", "T"), BestOutcome::Won, (2, 0)).unwrap();
        assert_eq!(progress.result("find-the-lie", "T").unwrap().retries, Some(0));
    }

    #[test]
    fn two_windows_keep_each_others_results() {
        let folder = tempfile::tempdir().unwrap();
        let mut windows = [(); 2].map(|()| Progress::load(Some(folder.path())));
        windows[0].note(("find-the-lie", "T"), BestOutcome::Won, (2, 0)).unwrap();
        windows[1].note(("lazy-bob", "T"), BestOutcome::Lost, (0, 0)).unwrap();
        windows[1].note(("find-the-lie", "T"), BestOutcome::Won, (1, 0)).unwrap();
        windows[0].note(("lazy-bob", "T"), BestOutcome::Won, (3, 0)).unwrap();
        let again = Progress::load(Some(folder.path()));
        for (id, hints) in [("find-the-lie", 1), ("lazy-bob", 3)] {
            let result = again.result(id, "T").unwrap();
            assert_eq!((result.best, result.played), (BestOutcome::Won, 2), "{id}");
            assert_eq!(result.hints, Some(hints), "{id}");
        }
    }

    #[test]
    fn two_files_of_one_name_are_two_debates_and_what_an_older_version_wrote_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.yaml");
        std::fs::write(&path, "old: {best: won, played: 1}\n").unwrap();
        let mut progress = Progress::load(Some(folder.path()));
        progress.note(("first", "Three alarms"), BestOutcome::Won, (0, 0)).unwrap();
        let best = |id, title| progress.result(id, title).map(|own| own.best);
        assert_eq!(best("first", "Three alarms"), Some(BestOutcome::Won));
        assert_eq!(best("first", "Another"), None);
        assert_eq!(best("old", "Any"), Some(BestOutcome::Won));
    }

    #[test]
    fn a_file_that_does_not_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.yaml");
        std::fs::write(&path, "find-the-lie: {best: great}\n").unwrap();
        let mut progress = Progress::load(Some(folder.path()));
        assert!(progress.fault.is_some());
        progress.note(("lazy-bob", "T"), BestOutcome::Won, (0, 0)).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("great"));
        assert!(progress.result("lazy-bob", "T").is_some());
    }
}
