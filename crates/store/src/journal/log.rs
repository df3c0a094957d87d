//! Lines at the end of a file: a line is there whole, or not at all.

use std::io;
use std::path::Path;

use super::PRIVATE;
use crate::disk::{Open, UnnamedFile, folder_of};
use crate::fs;

/// Whole lines in a file.
#[derive(Debug)]
pub(super) struct Log {
    file: Open,
    /// Up to here every line is whole and wanted.
    len: u64,
    /// Up to here every line had reached the disk when that was last asked for.
    sure: u64,
    state: Tail,
}

/// What a file is like behind its whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// All of it is wanted, and on the disk.
    Synced,
    /// All of it is wanted.
    Written,
    /// Something unwanted may stand there: it is cut off before the next line.
    Torn,
    /// The disk did not take it. A later sync of the same file may succeed although what it was to
    /// write is lost: the lines that are sure are written to another file, which takes its place.
    Lost,
}

impl Log {
    /// A file whose first `len` bytes are whole lines, and which may hold more.
    pub(super) fn new(file: Open, len: u64) -> Self {
        Self { file, len, sure: len, state: Tail::Torn }
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// How many bytes are whole lines.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Writes lines behind the others; on an error none of them is there.
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

    /// Takes the lines from `len` on away again; tried again before the next line if it fails.
    pub(super) fn cut_back(&mut self, len: u64) {
        self.len = len;
        self.sure = self.sure.min(len);
        if self.state != Tail::Lost {
            let cut = self.file.cut(len);
            self.state = if cut.is_ok() { Tail::Written } else { Tail::Torn };
        }
    }

    /// Returns when every line has reached the disk. On an error the lines since this last succeeded
    /// are taken away.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        match self.state {
            Tail::Synced => return Ok(()),
            Tail::Lost => self.write_anew()?,
            Tail::Written | Tail::Torn => {
                if let Err(e) = self.file.sync() {
                    (self.len, self.state) = (self.sure, Tail::Lost);
                    // Tried again before the next line.
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

    /// Writes the lines to another file, which takes the place of this one.
    fn write_anew(&mut self) -> io::Result<()> {
        let mut lines = vec![0; self.len as usize];
        fs::read_from_start(self.file.file(), &mut lines)?;
        let mut part = UnnamedFile::new(folder_of(self.path()), "debate-", PRIVATE)?;
        // Nobody else knows its name yet; where files cannot be locked, one has to do without.
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

    use super::{Log, PRIVATE, UnnamedFile};
    use crate::disk::Change;
    use crate::testing::{Fate, watch};

    #[test]
    fn a_disk_that_fills_in_the_middle_of_a_line_leaves_no_torn_line_behind() {
        for stuck in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("log");
            let mut log = Log::new(
                UnnamedFile::new(folder.path(), "x", PRIVATE).unwrap().place(&path, false).unwrap(),
                0,
            );
            log.append("- bob: point 3\n").unwrap();
            let full = watch(folder.path(), move |change| match change {
                Change::Write { .. } => Fate::Torn(9),
                Change::Cut { .. } if stuck => Fate::Refused(5),
                _ => Fate::Made,
            });
            assert!(log.append("- rules: answer yes\n").is_err());
            // Nothing else is written behind the torn line while it stands there.
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
        let mut log = Log::new(
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
