//! The disk. Every change to a file that the program keeps goes through here, so that tests can refuse
//! one, tear it, or write all of them down and let the power fail after any.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use crate::change::Change;
use crate::change::about_to;
use crate::fs::{self, File, Temp};

/// A regular file, to be read, or also written.
pub(crate) fn open(path: &Path, writes: bool) -> io::Result<File> {
    let file = fs::open(path, writes)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file")),
    }
}

/// An open file that grows.
#[derive(Debug)]
pub(crate) struct Open {
    file: File,
    path: PathBuf,
    /// Where the next bytes are written.
    at: u64,
}

impl Open {
    /// A file that is there, to be read and written.
    pub(crate) fn existing(path: &Path) -> io::Result<Self> {
        let file = open(path, true)?;
        Ok(Self { file, path: path.to_owned(), at: 0 })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Writes behind what was written last.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        write(&mut self.file, &self.path, self.at, bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Leaves only the first `len` bytes; the next are written behind them.
    pub(crate) fn cut(&mut self, len: u64) -> io::Result<()> {
        about_to(|| Change::Cut { file: self.path.clone(), len })?;
        self.file.set_len(len)?;
        self.at = self.file.seek(SeekFrom::Start(len))?;
        Ok(())
    }

    /// Returns when everything written has reached the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        about_to(|| Change::Sync(self.path.clone()))?;
        self.file.sync_data()
    }
}

fn write(file: &mut File, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
    let change = || Change::Write { file: path.to_owned(), at, bytes: bytes.to_owned() };
    let through = about_to(change)?.min(bytes.len());
    file.write_all(&bytes[..through])?;
    if through < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
}

/// A file on its way: it gets its name when all of it has reached the disk. One that gets none is
/// gone.
pub(crate) struct UnnamedFile {
    file: Temp,
    len: u64,
}

impl UnnamedFile {
    /// An empty file in a folder that others may read as far as `mode` and the umask let them. Its
    /// name begins with `prefix` and ends with `.part`.
    pub(crate) fn new(folder: &Path, prefix: &str, mode: u32) -> io::Result<Self> {
        let file = fs::temporary(folder, prefix, mode)?;
        about_to(|| Change::Create(file.path().to_owned()))?;
        Ok(Self { file, len: 0 })
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes behind what was written last.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let path = self.file.path().to_owned();
        write(self.file.as_file_mut(), &path, self.len, bytes)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Gives it its name, over a file that has it if `replaces`; it is on the disk under this name
    /// when this returns.
    pub(crate) fn place(self, path: &Path, replaces: bool) -> io::Result<Open> {
        about_to(|| Change::Sync(self.path().to_owned()))?;
        self.file().sync_all()?;
        let open = self.name(path, replaces)?;
        sync_folder(folder_of(path))?;
        Ok(open)
    }

    /// Gives it its name, over a file that has it if `replaces`, and does not wait for the disk.
    pub(crate) fn name(self, path: &Path, replaces: bool) -> io::Result<Open> {
        if !replaces && fs::is_taken(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        about_to(|| Change::Rename { from: self.path().to_owned(), to: path.to_owned() })?;
        let at = self.len;
        let placed =
            if replaces { self.file.persist(path) } else { self.file.persist_noclobber(path) };
        let file = placed.map_err(|e| e.error)?;
        Ok(Open { file, path: path.to_owned(), at })
    }
}

/// Makes a folder, and those that it is in, where they are not there yet; they are on the disk when
/// this returns.
///
/// # Errors
/// If one cannot be made.
pub fn create_folders(path: &Path) -> io::Result<()> {
    if fs::is_folder(path) {
        return Ok(());
    }
    create_folders(folder_of(path))?;
    about_to(|| Change::CreateFolder(path.to_owned()))?;
    match fs::create_dir(path) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
        _ => sync_folder(folder_of(path)),
    }
}

/// Gives a file another name, in another folder perhaps; both folders have reached the disk when this
/// returns.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    about_to(|| Change::Rename { from: from.to_owned(), to: to.to_owned() })?;
    fs::rename(from, to)?;
    sync_folder(folder_of(to))?;
    sync_folder(folder_of(from))
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    about_to(|| Change::Remove(path.to_owned()))?;
    fs::remove_file(path)
}

/// Returns when the names in a folder have reached the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    about_to(|| Change::SyncFolder(folder.to_owned()))?;
    fs::sync_folder(folder)
}

/// The first of `stem.yaml`, `stem-2.yaml`, … that is no name in a folder.
pub(crate) fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let (mut path, mut number) = (folder.join(format!("{stem}.yaml")), 1);
    while fs::is_taken(&path) {
        number += 1;
        path = folder.join(format!("{stem}-{number}.yaml"));
    }
    path
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
