//! How commands print and end.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use crate::scenario::printable;
use crate::work::Stopped;

/// How a command ended: whether the thing it was asked about is right; or why it could not run.
pub type Ended = anyhow::Result<bool>;

/// Prints text as it is.
pub fn text(text: &str) -> Ended {
    let mut out = io::stdout().lock();
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
    let mut out = io::stdout().lock();
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
            if error.downcast_ref::<Stopped>().is_some() {
                return ExitCode::from(130);
            }
            // A closed standard error leaves nobody to tell.
            let _ = writeln!(io::stderr(), "elenchus: {}", printable(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
