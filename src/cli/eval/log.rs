//! The log of a study: a line for each debate, which is on the disk before the debate counts. One study
//! at a time writes a log.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::study::{StudyDebate, StudyPlan, TokenUsage};
use super::study_debate::PlayedRow;
use crate::scenario::fs::{is_at, lock_holder};
use crate::scenario::lock::lock_exclusive;
use crate::text::number::plural;

/// The largest size of a line, in bytes.
const LONGEST: u64 = 1 << 28;

/// A log that is open for writing.
pub(super) struct StudyLog {
    file: File,
    name: String,
    /// The last attempt at each debate, without its moves. The map's keys are the keys of the debates.
    rows: HashMap<String, PlayedRow>,
    /// The tokens and the cost of all lines together.
    spent: TokenUsage,
}

impl StudyLog {
    /// Checks that a new log can be made here, before anything is played for it.
    ///
    /// # Errors
    /// Returns an error if the file exists.
    pub(super) fn check_new(path: &Path) -> anyhow::Result<()> {
        match path.exists() {
            true => bail!(
                "{} exists already. Continue it with --resume, or choose another name",
                path.display()
            ),
            false => Ok(()),
        }
    }

    /// Creates a log.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                bail!("{name} exists already. Continue it with --resume, or choose another name")
            }
            Err(e) => return Err(e).with_context(|| format!("cannot write {name}")),
        };
        lock(&file, &name)?;
        Ok(Self { file, name, rows: HashMap::new(), spent: TokenUsage::default() })
    }

    /// Opens a log to continue it. Lines that are no debate, such as an incomplete last line after a
    /// crash, move to a file with the ending `.broken`. Standard error says so.
    ///
    /// # Errors
    /// Returns an error if another study writes the log, if the log cannot be read, if none of its lines
    /// is a debate, or if a line belongs to another study. The log is then unchanged.
    pub(super) fn resumed(
        path: &Path,
        plan: &StudyPlan,
        jobs: &[StudyDebate],
    ) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let mut file = opened.with_context(|| format!("cannot continue {name}"))?;
        if !file.metadata()?.is_file() {
            bail!("{name} is not a regular file. Choose another name for the log");
        }
        lock(&file, &name)?;
        if !is_at(&file, path) {
            bail!("another Elenchus replaced {name} just now. Try again");
        }
        let known: HashMap<&str, &StudyDebate> = jobs.iter().map(|job| (&*job.key, job)).collect();
        let mut reader = BufReader::new(&file);
        let (mut rows, mut spent) = (HashMap::new(), TokenUsage::default());
        let (mut good, mut broken) = (Vec::new(), Vec::<Vec<u8>>::new());
        for number in 1.. {
            let mut line = Vec::new();
            if reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            // A crash can cut off the end of a line.
            let whole = line.last() == Some(&b'\n');
            let row = whole.then(|| serde_json::from_slice::<PlayedRow>(&line).ok()).flatten();
            let Some(row) = row else {
                broken.push(line);
                continue;
            };
            // The key alone could be wrong, so all the fields that identify a debate are compared.
            if !known.get(&*row.key).is_some_and(|job| plan.row(job).is_of_one_debate(&row)) {
                bail!(
                    "{name}: line {number} does not belong to this study: {} with {}, seed {}. It \
                     is from another study, or a scenario, player or program has changed since. \
                     Choose another log",
                    row.scenario,
                    row.cast,
                    row.seed
                );
            }
            spent = spent.and(row.spent);
            rows.insert(row.key.clone(), row.without_moves());
            good.extend(line);
        }
        if !broken.is_empty() {
            // A file that is not a log also has complete lines, but none of them is a debate.
            if rows.is_empty() && broken.iter().any(|line| line.ends_with(b"\n")) {
                bail!("{name}: no line is a debate, so this is not a log. Choose another name");
            }
            file = set_aside(path, &good, &broken)?;
        }
        Ok(Self { file, name, rows, spent })
    }

    /// True if the log has this debate, played to its end.
    pub(super) fn has(&self, job: &StudyDebate) -> bool {
        self.rows.get(&job.key).is_some_and(|row| row.error.is_none())
    }

    /// The rows, one for each debate. If all attempts at a debate failed, its row is the last attempt.
    pub(super) fn rows(&self) -> impl Iterator<Item = &PlayedRow> {
        self.rows.values()
    }

    /// The tokens and the cost so far, including failed attempts.
    pub(super) fn spent(&self) -> TokenUsage {
        self.spent
    }

    /// Writes the line of a debate. The line is on the disk when this returns.
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

/// Locks a log until it is closed.
fn lock(file: &File, name: &str) -> anyhow::Result<()> {
    if lock_exclusive(file) {
        return Ok(());
    }
    let holder = lock_holder(file).map_or(String::new(), |id| format!(" (process {id})"));
    bail!("another Elenchus{holder} writes {name}. Wait until it ends, or choose another log")
}

/// Appends the broken lines to a file beside the log, and replaces the log by its good lines. Returns the
/// new log, which is open and locked.
fn set_aside(path: &Path, good: &[u8], broken: &[Vec<u8>]) -> anyhow::Result<File> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".broken");
    let aside = PathBuf::from(aside);
    let cannot = || format!("cannot write {}", aside.display());
    let mut kept =
        OpenOptions::new().append(true).create(true).open(&aside).with_context(cannot)?;
    for line in broken {
        kept.write_all(line).with_context(cannot)?;
        if !line.ends_with(b"\n") {
            kept.write_all(b"\n").with_context(cannot)?;
        }
    }
    kept.sync_all().with_context(cannot)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let cannot = || format!("cannot write {}", path.display());
    let mut new =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
    new.write_all(good).with_context(cannot)?;
    new.as_file().set_permissions(std::fs::metadata(path)?.permissions())?;
    new.as_file().sync_all().with_context(cannot)?;
    // The new file is locked before it has its name, so no other study can take it.
    let locked = OpenOptions::new().append(true).open(new.path()).with_context(cannot)?;
    lock(&locked, &path.display().to_string())?;
    new.persist(path).map_err(|e| e.error).with_context(cannot)?;
    eprintln!(
        "elenchus: moved {} without a debate from {} to {}",
        plural(broken.len() as u64, "line", "lines"),
        path.display(),
        aside.display()
    );
    Ok(locked)
}
