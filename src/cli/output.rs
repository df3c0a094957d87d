//! The destination of results, and the exit code at the end of a command.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::progress::{begin_output, is_interrupted, is_stopped, warn_cancelled};
use crate::scenario::printable;
use crate::work::Cancelled;

/// The number of bytes between two checks for Ctrl-C.
const AT_ONCE: usize = 1 << 16;

/// The heading of the output options in the help.
pub const OUTPUT: &str = "Output";

/// The version of the schema of all JSON and CSV output. `docs/reference/output.schema.json` describes it. A new key or
/// column keeps the version. A version above means that a key has changed its meaning or is gone.
pub const SCHEMA_VERSION: u32 = 1;

/// An object with the version of its schema, which is its first key.
#[derive(Serialize)]
struct Versioned<'a, T> {
    schema: u32,
    #[serde(flatten)]
    value: &'a T,
}

impl<'a, T> Versioned<'a, T> {
    fn new(value: &'a T) -> Self {
        Self { schema: SCHEMA_VERSION, value }
    }
}

/// The JSON of a result, with the version of its schema.
///
/// # Errors
/// Returns an error if the result cannot be written as JSON.
pub fn versioned(value: &impl Serialize) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Versioned::new(value))
}

/// The indented JSON text of a result, in which the version of its schema comes first.
///
/// # Errors
/// Returns an error if the result cannot be written as JSON.
pub fn versioned_text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Versioned::new(value))
}

/// The result of a command: true if the file or record that it checked is right, false if it is wrong, or the reason
/// why the command could not run.
pub type CommandResult = anyhow::Result<bool>;

/// The destination of results, as the command line gives it.
#[derive(Clone, Debug, Default, Args)]
pub struct OutputArgs {
    /// Write the output to this file instead of standard output.
    ///
    /// The file appears only when it is complete. Example: --out result.txt
    #[arg(short, long, alias = "save", value_name = "FILE", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    pub force: bool,
}

/// The form and destination of results, as the command line gives them.
#[derive(Clone, Debug, Default, Args)]
pub struct PrintArgs {
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    #[command(flatten)]
    pub to: OutputArgs,
}

/// The format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Text for people.
    #[default]
    Text,
    /// CSV.
    Csv,
    /// CSV with a byte order mark, which Excel needs to read letters beyond ASCII.
    Excel,
    /// One JSON value.
    Json,
    /// JSON lines: one for each row.
    Jsonl,
}

/// The option for the format of a table, which all commands that print tables have.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct TableFormatArgs {
    /// The format of the output. The options --json and --csv are short forms.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT)]
    format: Option<TableFormat>,
}

impl TableFormatArgs {
    /// The format that this option or one of these short forms names.
    ///
    /// # Errors
    /// If several are given.
    pub fn or(self, short: &[(bool, TableFormat)]) -> anyhow::Result<TableFormat> {
        let short = short.iter().find(|(is_given, _)| *is_given).map(|&(_, format)| format);
        match (self.format, short) {
            (Some(_), Some(_)) => {
                bail!("--format and another option both choose the format. Leave one of them out")
            }
            (format, short) => Ok(format.or(short).unwrap_or_default()),
        }
    }
}

impl TableFormat {
    /// Returns whether it is a form of CSV.
    pub fn is_csv(self) -> bool {
        matches!(self, Self::Csv | Self::Excel)
    }

    /// The mark before the first line.
    pub fn mark(self) -> &'static str {
        if self == Self::Excel { "\u{feff}" } else { "" }
    }
}

/// A cell of CSV, changed so that no spreadsheet takes a text for a formula.
pub fn csv_text(text: String) -> String {
    let begins = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.len() > 1;
    if begins && text.parse::<f64>().is_err() { format!("'{text}") } else { text }
}

/// An open destination for results. A file appears only when [`OutputSink::done`] is called.
pub struct OutputSink(Destination);

enum Destination {
    /// Standard output.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A temporary file, the path that it will get, and `true` if it may replace a file at that path.
    File { file: BufWriter<NamedTempFile>, path: PathBuf, replaces: bool },
}

impl OutputArgs {
    /// Opens the destination. Call this before the work, so that a bad path is reported at once.
    ///
    /// # Errors
    /// Returns the same errors as [`OutputSink::file`].
    pub fn open(&self) -> anyhow::Result<OutputSink> {
        match &self.out {
            Some(path) => OutputSink::file(path, self.force),
            None => Ok(OutputSink(Destination::Standard(BufWriter::new(io::stdout().lock())))),
        }
    }

    /// Prints text as it is.
    ///
    /// # Errors
    /// Returns an error if the text cannot be written.
    pub fn text(&self, text: &str) -> CommandResult {
        self.open()?.text(text)
    }

    /// Prints an object as indented JSON, with the version of the schema.
    ///
    /// # Errors
    /// Returns an error if the object cannot be written.
    pub fn json(&self, value: &impl Serialize) -> CommandResult {
        self.open()?.json(value)
    }

    /// Prints a list, or another program's kind of JSON, without the version of the schema.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written.
    pub fn plain_json(&self, value: &impl Serialize) -> CommandResult {
        self.open()?.plain_json(value)
    }
}

/// Makes a file name without extension for each of these names. Letters, digits and `-` stay, and other characters
/// become `_`. No two file names are the same.
pub fn file_names(names: &[&str]) -> Vec<String> {
    let mut taken = HashSet::new();
    let plain = |name: &&str| -> String {
        name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
    };
    let free = |name: String| {
        let numbered = (2..).map(|n| format!("{name}_{n}"));
        let mut all = std::iter::once(name.clone()).chain(numbered);
        // Some file systems do not distinguish capital and small letters.
        all.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
    };
    names.iter().map(plain).map(free).collect()
}

