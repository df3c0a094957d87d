//! The disk. Every change to a file that the program keeps is made here, so that tests can refuse a change,
//! cut a write short, or simulate a power failure after any change.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use crate::change::Change;
use crate::change::about_to;
use crate::fs::{self, File, Temp};

/// Opens a regular file for reading, or for reading and writing.
pub(crate) fn open(path: &Path, writes: bool) -> io::Result<File> {
    let file = fs::open(path, writes)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file")),
    }
}

/// An open file to which bytes are appended.
#[derive(Debug)]
pub(crate) struct AppendFile {
    file: File,
    path: PathBuf,
    /// The offset of the next write.
    at: u64,
}

impl AppendFile {
    /// Opens an existing file for reading and writing.
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

    /// Writes bytes after the bytes that were written last.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        write(&mut self.file, &self.path, self.at, bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Keeps only the first `len` bytes. The next write continues after them.
    pub(crate) fn cut(&mut self, len: u64) -> io::Result<()> {
        about_to(|| Change::Cut { file: self.path.clone(), len })?;
        self.file.set_len(len)?;
        self.at = self.file.seek(SeekFrom::Start(len))?;
        Ok(())
    }

    /// Waits until everything written is on the disk.
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

/// A file that gets its name only after all of it is on the disk. A file that never gets a name disappears when it is
/// dropped.
pub(crate) struct UnnamedFile {
    file: Temp,
    len: u64,
}

impl UnnamedFile {
    /// Makes an empty file in a folder, with the permissions `mode`, reduced by the umask. The file's name begins with
    /// `prefix` and ends with `.part`.
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

    /// Writes bytes after the bytes that were written last.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let path = self.file.path().to_owned();
        write(self.file.as_file_mut(), &path, self.len, bytes)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Gives the file its name, and waits until the file is on the disk under this name. If `replaces` is true, it may
    /// replace another file.
    pub(crate) fn place(self, path: &Path, replaces: bool) -> io::Result<AppendFile> {
        about_to(|| Change::Sync(self.path().to_owned()))?;
        self.file().sync_all()?;
        let open = self.name(path, replaces)?;
        sync_folder(folder_of(path))?;
        Ok(open)
    }

    /// Gives the file its name without waiting for the disk. If `replaces` is true, it may replace another file.
    pub(crate) fn name(self, path: &Path, replaces: bool) -> io::Result<AppendFile> {
        if !replaces && fs::is_taken(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        about_to(|| Change::Rename { from: self.path().to_owned(), to: path.to_owned() })?;
        let at = self.len;
        let placed =
            if replaces { self.file.persist(path) } else { self.file.persist_noclobber(path) };
        let file = placed.map_err(|e| e.error)?;
        Ok(AppendFile { file, path: path.to_owned(), at })
    }
}

/// Makes a folder and its missing parents, and waits until they are on the disk.
///
/// # Errors
/// Returns an error if a folder cannot be made.
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

/// Renames a file, also into another folder, and waits until both folders are on the disk.
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

/// Waits until the names in a folder are on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    about_to(|| Change::SyncFolder(folder.to_owned()))?;
    fs::sync_folder(folder)
}

/// The first of `stem.yaml`, `stem-2.yaml`, … that is free in a folder.
pub(crate) fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let (mut path, mut number) = (folder.join(format!("{stem}.yaml")), 1);
    while fs::is_taken(&path) {
        number += 1;
        path = folder.join(format!("{stem}-{number}.yaml"));
    }
    path
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
