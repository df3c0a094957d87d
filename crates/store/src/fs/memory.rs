//! Files in memory, for a browser. The page calls [`changes`] and saves the files that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file or folder.
#[derive(Clone, Debug)]
enum Stored {
    Folder,
    File(Content),
}

/// The content of a file, shared by everything that has it open.
type Content = Arc<Mutex<Bytes>>;

#[derive(Debug, Default)]
struct Bytes {
    bytes: Vec<u8>,
    /// `true` if the content changed since the last call of [`changes`].
    is_new: bool,
    /// The number of the content's last change. Later changes have larger numbers.
    changed: u64,
    /// `true` if an open file holds the lock.
    is_locked: bool,
}

#[derive(Debug)]
struct Files {
    nodes: BTreeMap<PathBuf, Stored>,
    /// The names that disappeared since the last call of [`changes`].
    gone: BTreeSet<PathBuf>,
    changes: u64,
}

static FILES: Mutex<Files> =
    Mutex::new(Files { nodes: BTreeMap::new(), gone: BTreeSet::new(), changes: 0 });

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A changed file and its content. `None` if the file was removed.
pub type FileChange = (PathBuf, Option<Vec<u8>>);

/// The files that changed since the last call, sorted by name.
pub fn changes() -> Vec<FileChange> {
    let mut files = locked(&FILES);
    let gone = std::mem::take(&mut files.gone);
    let mut changes: Vec<FileChange> = gone.into_iter().map(|path| (path, None)).collect();
    for (path, node) in &files.nodes {
        if let Stored::File(content) = node {
            let mut content = locked(content);
            if std::mem::take(&mut content.is_new) {
                changes.push((path.clone(), Some(content.bytes.clone())));
            }
        }
    }
    changes
}

/// Restores a saved file and its folders. This does not count as a change.
pub fn put(path: &Path, bytes: Vec<u8>) {
    let mut files = locked(&FILES);
    for folder in path.ancestors().skip(1) {
        files.nodes.entry(folder.to_owned()).or_insert(Stored::Folder);
    }
    files.changes += 1;
    let changed = files.changes;
    let content = Bytes { bytes, changed, ..Bytes::default() };
    files.nodes.insert(path.to_owned(), Stored::File(Arc::new(Mutex::new(content))));
}

