//! Files in memory. Who runs the program takes what has changed, and keeps it somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is under a name.
#[derive(Clone, Debug)]
enum Stored {
    Folder,
    File(Content),
}

/// What is in a file, whoever has it open.
type Content = Arc<Mutex<Bytes>>;

#[derive(Debug, Default)]
struct Bytes {
    bytes: Vec<u8>,
    /// Since somebody last asked what is new.
    is_new: bool,
    /// Later changes have larger numbers.
    changed: u64,
    /// An open file keeps it for itself.
    is_locked: bool,
}

#[derive(Debug)]
struct Files {
    nodes: BTreeMap<PathBuf, Stored>,
    /// Names that are gone, since somebody last asked.
    gone: BTreeSet<PathBuf>,
    changes: u64,
}

static FILES: Mutex<Files> =
    Mutex::new(Files { nodes: BTreeMap::new(), gone: BTreeSet::new(), changes: 0 });

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that has changed, with what is in it; none if it is gone.
pub type Change = (PathBuf, Option<Vec<u8>>);

/// The files that have changed since this was last asked, by name.
pub fn changes() -> Vec<Change> {
    let mut files = locked(&FILES);
    let gone = std::mem::take(&mut files.gone);
    let mut changes: Vec<Change> = gone.into_iter().map(|path| (path, None)).collect();
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

/// Puts a file there with the folders that it is in, as it was kept: this is no change.
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
            // The folder that everything begins in has no name.
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

    /// Puts something under a name that is free, in a folder that is there.
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

/// Whether something is there.
pub fn exists(path: &Path) -> bool {
    locked(&FILES).node(path).is_ok()
}

/// Whether a file is there.
pub fn is_file(path: &Path) -> bool {
    locked(&FILES).file(path).is_ok()
}

/// Whether a folder is there.
pub fn is_folder(path: &Path) -> bool {
    matches!(locked(&FILES).node(path), Ok(Stored::Folder))
}

/// Whether a name is taken.
pub(crate) fn is_taken(path: &Path) -> bool {
    exists(path)
}

/// What is in a folder.
pub(crate) fn list(folder: &Path) -> Vec<PathBuf> {
    let files = locked(&FILES);
    let inside = files.nodes.keys().filter(|path| path.parent() == Some(folder));
    inside.cloned().collect()
}

/// When a file was changed last: a number that grows with every change.
pub(crate) fn changed(path: &Path) -> Option<u64> {
    let content = locked(&FILES).file(path).ok()?;
    let changed = locked(&content).changed;
    Some(changed)
}

/// Makes a folder.
///
/// # Errors
/// If the name is taken, or the folder that it is to be in is not there.
pub fn create_dir(path: &Path) -> io::Result<()> {
    locked(&FILES).add(path, Stored::Folder)
}

/// Makes a file that is not there yet.
///
/// # Errors
/// If it is, or its folder is not.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create(path)?.write_all(bytes)
}

fn create(path: &Path) -> io::Result<File> {
    let content = Content::default();
    locked(&FILES).add(path, Stored::File(Arc::clone(&content)))?;
    let file = File::of(content);
    file.change(|_| {});
    Ok(file)
}

/// Removes a file.
///
/// # Errors
/// If there is none.
pub fn remove_file(path: &Path) -> io::Result<()> {
    locked(&FILES).remove(path).map(|_| ())
}

/// Gives a file another name, also one that another has, which is then gone.
///
/// # Errors
/// If there is no such file.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let mut files = locked(&FILES);
    let content = files.remove(from)?;
    locked(&content).is_new = true;
    files.gone.remove(to);
    files.nodes.insert(to.to_owned(), Stored::File(content));
    Ok(())
}

/// Nothing in memory is a link.
///
/// # Errors
/// Always.
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

/// Opens a file to be read and written.
pub(crate) fn open(path: &Path, _writes: bool) -> io::Result<File> {
    Ok(File::of(locked(&FILES).file(path)?))
}

