//! A file of lines. Each line is in the file either completely or not at all.

use std::io;
use std::path::Path;

use super::PRIVATE;
use crate::disk::{AppendFile, UnnamedFile, folder_of};
use crate::fs;

/// A file of complete lines.
#[derive(Debug)]
pub(super) struct LineLog {
    file: AppendFile,
    /// The length in bytes of the part in which every line is complete and valid.
    len: u64,
    /// The length in bytes of the part that was on the disk after the last sync.
    sure: u64,
    state: Tail,
}

/// The state of the file beyond its complete lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// Everything is valid and on the disk.
    Synced,
    /// Everything is valid, but perhaps not on the disk yet.
    Written,
    /// An incomplete line may follow. It is cut off before the next line is written.
    Torn,
    /// A sync failed. A later sync of this file may succeed although data is lost. So the synced lines are written to
    /// another file, which replaces this file.
    Lost,
}

impl LineLog {
    /// Takes a file whose first `len` bytes are complete lines.
    pub(super) fn new(file: AppendFile, len: u64) -> Self {
        Self { file, len, sure: len, state: Tail::Torn }
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// The length of the complete lines in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Appends lines. After an error, the file has none of them.
    pub(super) fn append(&mut self, lines: &str) -> io::Result<()> {
        match self.state {
            Tail::Torn => self.file.cut(self.len)?,
            Tail::Lost => self.write_anew()?,
            Tail::Synced | Tail::Written => {}
        }
        if let Err(e) = self.file.write(lines.as_bytes()) {
            self.cut_back(self.len);
            return Err(e);
        }
        self.len += lines.len() as u64;
        self.state = Tail::Written;
        Ok(())
    }

    /// Removes the lines from the offset `len` on. If this fails, the next append tries again.
    pub(super) fn cut_back(&mut self, len: u64) {
        self.len = len;
        self.sure = self.sure.min(len);
        if self.state != Tail::Lost {
            let cut = self.file.cut(len);
            self.state = if cut.is_ok() { Tail::Written } else { Tail::Torn };
        }
    }

    /// Waits until every line is on the disk. After an error, the lines since the last sync are removed.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        match self.state {
            Tail::Synced => return Ok(()),
            Tail::Lost => self.write_anew()?,
            Tail::Written | Tail::Torn => {
                if let Err(e) = self.file.sync() {
                    (self.len, self.state) = (self.sure, Tail::Lost);
                    // The next append tries again.
                    let _ = self.write_anew();
                    return Err(e);
                }
                if self.state == Tail::Written {
                    self.state = Tail::Synced;
                }
            }
        }
        self.sure = self.len;
        Ok(())
    }

    /// Writes the lines to another file, which replaces this file.
    fn write_anew(&mut self) -> io::Result<()> {
        let mut lines = vec![0; self.len as usize];
        fs::read_from_start(self.file.file(), &mut lines)?;
        let mut part = UnnamedFile::new(folder_of(self.path()), "debate-", PRIVATE)?;
        // A failed lock does no harm: no other program knows the name of the new file yet, and some file systems have
        // no locks.
        let _ = part.file().try_lock();
        part.write(&lines)?;
        let path = self.path().to_owned();
        self.file = part.place(&path, true)?;
        self.state = Tail::Synced;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LineLog, PRIVATE, UnnamedFile};
    use crate::disk::Change;
    use crate::testing::{ChangeFate, watch};

    #[test]
    fn a_disk_that_fills_in_the_middle_of_a_line_leaves_no_torn_line_behind() {
        for stuck in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("log");
            let mut log = LineLog::new(
                UnnamedFile::new(folder.path(), "x", PRIVATE).unwrap().place(&path, false).unwrap(),
                0,
            );
            log.append("- bob: point 3\n").unwrap();
            let full = watch(folder.path(), move |change| match change {
                Change::Write { .. } => ChangeFate::Torn(9),
                Change::Cut { .. } if stuck => ChangeFate::Refused(5),
                _ => ChangeFate::Made,
            });
            assert!(log.append("- rules: answer yes\n").is_err());
            // While an incomplete line is there, nothing is written after it.
            assert!(!stuck || log.append("- x: y\n").is_err());
            drop(full);
            log.append("- rules: answer yes\n").unwrap();
            assert_eq!(log.len(), 35);
            let text = fs::read_to_string(path).unwrap();
            assert_eq!(text, "- bob: point 3\n- rules: answer yes\n");
        }
    }

    #[test]
    fn a_line_taken_back_is_replaced_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = LineLog::new(
            UnnamedFile::new(folder.path(), "x", PRIVATE).unwrap().place(&path, false).unwrap(),
            0,
        );
        log.append("- bob: point 3\n").unwrap();
        log.append("- bob: point 99\n").unwrap();
        log.cut_back(15);
        log.append("- bob: point 4\n").unwrap();
        assert_eq!(fs::read(path).unwrap(), b"- bob: point 3\n- bob: point 4\n");
    }
}