impl Files {
    fn node(&self, path: &Path) -> io::Result<&Stored> {
        match self.nodes.get(path) {
            Some(node) => Ok(node),
            // The top folder has no name.
            None if path.as_os_str().is_empty() || path == Path::new(".") => Ok(&Stored::Folder),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn file(&self, path: &Path) -> io::Result<Content> {
        match self.node(path)? {
            Stored::File(content) => Ok(Arc::clone(content)),
            Stored::Folder => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    /// Adds a file or folder under a free name in an existing folder.
    fn add(&mut self, path: &Path, node: Stored) -> io::Result<()> {
        if self.node(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if !matches!(self.node(path.parent().unwrap_or(Path::new("")))?, Stored::Folder) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        self.nodes.insert(path.to_owned(), node);
        Ok(())
    }

    fn remove(&mut self, path: &Path) -> io::Result<Content> {
        let content = self.file(path)?;
        self.nodes.remove(path);
        self.gone.insert(path.to_owned());
        Ok(content)
    }
}

/// Returns `true` if a file or folder has this name.
pub fn exists(path: &Path) -> bool {
    locked(&FILES).node(path).is_ok()
}

/// Returns `true` if a file has this name.
pub fn is_file(path: &Path) -> bool {
    locked(&FILES).file(path).is_ok()
}

/// Returns `true` if a folder has this name.
pub fn is_folder(path: &Path) -> bool {
    matches!(locked(&FILES).node(path), Ok(Stored::Folder))
}

/// Returns `true` if a name is taken.
pub(crate) fn is_taken(path: &Path) -> bool {
    exists(path)
}

/// Lists the paths in a folder.
pub(crate) fn list(folder: &Path) -> Vec<PathBuf> {
    let files = locked(&FILES);
    let inside = files.nodes.keys().filter(|path| path.parent() == Some(folder));
    inside.cloned().collect()
}

/// The number of a file's last change. It grows with every change.
pub(crate) fn changed(path: &Path) -> Option<u64> {
    let content = locked(&FILES).file(path).ok()?;
    let changed = locked(&content).changed;
    Some(changed)
}

/// Makes a folder.
///
/// # Errors
/// Returns an error if the name is taken, or the parent folder does not exist.
pub fn create_dir(path: &Path) -> io::Result<()> {
    locked(&FILES).add(path, Stored::Folder)
}

/// Makes a new file.
///
/// # Errors
/// Returns an error if the file exists, or if its folder does not exist.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create(path)?.write_all(bytes)
}

fn create(path: &Path) -> io::Result<File> {
    let content = Content::default();
    locked(&FILES).add(path, Stored::File(Arc::clone(&content)))?;
    let file = File::new(content);
    file.change(|_| {});
    Ok(file)
}

/// Removes a file.
///
/// # Errors
/// Returns an error if there is no such file.
pub fn remove_file(path: &Path) -> io::Result<()> {
    locked(&FILES).remove(path).map(|_| ())
}

/// Renames a file, and replaces a file that has the new name.
///
/// # Errors
/// Returns an error if there is no such file.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let mut files = locked(&FILES);
    let content = files.remove(from)?;
    locked(&content).is_new = true;
    files.gone.remove(to);
    files.nodes.insert(to.to_owned(), Stored::File(content));
    Ok(())
}

/// Fails, because there are no links in memory.
///
/// # Errors
/// Always returns an error.
pub fn read_link(_: &Path) -> io::Result<PathBuf> {
    Err(io::ErrorKind::InvalidInput.into())
}

/// An open file.
#[derive(Debug)]
pub struct File {
    content: Content,
    at: AtomicU64,
    has_lock: AtomicBool,
}

/// Opens a file for reading and writing.
pub(crate) fn open(path: &Path, _writes: bool) -> io::Result<File> {
    Ok(File::new(locked(&FILES).file(path)?))
}

/// The metadata of a file in memory, which has no permissions.
#[derive(Clone, Debug)]
pub(crate) struct Metadata;

impl Metadata {
    pub(crate) fn permissions(&self) {}

    pub(crate) fn is_file(&self) -> bool {
        true
    }
}

/// Always `None`, because a file in memory has no permissions.
pub(crate) fn metadata(_: &Path) -> Option<Metadata> {
    None
}

/// Does nothing, because the caller of [`changes`] saves the files.
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The process that holds the lock of a file. In memory nothing is locked.
#[must_use]
pub fn lock_holder(_: &File) -> Option<u32> {
    None
}

/// Returns `true` if the open file is the one that this name leads to.
pub fn is_at(file: &File, path: &Path) -> bool {
    locked(&FILES).file(path).is_ok_and(|content| Arc::ptr_eq(&content, &file.content))
}

/// Fills a buffer with the first bytes of a file.
pub(crate) fn read_from_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    (&locked(&file.content).bytes[..]).read_exact(bytes)
}

impl File {
    /// Makes an empty file, or empties an existing one.
    ///
    /// # Errors
    /// Returns an error if the folder of the file does not exist.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        match open(path.as_ref(), true) {
            Ok(file) => file.set_len(0).map(|()| file),
            Err(_) => create(path.as_ref()),
        }
    }

    fn new(content: Content) -> Self {
        Self { content, at: AtomicU64::new(0), has_lock: AtomicBool::new(false) }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u8>)) {
        let mut files = locked(&FILES);
        files.changes += 1;
        let mut content = locked(&self.content);
        (content.is_new, content.changed) = (true, files.changes);
        change(&mut content.bytes);
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata)
    }

    pub(crate) fn set_permissions(&self, (): ()) -> io::Result<()> {
        Ok(())
    }

    /// Cuts a file off, or extends it with zeros.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(|bytes| bytes.resize(len as usize, 0));
        Ok(())
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing, because there is no other process.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn lock(&self) -> io::Result<()> {
        Ok(())
    }

    /// Locks the file until this handle is closed.
    ///
    /// # Errors
    /// Returns an error if another handle holds the lock.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        let mut content = locked(&self.content);
        if content.is_locked && !self.has_lock.load(Ordering::Relaxed) {
            return Err(TryLockError::WouldBlock);
        }
        content.is_locked = true;
        self.has_lock.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if *self.has_lock.get_mut() {
            locked(&self.content).is_locked = false;
        }
    }
}

impl Read for &File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let content = locked(&self.content);
        let at = self.at.load(Ordering::Relaxed) as usize;
        let rest = content.bytes.get(at..).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at.store((at + count) as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&*self).read(into)
    }
}

impl Write for File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let at = *self.at.get_mut() as usize;
        self.change(|bytes| {
            let end = at + from.len();
            bytes.resize(bytes.len().max(end), 0);
            bytes[at..end].copy_from_slice(from);
        });
        *self.at.get_mut() += from.len() as u64;
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let len = locked(&self.content).bytes.len() as u64;
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.get_mut().checked_add_signed(by),
        };
        let at = at.ok_or(io::ErrorKind::InvalidInput)?;
        *self.at.get_mut() = at;
        Ok(at)
    }
}

