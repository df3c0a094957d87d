//! Lines at the end of a file: a line is there whole, or not at all.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// What lines are written to.
pub(super) trait Storage: Write {
    /// Leaves only the first `len` bytes; the next are written behind them.
    fn cut(&mut self, len: u64) -> io::Result<()>;

    /// Returns when everything written has reached the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)?;
        self.seek(SeekFrom::Start(len)).map(|_| ())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Whole lines in a storage.
#[derive(Debug)]
pub(super) struct Log<S> {
    storage: S,
    /// Up to here every line is whole and wanted.
    len: u64,
    /// Something unwanted may stand behind `len`: it is cut off before the next line.
    torn: bool,
    synced: bool,
}

impl<S: Storage> Log<S> {
    /// A storage whose first `len` bytes are whole lines, and which may hold more.
    pub(super) fn new(storage: S, len: u64) -> Self {
        Self { storage, len, torn: true, synced: false }
    }

    /// How many bytes are whole lines.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Writes lines behind the others; on an error none of them is there.
    pub(super) fn append(&mut self, lines: &str) -> io::Result<()> {
        if self.torn {
            self.storage.cut(self.len)?;
            self.torn = false;
        }
        let written = self.storage.write_all(lines.as_bytes());
        if let Err(e) = written.and_then(|()| self.storage.flush()) {
            self.cut_back(self.len);
            return Err(e);
        }
        self.len += lines.len() as u64;
        self.synced = false;
        Ok(())
    }

    /// Takes the lines from `len` on away again; tried again before the next line if it fails.
    pub(super) fn cut_back(&mut self, len: u64) {
        self.len = len;
        self.synced = false;
        self.torn = self.storage.cut(len).is_err();
    }

    /// Returns when every line has reached the disk.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if !self.synced {
            self.storage.sync()?;
            self.synced = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for so many bytes; when it is full, it may refuse to be cut as well.
    #[derive(Default)]
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        stuck: bool,
    }

    impl Write for &mut Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let some = bytes.len().min(self.room - self.bytes.len());
            if some == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.bytes.extend_from_slice(&bytes[..some]);
            Ok(some)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Storage for &mut Disk {
        fn cut(&mut self, len: u64) -> io::Result<()> {
            if self.stuck {
                return Err(io::ErrorKind::Other.into());
            }
            self.bytes.truncate(len as usize);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_disk_that_fills_in_the_middle_of_a_line_leaves_no_torn_line_behind() {
        for stuck in [false, true] {
            let mut disk = Disk { room: 24, ..Disk::default() };
            let mut log = Log::new(&mut disk, 0);
            log.append("- bob: point 3\n").unwrap();
            log.storage.stuck = stuck;
            assert!(log.append("- rules: answer yes\n").is_err());
            // Nothing else is written behind the torn line while it stands there.
            assert!(!stuck || log.append("- x: y\n").is_err());
            log.storage.stuck = false;
            log.storage.room = 1_000;
            log.append("- rules: answer yes\n").unwrap();
            assert_eq!(log.len(), 35);
            let text = String::from_utf8(disk.bytes).unwrap();
            assert_eq!(text, "- bob: point 3\n- rules: answer yes\n");
        }
    }

    #[test]
    fn a_line_taken_back_is_replaced_by_the_next() {
        let mut disk = Disk { room: 1_000, ..Disk::default() };
        let mut log = Log::new(&mut disk, 0);
        log.append("- bob: point 3\n").unwrap();
        log.append("- bob: point 99\n").unwrap();
        log.cut_back(15);
        log.append("- bob: point 4\n").unwrap();
        assert_eq!(disk.bytes, b"- bob: point 3\n- bob: point 4\n");
    }
}
