//! What a person has won and lost, by scenario: one small file in the data folder.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The best result of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Played and lost, or the goal was missed.
    Lost,
    /// The goal was reached.
    Won,
}

/// A result of one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Result {
    /// The best so far.
    pub best: Outcome,
    /// How often it was played to the end.
    pub played: u32,
    /// The fewest hints used in a won debate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hints: Option<u32>,
}

/// All results.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    results: BTreeMap<String, Result>,
    path: Option<PathBuf>,
    /// Why the file could not be read; it is then left alone.
    pub fault: Option<String>,
}

impl Progress {
    /// Reads the results of a folder. A file that cannot be read is never overwritten: results are
    /// then kept in memory only, and `fault` says why.
    pub fn load(folder: Option<&Path>) -> Self {
        let Some(path) = folder.map(|f| f.join("results.yaml")) else { return Self::default() };
        match std::fs::read_to_string(&path) {
            Ok(text) => match serde_saphyr::from_str(&text) {
                Ok(results) => Self { results, path: Some(path), fault: None },
                Err(e) => {
                    let line = e.to_string().lines().next().unwrap_or_default().to_owned();
                    let fault = Some(format!("{}: {line}", path.display()));
                    Self { fault, ..Self::default() }
                }
            },
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                Self { path: Some(path), ..Self::default() }
            }
            Err(e) => Self { fault: Some(format!("{}: {e}", path.display())), ..Self::default() },
        }
    }

    /// The result of a scenario.
    pub fn of(&self, id: &str) -> Option<Result> {
        self.results.get(id).copied()
    }

    /// How many scenarios were won, and how many lost and never won.
    pub fn totals(&self) -> (usize, usize) {
        let won = self.results.values().filter(|r| r.best == Outcome::Won).count();
        (won, self.results.len() - won)
    }

    /// Notes a finished debate and writes the file.
    ///
    /// # Errors
    /// When it cannot be written; the result is remembered all the same.
    pub fn note(&mut self, id: &str, outcome: Outcome, hints: u32) -> std::io::Result<()> {
        let result = self.results.entry(id.to_owned()).or_insert(Result {
            best: outcome,
            played: 0,
            hints: None,
        });
        result.best = result.best.max(outcome);
        result.played = result.played.saturating_add(1);
        if outcome == Outcome::Won {
            result.hints = Some(result.hints.map_or(hints, |h| h.min(hints)));
        }
        self.write()
    }

    fn write(&self) -> std::io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let text = serde_yaml::to_string(&self.results).map_err(std::io::Error::other)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_result_is_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut progress = Progress::load(Some(folder.path()));
        progress.note("find-the-lie", Outcome::Won, 2).unwrap();
        progress.note("find-the-lie", Outcome::Lost, 0).unwrap();
        progress.note("lazy-bob", Outcome::Lost, 0).unwrap();
        let again = Progress::load(Some(folder.path()));
        let result = again.of("find-the-lie").unwrap();
        assert_eq!((result.best, result.played, result.hints), (Outcome::Won, 2, Some(2)));
        assert_eq!(again.totals(), (1, 1));
    }

    #[test]
    fn a_file_that_does_not_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.yaml");
        std::fs::write(&path, "find-the-lie: {best: great}\n").unwrap();
        let mut progress = Progress::load(Some(folder.path()));
        assert!(progress.fault.is_some());
        progress.note("lazy-bob", Outcome::Won, 0).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("great"));
        assert!(progress.of("lazy-bob").is_some());
    }
}