/// A temporary file. It disappears when it is dropped, unless it has got a name.
#[derive(Debug)]
pub(crate) struct Temp {
    file: Option<File>,
    path: PathBuf,
}

/// The reason why a temporary file did not get a name.
pub(crate) struct PersistError {
    pub(crate) error: io::Error,
}

/// Makes an empty file with a unique name.
pub(crate) fn temporary(folder: &Path, prefix: &str, _mode: u32) -> io::Result<Temp> {
    let mut number = locked(&FILES).changes;
    loop {
        let path = folder.join(format!("{prefix}{number:06}.part"));
        // The same name with the extension `.yaml` must be free too, because a journal will use it.
        match create(&path) {
            _ if exists(&path.with_extension("yaml")) => drop(remove_file(&path)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| Temp { file: Some(file), path }),
        }
        number += 1;
    }
}

impl Temp {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn as_file(&self) -> &File {
        self.file.as_ref().expect("the file stays open until it is renamed")
    }

    pub(crate) fn as_file_mut(&mut self) -> &mut File {
        self.file.as_mut().expect("the file stays open until it is renamed")
    }

    pub(crate) fn persist(mut self, to: &Path) -> Result<File, PersistError> {
        rename(&self.path, to).map_err(|error| PersistError { error })?;
        Ok(self.file.take().expect("the file stays open until it is renamed"))
    }

    pub(crate) fn persist_noclobber(self, to: &Path) -> Result<File, PersistError> {
        match exists(to) {
            true => Err(PersistError { error: io::ErrorKind::AlreadyExists.into() }),
            false => self.persist(to),
        }
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The file may already be gone.
            let _ = remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each test uses its own folder, because all tests share the files in memory.
    fn folder(name: &str) -> PathBuf {
        create_dir(Path::new(name)).unwrap();
        PathBuf::from(name)
    }

    fn changes_in(folder: &Path) -> Vec<(String, Option<String>)> {
        let own = changes().into_iter().filter(|(path, _)| path.starts_with(folder));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        own.map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes.map(text))).collect()
    }

    #[test]
    fn a_file_grows_is_cut_read_and_renamed_and_every_change_is_reported_once() {
        let folder = folder("growing");
        let path = folder.join("a.yaml");
        let mut part = temporary(&folder, "debate-", 0).unwrap();
        part.as_file_mut().write_all(b"one\ntwo\n").unwrap();
        let was = part.path().to_owned();
        assert!(exists(&was) && !exists(&path));
        let mut file = part.persist_noclobber(&path).map_err(|e| e.error).unwrap();
        assert!(!exists(&was) && is_at(&file, &path));
        let told = changes_in(&folder);
        assert!(told.contains(&("growing/a.yaml".into(), Some("one\ntwo\n".into()))), "{told:?}");
        assert!(told.iter().all(|(name, text)| name.ends_with("a.yaml") || text.is_none()));
        assert_eq!(changes_in(&folder), []);
        file.set_len(4).unwrap();
        file.seek(SeekFrom::Start(4)).unwrap();
        file.write_all(b"three\n").unwrap();
        let mut text = String::new();
        open(&path, false).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\nthree\n");
        let (before, other) = (changed(&path), folder.join("b.yaml"));
        write_new(&other, b"later").unwrap();
        assert!(before < changed(&other) && write_new(&other, b"").is_err());
        remove_file(&other).unwrap();
        assert_eq!(list(&folder), [path]);
    }

    #[test]
    fn a_prepared_file_is_no_change_and_a_dropped_temporary_file_is_gone() {
        let folder = PathBuf::from("put");
        put(&folder.join("deep/kept.yaml"), b"kept".to_vec());
        assert!(is_folder(&folder.join("deep")) && is_file(&folder.join("deep/kept.yaml")));
        drop(temporary(&folder, "x", 0).unwrap());
        assert!(changes_in(&folder).iter().all(|(_, bytes)| bytes.is_none()));
        assert_eq!(list(&folder), [folder.join("deep")]);
        assert!(write_new(&folder.join("none/file"), b"").is_err());
        assert!(create_dir(&folder.join("deep")).is_err());
    }

    #[test]
    fn a_lock_on_a_file_holds_until_it_is_closed() {
        let folder = folder("locking");
        let path = folder.join("a");
        write_new(&path, b"").unwrap();
        let (one, other) = (open(&path, true).unwrap(), open(&path, true).unwrap());
        assert!(one.try_lock().is_ok() && one.try_lock().is_ok() && other.try_lock().is_err());
        drop(one);
        assert!(other.try_lock().is_ok());
    }
}