impl OutputSink {
    /// Opens a file for writing. An existing file that is not empty is replaced only if `force` is true.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if it exists and may not be replaced.
    pub fn file(path: &Path, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let there = fs::metadata(path).ok();
        if let Some(there) = &there {
            if !there.is_file() {
                bail!("{}: it is not a regular file. Choose another name", cannot());
            }
            if there.len() > 0 && !force {
                bail!("{}", overwrite_refusal(path));
            }
            // The system lets a program replace a file if the program may write the folder. Elenchus also requires that
            // the program may write the file itself.
            OpenOptions::new().append(true).open(path).with_context(cannot)?;
        }
        // A symbolic link stays. The file to which it leads is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder).with_context(cannot)?;
        let file = tempfile::Builder::new()
            .permissions(there.as_ref().map_or(Permissions::from_mode(0o666), |f| f.permissions()))
            .tempfile_in(folder)
            // The original error names the temporary file, which would confuse the user.
            .map_err(|e| io::Error::from(e.kind()))
            .with_context(cannot)?;
        let replaces = there.is_some();
        Ok(Self(Destination::File { file: BufWriter::new(file), path, replaces }))
    }

    /// Writes text as it is, and closes the destination.
    ///
    /// # Errors
    /// Returns an error if the text cannot be written.
    pub fn text(mut self, text: &str) -> CommandResult {
        InterruptibleWriter::new(&mut self).write_all(text.as_bytes())?;
        self.done()
    }

    /// Writes an object as indented JSON with the version of the schema, and closes the destination.
    ///
    /// # Errors
    /// Returns an error if the object cannot be written.
    pub fn json(self, value: &impl Serialize) -> CommandResult {
        self.plain_json(&Versioned::new(value))
    }

    /// Writes a value as indented JSON, and closes the destination.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written.
    pub fn plain_json(mut self, value: &impl Serialize) -> CommandResult {
        self.indented(value)?;
        self.done()
    }

    /// Writes an object as indented JSON with the version of the schema.
    ///
    /// # Errors
    /// Returns an error if the object cannot be written.
    pub fn json_object(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.indented(&Versioned::new(value))
    }

    fn indented(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(InterruptibleWriter::new(self), value)?;
        self.write_all(b"\n")
    }

    /// Writes an object as a line of JSON, with the version of the schema.
    ///
    /// # Errors
    /// Returns an error if the object cannot be written.
    pub fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, &Versioned::new(value))?;
        self.write_all(b"\n")
    }

    /// Writes cells as a line of CSV (RFC 4180, but lines end with `\n`).
    ///
    /// # Errors
    /// Returns an error if the cells cannot be written.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
        let mut line = csv::Writer::from_writer(Vec::new());
        line.write_record(cells.into_iter().map(csv_text))?;
        Ok(self.write_all(&line.into_inner()?)?)
    }

    /// Closes the destination. A file gets its name now.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written, or if a file with this name exists by now.
    pub fn done(self) -> CommandResult {
        match self.0 {
            Destination::Standard(mut out) => out.flush()?,
            Destination::File { file, path, replaces } => {
                let file = file.into_inner().map_err(|e| unwritten(&path, e.error()))?;
                file.as_file().sync_all().map_err(|e| unwritten(&path, &e))?;
                let placed = match replaces {
                    true => file.persist(&path),
                    false => file.persist_noclobber(&path),
                };
                placed.map_err(|e| match e.error.kind() {
                    io::ErrorKind::AlreadyExists => anyhow::anyhow!("{}", overwrite_refusal(&path)),
                    _ => anyhow::anyhow!("cannot write {}: {}", path.display(), e.error),
                })?;
            }
        }
        Ok(true)
    }
}

/// An error that names the path from the user in place of the path of the temporary file.
fn unwritten(path: &Path, error: &io::Error) -> io::Error {
    let kind = error.kind();
    io::Error::new(kind, format!("cannot write {}: {kind}", path.display()))
}

fn overwrite_refusal(path: &Path) -> String {
    format!("{} exists already. Choose another name, or replace it with --force", path.display())
}

impl Write for OutputSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        begin_output();
        match &mut self.0 {
            Destination::Standard(out) => out.write(bytes),
            Destination::File { file, path, .. } => {
                file.write(bytes).map_err(|e| unwritten(path, &e))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Destination::Standard(out) => out.flush(),
            Destination::File { file, .. } => file.flush(),
        }
    }
}

/// A writer for a long text. If the text was begun before Ctrl-C, Ctrl-C cuts it off. If it was begun after Ctrl-C, it
/// has the partial results, and is written to its end.
struct InterruptibleWriter<'a> {
    out: &'a mut OutputSink,
    begun_stopped: bool,
}

impl<'a> InterruptibleWriter<'a> {
    fn new(out: &'a mut OutputSink) -> Self {
        Self { out, begun_stopped: is_interrupted() }
    }
}

impl Write for InterruptibleWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_interrupted() && !self.begun_stopped {
            return Err(io::Error::other(Cancelled));
        }
        self.out.write(&bytes[..bytes.len().min(AT_ONCE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The exit code of a command. If the command failed, prints the error. If the reader of the output stops early, as `|
/// head` does, that is no error.
pub fn exit_code(ended: CommandResult) -> ExitCode {
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            let closed = error
                .chain()
                .filter_map(|cause| cause.downcast_ref::<io::Error>())
                .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
            if closed {
                return ExitCode::SUCCESS;
            }
            // After a stop, any error can follow from the stop, so no error is reported.
            if error.downcast_ref::<Cancelled>().is_some() || is_stopped() {
                return ExitCode::from(warn_cancelled());
            }
            // If standard error is closed, nobody can read this.
            let _ = writeln!(io::stderr(), "elenchus: {}", printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
