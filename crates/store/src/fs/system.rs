//! Access to the files of the operating system.

use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::OFlags;

pub use std::fs::{File, create_dir, read_link, remove_file, rename};
pub(crate) use std::fs::{Metadata, Permissions};
pub(crate) use tempfile::NamedTempFile as Temp;

/// Returns `true` if this name leads to a file or folder.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Returns `true` if this name leads to a file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns `true` if this name leads to a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns `true` if a name is taken. A broken link also takes a name.
pub(crate) fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Lists the paths in a folder. Empty if the folder cannot be read.
pub(crate) fn list(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|file| file.path()).collect()
}

/// The time of a file's last change.
pub(crate) fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// Makes a new file.
///
/// # Errors
/// Returns an error if the file exists or cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    io::Write::write_all(&mut file, bytes)
}

/// Opens a file for reading, or for reading and writing. Does not wait for the other end of a pipe.
pub(crate) fn open(path: &Path, writes: bool) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(writes).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
}

/// Makes an empty file with a unique name and the permissions `mode`, reduced by the umask.
pub(crate) fn temporary(folder: &Path, prefix: &str, mode: u32) -> io::Result<Temp> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(".part").permissions(Permissions::from_mode(mode));
    builder.tempfile_in(folder)
}

/// Waits until the names in a folder are on the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// A file's metadata. `None` if the file does not exist.
pub(crate) fn metadata(path: &Path) -> Option<Metadata> {
    path.metadata().ok()
}

/// The process that holds the lock of a file. `None` if the system does not say.
#[must_use]
pub fn lock_holder(file: &File) -> Option<u32> {
    let inode = file.metadata().ok()?.ino();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    // A line is such as `3: FLOCK  ADVISORY  WRITE 708 08:01:123456 0 EOF`.
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let named = words.get(5)?.rsplit(':').next()?.parse::<u64>().ok()?;
        (named == inode && words[1] == "FLOCK").then(|| words[4].parse().ok())?
    })
}

/// Returns `true` if the open file is the one that this name leads to.
pub fn is_at(file: &File, path: &Path) -> bool {
    let is = |metadata: Metadata| (metadata.dev(), metadata.ino());
    path.metadata().ok().map(is) == file.metadata().ok().map(is)
}

/// Fills a buffer with the first bytes of a file.
pub(crate) fn read_from_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    file.read_exact_at(bytes, 0)
}
