//! The log of a study: a line for each debate, which is on the disk before the debate counts.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::study::{StudyDebate, StudyPlan, TokenUsage};
use super::study_debate::PlayedRow;

/// The largest size of a line, in bytes.
const LONGEST: u64 = 1 << 28;

/// A log that is open for writing.
pub(super) struct StudyLog {
    file: File,
    name: String,
    /// The last try of each debate without its moves, by its key.
    rows: HashMap<String, PlayedRow>,
    /// The tokens and the cost of all lines together.
    spent: TokenUsage,
}

impl StudyLog {
    /// Creates a log.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                bail!("{name} exists already. Continue it with --resume, or choose another name")
            }
            Err(e) => return Err(e).with_context(|| format!("cannot write {name}")),
        };
        Ok(Self { file, name, rows: HashMap::new(), spent: TokenUsage::default() })
    }

    /// Opens a log to continue it. An incomplete last line is removed.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is not a debate of this study.
    pub(super) fn resumed(
        path: &Path,
        plan: &StudyPlan,
        jobs: &[StudyDebate],
    ) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.with_context(|| format!("cannot continue {name}"))?;
        if !file.metadata()?.is_file() {
            bail!("{name} is not a regular file. Choose another name for the log");
        }
        let known: HashMap<&str, &StudyDebate> = jobs.iter().map(|job| (&*job.key, job)).collect();
        let mut reader = BufReader::new(&file);
        let (mut rows, mut spent) = (HashMap::new(), TokenUsage::default());
        let (mut whole, mut number) = (0, 0);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? as u64;
            // A crash cut off a line without an end.
            if line.last() != Some(&b'\n') {
                break;
            }
            (whole, number) = (whole + read, number + 1);
            let row: PlayedRow = serde_json::from_slice(&line)
                .map_err(|e| anyhow::anyhow!("{name}: line {number} is not a debate: {e}"))?;
            // The key alone could be wrong, so all the fields that identify a debate are compared.
            if !known.get(&*row.key).is_some_and(|job| plan.row(job).is_of_one_debate(&row)) {
                bail!(
                    "{name}: line {number} does not belong to this study: {} with {}, seed {}. It \
                     is from another study, or a scenario, player or program changed since. \
                     Choose another log",
                    row.scenario,
                    row.cast,
                    row.seed
                );
            }
            spent = spent.and(row.spent);
            rows.insert(row.key.clone(), row.without_moves());
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, name, rows, spent })
    }

    /// True if the log has this debate with its end.
    pub(super) fn has(&self, job: &StudyDebate) -> bool {
        self.rows.get(&job.key).is_some_and(|row| row.error.is_none())
    }

    /// Each debate once. If all its tries failed, this is the last one.
    pub(super) fn rows(&self) -> impl Iterator<Item = &PlayedRow> {
        self.rows.values()
    }

    /// The tokens and the cost so far, including failed tries.
    pub(super) fn spent(&self) -> TokenUsage {
        self.spent
    }

    /// Writes a debate. It is on the disk when this returns.
    pub(super) fn write(&mut self, row: PlayedRow) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&row)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.name))?;
        self.spent = self.spent.and(row.spent);
        self.rows.insert(row.key.clone(), row.without_moves());
        Ok(())
    }
}
