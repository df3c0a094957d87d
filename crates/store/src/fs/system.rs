//! The files of the system.

use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::OFlags;

pub use std::fs::{File, create_dir, read_link, remove_file, rename};
pub(crate) use std::fs::{Metadata, Permissions};
pub(crate) use tempfile::NamedTempFile as Temp;

/// Whether something is there that can be reached under this name.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a file is there.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether a folder is there.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Whether a name is taken, also by a link to nothing.
pub(crate) fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// What is in a folder; nothing if it cannot be read.
pub(crate) fn list(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|file| file.path()).collect()
}

/// When a file was changed last.
pub(crate) fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// Makes a file that is not there yet.
///
/// # Errors
/// If it is, or cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    io::Write::write_all(&mut file, bytes)
}

/// Opens a file to be read, or also to be written. A pipe is not waited for that nobody writes to.
pub(crate) fn open(path: &Path, writes: bool) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(writes).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
}

/// An empty file under a name of its own, that others may read as far as `mode` and the umask let them.
pub(crate) fn temporary(folder: &Path, prefix: &str, mode: u32) -> io::Result<Temp> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(".part").permissions(Permissions::from_mode(mode));
    builder.tempfile_in(folder)
}

/// Returns when the names in a folder have reached the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Who may read a file, if it is there.
pub(crate) fn metadata(path: &Path) -> Option<Metadata> {
    path.metadata().ok()
}

/// Whether the open file is the one of this name.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let is = |metadata: Metadata| (metadata.dev(), metadata.ino());
    path.metadata().ok().map(is) == file.metadata().ok().map(is)
}

/// The bytes of a file from its beginning.
pub(crate) fn read_from_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    file.read_exact_at(bytes, 0)
}
