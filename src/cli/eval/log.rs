//! The log of a study: a line for each debate, on the disk before the next is counted.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::played::PlayedRow;
use super::study::{Job, Plan, Spent};

/// No debate is written in more bytes.
const LONGEST: u64 = 1 << 28;

/// A log that is written to.
pub(super) struct Log {
    file: File,
    name: String,
    /// The last try of each debate, by its key; without its moves.
    rows: HashMap<String, PlayedRow>,
    /// By all lines together.
    spent: Spent,
}

impl Log {
    /// A log that was not there.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                bail!("{name} is there already: --resume goes on with it, or choose another name")
            }
            Err(e) => return Err(e).with_context(|| format!("{name}: cannot be written")),
        };
        Ok(Self { file, name, rows: HashMap::new(), spent: Spent::default() })
    }

    /// A log that is gone on with. A last line that was cut off is taken away.
    ///
    /// # Errors
    /// If it cannot be read, or has a line that is no debate of this study.
    pub(super) fn resumed(path: &Path, plan: &Plan, jobs: &[Job]) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.with_context(|| format!("{name}: cannot be gone on with"))?;
        if !file.metadata()?.is_file() {
            bail!("{name}: this is not a file");
        }
        let known: HashMap<&str, &Job> = jobs.iter().map(|job| (&*job.key, job)).collect();
        let mut reader = BufReader::new(&file);
        let (mut rows, mut spent) = (HashMap::new(), Spent::default());
        let (mut whole, mut number) = (0, 0);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? as u64;
            // Without an end of line it was being written when all stopped.
            if line.last() != Some(&b'\n') {
                break;
            }
            (whole, number) = (whole + read, number + 1);
            let row: PlayedRow = serde_json::from_slice(&line)
                .map_err(|e| anyhow::anyhow!("{name}: line {number} is no debate: {e}"))?;
            // A line says itself what its debate was: by its key alone it could say anything.
            if !known.get(&*row.key).is_some_and(|job| plan.row(job).is_of_one_debate(&row)) {
                bail!(
                    "{name}: line {number} is a debate of another study, or its players, programs \
                     or scenario changed since: {} with {}, seed {}",
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

    /// Whether a debate was played to its end.
    pub(super) fn has(&self, job: &Job) -> bool {
        self.rows.get(&job.key).is_some_and(|row| row.error.is_none())
    }

    /// What was played, each debate once, the last try of those that failed.
    pub(super) fn rows(&self) -> impl Iterator<Item = &PlayedRow> {
        self.rows.values()
    }

    /// What was spent, by failed tries too.
    pub(super) fn spent(&self) -> Spent {
        self.spent
    }

    /// Writes a debate; it is on the disk when this returns.
    pub(super) fn write(&mut self, row: PlayedRow) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&row)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("{}: cannot be written", self.name))?;
        self.spent = self.spent.and(row.spent);
        self.rows.insert(row.key.clone(), row.without_moves());
        Ok(())
    }
}