/// Files in memory are for one person.
#[derive(Clone, Debug)]
pub(crate) struct Metadata;

impl Metadata {
    pub(crate) fn permissions(&self) {}

    pub(crate) fn is_file(&self) -> bool {
        true
    }
}

/// What a file in memory has of them: nothing.
pub(crate) fn metadata(_: &Path) -> Option<Metadata> {
    None
}

/// Returns at once: what is kept is kept by who asks for [`changes`].
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether the open file is the one of this name.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    locked(&FILES).file(path).is_ok_and(|content| Arc::ptr_eq(&content, &file.content))
}

/// The bytes of a file from its beginning.
pub(crate) fn read_from_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    (&locked(&file.content).bytes[..]).read_exact(bytes)
}

impl File {
    /// Makes a file, or one that is there empty.
    ///
    /// # Errors
    /// If its folder is not there.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        match open(path.as_ref(), true) {
            Ok(file) => file.set_len(0).map(|()| file),
            Err(_) => create(path.as_ref()),
        }
    }

    fn of(content: Content) -> Self {
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

    /// Cuts a file off, or fills it up with zeros.
    ///
    /// # Errors
    /// Never.
    pub fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(|bytes| bytes.resize(len as usize, 0));
        Ok(())
    }

    /// Nothing is to be waited for.
    ///
    /// # Errors
    /// Never.
    pub fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    /// Nothing is to be waited for.
    ///
    /// # Errors
    /// Never.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Nobody else is there to wait for.
    ///
    /// # Errors
    /// Never.
    pub fn lock(&self) -> io::Result<()> {
        Ok(())
    }

    /// Keeps it for who has it open like this, until that is closed.
    ///
    /// # Errors
    /// If another keeps it.
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

/// A file under a name of its own, which is gone unless it gets another.
#[derive(Debug)]
pub(crate) struct Temp {
    file: Option<File>,
    path: PathBuf,
}

/// Why a file got no other name.
pub(crate) struct NotNamed {
    pub(crate) error: io::Error,
}

/// An empty file under a name of its own.
pub(crate) fn temporary(folder: &Path, prefix: &str, _mode: u32) -> io::Result<Temp> {
    let mut number = locked(&FILES).changes;
    loop {
        let path = folder.join(format!("{prefix}{number:06}.part"));
        // One who goes on with a name, but for its ending, finds it free as well.
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
        self.file.as_ref().expect("it is open until it has another name")
    }

    pub(crate) fn as_file_mut(&mut self) -> &mut File {
        self.file.as_mut().expect("it is open until it has another name")
    }

    pub(crate) fn persist(mut self, to: &Path) -> Result<File, NotNamed> {
        rename(&self.path, to).map_err(|error| NotNamed { error })?;
        Ok(self.file.take().expect("it is open until it has another name"))
    }

    pub(crate) fn persist_noclobber(self, to: &Path) -> Result<File, NotNamed> {
        match exists(to) {
            true => Err(NotNamed { error: io::ErrorKind::AlreadyExists.into() }),
            false => self.persist(to),
        }
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        if self.file.is_some() {
            // It is gone already if somebody else removed it.
            let _ = remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files in memory are the program's only once: tests use folders of their own.
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
    fn a_file_grows_is_cut_read_and_named_anew_and_every_change_is_told_once() {
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
    fn what_is_put_there_is_no_change_and_a_dropped_temporary_file_is_gone() {
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
    fn who_locks_a_file_keeps_it_until_it_is_closed() {
        let folder = folder("locking");
        let path = folder.join("a");
        write_new(&path, b"").unwrap();
        let (one, other) = (open(&path, true).unwrap(), open(&path, true).unwrap());
        assert!(one.try_lock().is_ok() && one.try_lock().is_ok() && other.try_lock().is_err());
        drop(one);
        assert!(other.try_lock().is_ok());
    }
}
