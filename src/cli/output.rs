//! Where results go, and how commands end.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use tempfile::NamedTempFile;
use unicode_width::UnicodeWidthStr;

use super::long::{is_stopped, spoken, tell_stopped};
use crate::scenario::printable;
use crate::work::Stopped;

/// So many bytes are written before Ctrl-C is looked for.
const AT_ONCE: usize = 1 << 16;

/// How a command ended: whether the thing it was asked about is right; or why it could not run.
pub type Ended = anyhow::Result<bool>;

/// Where results go, as the command line says.
#[derive(Clone, Debug, Default, Args)]
pub struct To {
    /// Write to this file instead of standard output: whole, or not at all.
    #[arg(short, long, alias = "save", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file that is there.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// How results are printed, as the command line says.
#[derive(Clone, Debug, Args)]
pub struct Print {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub to: To,
}

/// A place for results. A file appears only when [`Out::done`] is called.
pub struct Out(Destination);

enum Destination {
    /// Standard output.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A file beside the one that it will become, and whether it may replace one.
    File { file: BufWriter<NamedTempFile>, path: PathBuf, replaces: bool },
}

impl To {
    /// Opens the place, before the work is begun: what cannot be written is refused here.
    ///
    /// # Errors
    /// As [`Out::file`].
    pub fn open(&self) -> anyhow::Result<Out> {
        match &self.out {
            Some(path) => Out::file(path, self.force),
            None => Ok(Out(Destination::Standard(BufWriter::new(io::stdout().lock())))),
        }
    }

    /// Prints text as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&self, text: &str) -> Ended {
        self.open()?.text(text)
    }

    /// Prints a value as indented JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json(&self, value: &impl Serialize) -> Ended {
        self.open()?.json(value)
    }
}

/// A file's name, without its ending, for each of these names: letters and digits stay, and no two are
/// the same.
pub fn file_names(names: &[&str]) -> Vec<String> {
    let mut taken = HashSet::new();
    let plain = |name: &&str| -> String {
        name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
    };
    let free = |name: String| {
        let numbered = (2..).map(|n| format!("{name}_{n}"));
        let mut all = std::iter::once(name.clone()).chain(numbered);
        // Some file systems take a capital for its small letter.
        all.find(|name| taken.insert(name.to_lowercase())).unwrap_or_default()
    };
    names.iter().map(plain).map(free).collect()
}

/// A line for each row of cells, its columns as wide as what is in them; `numbers` stand at the right.
pub fn aligned(rows: &[Vec<String>], numbers: Range<usize>) -> Vec<String> {
    let widest = |i: usize| rows.iter().map(|row| row[i].width()).max().unwrap_or_default();
    let widths: Vec<_> = (0..rows.first().map_or(0, Vec::len)).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (text, width))| {
            let free = " ".repeat(width - text.width());
            if numbers.contains(&i) { format!("{free}{text}") } else { format!("{text}{free}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

impl Out {
    /// A file to be written. One that is there, and not empty, is replaced only by `force`.
    ///
    /// # Errors
    /// If it cannot be written, or is there already.
    pub fn file(path: &Path, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("{} cannot be written", path.display());
        let there = fs::metadata(path).ok();
        if let Some(there) = &there {
            if !there.is_file() {
                bail!("{}: this is not a file that can be replaced", cannot());
            }
            if there.len() > 0 && !force {
                bail!("{}", taken(path));
            }
            // Whoever may not write it may not replace it either.
            OpenOptions::new().append(true).open(path).with_context(cannot)?;
        }
        // A link is followed to the file that it means.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder).with_context(cannot)?;
        let file = tempfile::Builder::new()
            .permissions(there.as_ref().map_or(Permissions::from_mode(0o666), |f| f.permissions()))
            .tempfile_in(folder)
            // The error names the file that was to be moved there.
            .map_err(|e| io::Error::from(e.kind()))
            .with_context(cannot)?;
        let replaces = there.is_some();
        Ok(Self(Destination::File { file: BufWriter::new(file), path, replaces }))
    }

    /// Writes text as it is, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(mut self, text: &str) -> Ended {
        Whole::of(&mut self).write_all(text.as_bytes())?;
        self.done()
    }

    /// Writes a value as indented JSON, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json(mut self, value: &impl Serialize) -> Ended {
        serde_json::to_writer_pretty(Whole::of(&mut self), value).map_err(io::Error::from)?;
        self.write_all(b"\n")?;
        self.done()
    }

    /// Writes a value as a line of JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value)?;
        self.write_all(b"\n")
    }

    /// Writes cells as a line of CSV (RFC 4180, but lines end as on this machine).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
        let mut line = csv::Writer::from_writer(Vec::new());
        line.write_record(cells)?;
        Ok(self.write_all(&line.into_inner()?)?)
    }

    /// Everything was written.
    ///
    /// # Errors
    /// If it could not be.
    pub fn done(self) -> Ended {
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
                    io::ErrorKind::AlreadyExists => anyhow::anyhow!("{}", taken(&path)),
                    _ => anyhow::anyhow!("{} cannot be written: {}", path.display(), e.error),
                })?;
            }
        }
        Ok(true)
    }
}

/// What went wrong, of the file that was asked for: it is written under another name until it is whole.
fn unwritten(path: &Path, error: &io::Error) -> io::Error {
    let kind = error.kind();
    io::Error::new(kind, format!("{} cannot be written: {kind}", path.display()))
}

fn taken(path: &Path) -> String {
    format!("{} is there already: choose another name, or replace it with --force", path.display())
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        spoken();
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

/// Something long that is written in one go. If it was begun before Ctrl-C it is cut off by it; what is
/// begun after it is what was found, and comes to its end.
struct Whole<'a> {
    out: &'a mut Out,
    begun_stopped: bool,
}

impl<'a> Whole<'a> {
    fn of(out: &'a mut Out) -> Self {
        Self { out, begun_stopped: is_stopped() }
    }
}

impl Write for Whole<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_stopped() && !self.begun_stopped {
            return Err(io::Error::other(Stopped));
        }
        self.out.write(&bytes[..bytes.len().min(AT_ONCE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Says what went wrong, if anything, and how the command ends. A reader who has had enough
/// (`| head`) is no error.
pub fn exit_code(ended: Ended) -> ExitCode {
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
            // Whatever came of being stopped is no fault.
            if error.downcast_ref::<Stopped>().is_some() || is_stopped() {
                tell_stopped();
                return ExitCode::from(130);
            }
            // A closed standard error leaves nobody to tell.
            let _ = writeln!(io::stderr(), "elenchus: {}", printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
