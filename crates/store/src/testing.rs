//! A failing disk, for tests. A test that watches a folder decides the result of every change to its files. The test
//! gets a record of all changes. It can ask which files a power failure after any change would leave.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::change::{Change, WATCHER};
use crate::disk::folder_of;

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeFate {
    /// The change succeeds.
    Made,
    /// The change fails with this system error, such as 5 for EIO. If a sync fails, the unsynced bytes never reach
    /// the disk, as with the page cache of Linux.
    Refused(i32),
    /// A write stops after this number of bytes, because the disk is full.
    Torn(usize),
}

/// The unsynced changes that survive a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterPowerLoss {
    /// `true` if the unsynced names survive.
    pub names: bool,
    /// The unsynced bytes that survive.
    pub bytes: UnsyncedBytes,
}

/// The unsynced bytes that survive a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsyncedBytes {
    /// No bytes.
    None,
    /// All bytes except the second half of the last write.
    Torn,
    /// Only the last write.
    Last,
    /// All bytes.
    All,
}

impl AfterPowerLoss {
    /// All combinations of surviving names and bytes.
    pub fn each() -> impl Iterator<Item = Self> {
        let bytes =
            [UnsyncedBytes::None, UnsyncedBytes::Torn, UnsyncedBytes::Last, UnsyncedBytes::All];
        bytes.into_iter().flat_map(|bytes| [false, true].map(|names| Self { names, bytes }))
    }
}

type Decides = dyn FnMut(&Change) -> ChangeFate + Send;

/// All changes to the files of a watched folder.
pub struct ChangeLog {
    folder: PathBuf,
    decides: Mutex<Box<Decides>>,
    changes: Mutex<Vec<(Change, ChangeFate)>>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watched() -> MutexGuard<'static, Vec<Weak<ChangeLog>>> {
    static WATCHED: Mutex<Vec<Weak<ChangeLog>>> = Mutex::new(Vec::new());
    locked(&WATCHED)
}

/// Watches a folder until the returned log is dropped.
pub fn watch(
    folder: &Path,
    decides: impl FnMut(&Change) -> ChangeFate + Send + 'static,
) -> Arc<ChangeLog> {
    let _ = WATCHER.set(about_to);
    let (folder, decides) = (folder.to_owned(), Mutex::new(Box::new(decides) as Box<Decides>));
    let tape = Arc::new(ChangeLog { folder, decides, changes: Mutex::default() });
    let mut watched = watched();
    watched.retain(|tape| tape.strong_count() > 0);
    watched.push(Arc::downgrade(&tape));
    tape
}

/// Decides the result of a change. Returns the number of bytes that the change may write.
fn about_to(change: Change) -> io::Result<usize> {
    let tapes: Vec<Arc<ChangeLog>> = watched().iter().filter_map(Weak::upgrade).collect();
    let Some(tape) = tapes.into_iter().find(|tape| change.place().starts_with(&tape.folder)) else {
        return Ok(usize::MAX);
    };
    let fate = (locked(&tape.decides))(&change);
    locked(&tape.changes).push((change, fate));
    match fate {
        ChangeFate::Made => Ok(usize::MAX),
        ChangeFate::Torn(bytes) => Ok(bytes),
        ChangeFate::Refused(code) => Err(io::Error::from_raw_os_error(code)),
    }
}

impl Change {
    fn place(&self) -> &Path {
        match self {
            Self::CreateFolder(at)
            | Self::Create(at)
            | Self::Sync(at)
            | Self::Remove(at)
            | Self::SyncFolder(at)
            | Self::Write { file: at, .. }
            | Self::Cut { file: at, .. }
            | Self::Rename { from: at, .. } => at,
        }
    }
}

/// A file: its bytes on the disk, and the unsynced changes.
#[derive(Clone, Default)]
struct TestFile {
    on_disk: Vec<u8>,
    unsynced: Vec<(Change, ChangeFate)>,
}

impl TestFile {
    fn found(&self, bytes: UnsyncedBytes) -> Vec<u8> {
        let mut found = self.on_disk.clone();
        let last = self.unsynced.len().saturating_sub(1);
        for (at, change) in self.unsynced.iter().enumerate() {
            match bytes {
                UnsyncedBytes::None => {}
                UnsyncedBytes::Last if at < last => {}
                UnsyncedBytes::Torn if at == last => make(&mut found, change, 2),
                _ => make(&mut found, change, 1),
            }
        }
        found
    }
}

/// Applies a change to the bytes of a file. If the change is a write, applies only the first 1/`of` of its bytes.
fn make(file: &mut Vec<u8>, (change, fate): &(Change, ChangeFate), of: usize) {
    match change {
        Change::Write { at, bytes, .. } => {
            let written = if let ChangeFate::Torn(some) = fate { *some } else { bytes.len() };
            let bytes = &bytes[..written.min(bytes.len()) / of];
            let at = *at as usize;
            file.resize(file.len().max(at + bytes.len()), 0);
            file[at..at + bytes.len()].copy_from_slice(bytes);
        }
        Change::Cut { len, .. } => file.resize(*len as usize, 0),
        _ => {}
    }
}

/// The index of the file of each name. `None` for a folder.
type Names = BTreeMap<PathBuf, Option<usize>>;

impl ChangeLog {
    /// The number of changes so far.
    pub fn len(&self) -> usize {
        locked(&self.changes).len()
    }

    /// Returns `true` if there are no changes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes to another folder the files that a power failure after the first `changes` changes would leave. Files
    /// from before the first change are left out.
    ///
    /// # Errors
    /// Returns an error if the other folder cannot be written.
    pub fn after_power_loss(
        &self,
        changes: usize,
        found: AfterPowerLoss,
        to: &Path,
    ) -> io::Result<()> {
        let (mut files, mut now, mut on_disk) =
            (Vec::<TestFile>::new(), Names::new(), Names::new());
        for done in &locked(&self.changes)[..changes] {
            let (change, fate) = done;
            let refused = matches!(fate, ChangeFate::Refused(_));
            match change {
                Change::Sync(path) => {
                    if let Some(Some(file)) = now.get(path) {
                        let unsynced = std::mem::take(&mut files[*file].unsynced);
                        for change in unsynced.iter().filter(|_| !refused) {
                            make(&mut files[*file].on_disk, change, 1);
                        }
                    }
                }
                _ if refused => {}
                Change::CreateFolder(path) => drop(now.insert(path.clone(), None)),
                Change::Create(path) => {
                    now.insert(path.clone(), Some(files.len()));
                    files.push(TestFile::default());
                }
                Change::Write { file, .. } | Change::Cut { file, .. } => {
                    if let Some(Some(file)) = now.get(file) {
                        files[*file].unsynced.push(done.clone());
                    }
                }
                Change::Rename { from, to } => {
                    if let Some(file) = now.remove(from) {
                        now.insert(to.clone(), file);
                    }
                }
                Change::Remove(path) => drop(now.remove(path)),
                Change::SyncFolder(folder) => {
                    on_disk.retain(|path, _| folder_of(path) != folder);
                    let names = now.iter().filter(|(path, _)| folder_of(path) == folder);
                    on_disk.extend(names.map(|(path, file)| (path.clone(), *file)));
                }
            }
        }
        // A name survives only if its folder survives. Folders come before their content.
        for (path, file) in if found.names { &now } else { &on_disk } {
            let Ok(inside) = path.strip_prefix(&self.folder) else { continue };
            let place = to.join(inside);
            match file {
                None if folder_of(&place).is_dir() => fs::create_dir(&place)?,
                Some(file) if folder_of(&place).is_dir() => {
                    fs::write(place, files[*file].found(found.bytes))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
