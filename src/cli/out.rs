//! Where results go: standard output, or a file that is written whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use super::long::spoken;

/// A place for results. A file appears only when [`Out::done`] is called.
pub enum Out {
    /// Standard output.
    Standard(BufWriter<io::StdoutLock<'static>>),
    /// A file beside the one that it will become.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Out {
    /// Opens it, before the work is begun: what cannot be written is refused here.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(file: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = file else {
            return Ok(Self::Standard(BufWriter::new(io::stdout().lock())));
        };
        let cannot = || format!("{} cannot be written", path.display());
        if path.exists() && !path.is_file() {
            bail!("{}: this is not a file that can be replaced", cannot());
        }
        if path.exists() {
            // Whoever may not write it may not replace it either.
            fs::OpenOptions::new().append(true).open(path).with_context(cannot)?;
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|e| e.raw_os_error().map_or(e, io::Error::from_raw_os_error))
            .with_context(cannot)?;
        Ok(Self::File(BufWriter::new(file), path.to_owned()))
    }

    /// Everything was written.
    ///
    /// # Errors
    /// If it could not be.
    pub fn done(self) -> anyhow::Result<()> {
        match self {
            Self::Standard(mut out) => Ok(out.flush()?),
            Self::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                file.persist(&path)
                    .map_err(|e| e.error)
                    .with_context(|| format!("{} cannot be written", path.display()))?;
                Ok(())
            }
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        spoken();
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(out, _) => out.flush(),
        }
    }
}
