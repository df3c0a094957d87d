//! A class's own mark of the records that it keeps: an HMAC-SHA-256 by a key that only its machine has.
//!
//! A record with a mark that fits is as the class wrote it, to the last byte of its moves and times. One
//! without a mark says nothing: whoever plays alone has no key.

use std::io;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::journal::replace;
use crate::{FileError, Scenario, Words, files, hex, write};

/// The key of a class.
#[derive(Clone, PartialEq, Eq)]
pub struct Seal(String);

/// The file of the key: in the class's folder, and in each data folder whose archive it signs.
const FILE: &str = "seal";

impl Seal {
    /// A seal by these bytes, which nobody else knows: 32 of them.
    pub fn new(key: [u8; 32]) -> Self {
        Self(hex(key))
    }

    /// The seal of a file.
    ///
    /// # Errors
    /// If it cannot be read, or holds no key.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let key = files::text(path)?.trim().to_owned();
        match key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => Ok(Self(key)),
            false => Err(io::Error::new(io::ErrorKind::InvalidData, "it holds no key of a class")),
        }
    }

    /// The seal of a folder; a new one by this key if there is none.
    ///
    /// # Errors
    /// If it cannot be read or written. A file that holds something else is left alone.
    pub fn kept_in(folder: &Path, key: impl FnOnce() -> [u8; 32]) -> io::Result<Self> {
        match Self::of_file(&folder.join(FILE)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let seal = Self::new(key());
                seal.put_into(folder)?;
                Ok(seal)
            }
            found => found,
        }
    }

    /// The seal of a folder, if there is one.
    pub fn of_folder(folder: &Path) -> Option<Self> {
        Self::of_file(&folder.join(FILE)).ok()
    }

    /// Puts it into a folder, for its owner's eyes alone.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_into(&self, folder: &Path) -> io::Result<()> {
        match Self::of_folder(folder).as_ref() == Some(self) {
            true => Ok(()),
            false => replace(&folder.join(FILE), self.0.as_bytes()),
        }
    }

    /// The record with its mark.
    ///
    /// # Errors
    /// None that a record read from a file can cause.
    pub fn sign(&self, record: &Scenario) -> Result<Scenario, FileError> {
        let mut signed = record.clone();
        let mark = self.mark(record)?;
        if let Some(attempt) = &mut signed.attempt {
            attempt.signature = Words::new(&mark).unwrap_or_default();
        }
        Ok(signed)
    }

    /// Whether the mark of a record fits it; none if it has no mark.
    pub fn fits(&self, record: &Scenario) -> Option<bool> {
        let attempt = record.attempt.as_ref().filter(|attempt| !attempt.signature.is_empty())?;
        Some(self.mark(record).is_ok_and(|mark| *attempt.signature == *mark))
    }

    /// The mark of everything in a record but its mark.
    fn mark(&self, record: &Scenario) -> Result<String, FileError> {
        let mut plain = record.clone();
        if let Some(attempt) = &mut plain.attempt {
            // The version that a record with a mark has.
            attempt.signature = Words::new("-").unwrap_or_default();
        }
        let text = write(&plain)?;
        let keyed = Hmac::<Sha256>::new_from_slice(self.0.as_bytes());
        let mut mac = keyed.map_err(|e| FileError::whole("seal", e.to_string()))?;
        mac.update(text.as_bytes());
        Ok(hex(mac.finalize().into_bytes()))
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attempt, library};

    fn record() -> Scenario {
        let mut record = library::find("find-the-lie").unwrap().scenario.unwrap();
        record.attempt =
            Some(Attempt::at("find-the-lie", &record, "2026-11-21T12:00:00Z").unwrap());
        record
    }

    #[test]
    fn a_mark_fits_what_was_signed_and_nothing_else() {
        let seal = Seal::new([7; 32]);
        let signed = seal.sign(&record()).unwrap();
        assert_eq!(seal.fits(&record()), None, "it has no mark");
        assert_eq!(seal.fits(&signed), Some(true));
        let text = write(&signed).unwrap();
        let again = crate::read("record", &text).unwrap();
        assert_eq!(seal.fits(&again), Some(true), "written and read again");
        let mut other = signed.clone();
        other.attempt.as_mut().unwrap().ended = Words::new("2026-11-21T12:00:01Z").unwrap();
        assert_eq!(seal.fits(&other), Some(false), "a second later");
        assert_eq!(Seal::new([8; 32]).fits(&signed), Some(false), "another class");
        assert_eq!(seal.sign(&signed).unwrap(), signed, "signed once or twice is the same");
    }

    #[test]
    fn a_folder_keeps_its_seal_and_a_file_without_a_key_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Seal::of_folder(folder.path()), None);
        let seal = Seal::new([1; 32]);
        seal.put_into(folder.path()).unwrap();
        assert_eq!(Seal::of_folder(folder.path()), Some(seal));
        std::fs::write(folder.path().join(FILE), "abc").unwrap();
        assert!(
            Seal::of_file(&folder.path().join(FILE)).unwrap_err().to_string().contains("no key")
        );
    }
}
