//! A disk that fails, for tests. Whoever watches a folder decides what becomes of every change to its
//! files, has a tape of all of them, and can ask what would be left had the power failed after any.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::change::{Change, WATCHER};
use crate::disk::folder_of;

/// What becomes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is made.
    Made,
    /// It is refused with this error of the system, such as 5 for EIO. What was written to a file and
    /// not synced when its sync is refused never reaches the disk, as with Linux's page cache.
    Refused(i32),
    /// Only so many bytes of a write are made; then the disk is full.
    Torn(usize),
}

/// What of the changes that were not synced is found after the power failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterPowerLoss {
    /// Whether names were.
    pub names: bool,
    /// Which bytes were.
    pub bytes: Bytes,
}

/// Which bytes that were not synced are found after the power failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// None.
    None,
    /// All but half of the last write.
    Torn,
    /// The last write, but none before it.
    Last,
    /// All.
    All,
}

impl AfterPowerLoss {
    /// Every way in which a disk may be found.
    pub fn each() -> impl Iterator<Item = Self> {
        let bytes = [Bytes::None, Bytes::Torn, Bytes::Last, Bytes::All];
        bytes.into_iter().flat_map(|bytes| [false, true].map(|names| Self { names, bytes }))
    }
}

type Decides = dyn FnMut(&Change) -> Fate + Send;

/// All changes to the files of a folder, since it is watched.
pub struct Tape {
    folder: PathBuf,
    decides: Mutex<Box<Decides>>,
    changes: Mutex<Vec<(Change, Fate)>>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watched() -> MutexGuard<'static, Vec<Weak<Tape>>> {
    static WATCHED: Mutex<Vec<Weak<Tape>>> = Mutex::new(Vec::new());
    locked(&WATCHED)
}

/// Watches a folder, for as long as the tape is held.
pub fn watch(folder: &Path, decides: impl FnMut(&Change) -> Fate + Send + 'static) -> Arc<Tape> {
    let _ = WATCHER.set(about_to);
    let (folder, decides) = (folder.to_owned(), Mutex::new(Box::new(decides) as Box<Decides>));
    let tape = Arc::new(Tape { folder, decides, changes: Mutex::default() });
    let mut watched = watched();
    watched.retain(|tape| tape.strong_count() > 0);
    watched.push(Arc::downgrade(&tape));
    tape
}

/// How many bytes of a change may be made.
fn about_to(change: Change) -> io::Result<usize> {
    let tapes: Vec<Arc<Tape>> = watched().iter().filter_map(Weak::upgrade).collect();
    let Some(tape) = tapes.into_iter().find(|tape| change.place().starts_with(&tape.folder)) else {
        return Ok(usize::MAX);
    };
    let fate = (locked(&tape.decides))(&change);
    locked(&tape.changes).push((change, fate));
    match fate {
        Fate::Made => Ok(usize::MAX),
        Fate::Torn(bytes) => Ok(bytes),
        Fate::Refused(code) => Err(io::Error::from_raw_os_error(code)),
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

/// A file: as programs read it, as it is on the disk, and the changes between the two.
#[derive(Clone, Default)]
struct TestFile {
    on_disk: Vec<u8>,
    unsynced: Vec<(Change, Fate)>,
}

impl TestFile {
    fn found(&self, bytes: Bytes) -> Vec<u8> {
        let mut found = self.on_disk.clone();
        let last = self.unsynced.len().saturating_sub(1);
        for (at, change) in self.unsynced.iter().enumerate() {
            match bytes {
                Bytes::None => {}
                Bytes::Last if at < last => {}
                Bytes::Torn if at == last => make(&mut found, change, 2),
                _ => make(&mut found, change, 1),
            }
        }
        found
    }
}

/// Makes a change to the bytes of a file; of a write one `of` so many parts.
fn make(file: &mut Vec<u8>, (change, fate): &(Change, Fate), of: usize) {
    match change {
        Change::Write { at, bytes, .. } => {
            let written = if let Fate::Torn(some) = fate { *some } else { bytes.len() };
            let bytes = &bytes[..written.min(bytes.len()) / of];
            let at = *at as usize;
            file.resize(file.len().max(at + bytes.len()), 0);
            file[at..at + bytes.len()].copy_from_slice(bytes);
        }
        Change::Cut { len, .. } => file.resize(*len as usize, 0),
        _ => {}
    }
}

/// Names, and the numbers of their files; none for a folder.
type Names = BTreeMap<PathBuf, Option<usize>>;

impl Tape {
    /// How many changes there were.
    pub fn len(&self) -> usize {
        locked(&self.changes).len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes to another folder what is found of this one had the power failed behind so many
    /// changes. What was there before they began is not.
    ///
    /// # Errors
    /// If the other folder cannot be written.
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
            let refused = matches!(fate, Fate::Refused(_));
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
        // A name is found only where its folder is: folders come before what is in them.
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
