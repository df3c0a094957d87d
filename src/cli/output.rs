//! How commands print and end.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::long::{is_stopped, spoken};
use crate::scenario::printable;
use crate::work::Stopped;

/// So many bytes are written before Ctrl-C is looked for.
const AT_ONCE: usize = 1 << 16;

/// How a command ended: whether the thing it was asked about is right; or why it could not run.
pub type Ended = anyhow::Result<bool>;

/// Standard output. What was begun before Ctrl-C is cut off by it; what is begun after it is what was
/// found, and comes to its end.
struct Standard {
    out: BufWriter<StdoutLock<'static>>,
    begun_stopped: bool,
}

impl Standard {
    fn new() -> Self {
        Self { out: BufWriter::new(io::stdout().lock()), begun_stopped: is_stopped() }
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_stopped() && !self.begun_stopped {
            return Err(io::Error::other(Stopped));
        }
        spoken();
        self.out.write(&bytes[..bytes.len().min(AT_ONCE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints text as it is.
pub fn text(text: &str) -> Ended {
    let mut out = Standard::new();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(true)
}

/// Writes a file that is not there yet.
///
/// # Errors
/// If it is there, or cannot be written.
pub fn new_file(path: &Path, bytes: &[u8]) -> Ended {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    match written {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            anyhow::bail!("{} is there already: choose another name", path.display())
        }
        Err(e) => anyhow::bail!("{}: cannot be written: {e}", path.display()),
    }
}

/// Prints a value as indented JSON.
pub fn json(value: &impl Serialize) -> Ended {
    let mut out = Standard::new();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(true)
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
                return ExitCode::from(130);
            }
            // A closed standard error leaves nobody to tell.
            let _ = writeln!(io::stderr(), "elenchus: {}", printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
