//! Reads regular files with a limit on their size, and the program's own YAML files.

use std::io::{self, Read};
use std::path::Path;

use elenchus_core::yaml::{self, LARGEST_FILE};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::disk::{create_folders, folder_of, open};
use crate::journal::replace;
use crate::{FileError, text};

/// Reads everything from a reader.
///
/// # Errors
/// Returns an error if reading fails, or there are more than 64 MiB.
pub fn all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes)?;
    match bytes.len() {
        0..=LARGEST_FILE => Ok(bytes),
        _ => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 64 MiB")),
    }
}

/// Reads the bytes of a file.
///
/// # Errors
/// Returns an error if the file cannot be read, has more than 64 MiB, or is not a regular file. A device or pipe may
/// never end.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    all(open(path, false)?)
}

/// Reads the text of a file.
///
/// # Errors
/// As [`bytes`], and if the text is not UTF-8 or UTF-16.
pub fn text(path: &Path) -> io::Result<String> {
    let no_text = || io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    text::unicode(&bytes(path)?).ok_or_else(no_text)
}

/// Reads the text of a file that people write by hand, such as a roster. Bytes that are no Unicode text are
/// taken as Windows-1252.
///
/// # Errors
/// As [`bytes`].
pub fn text_by_hand(path: &Path) -> io::Result<String> {
    Ok(text::any(&bytes(path)?))
}

/// Reads one of the program's own YAML files. `None` if the file does not exist.
///
/// # Errors
/// Returns the file's name and the reason if the file cannot be read or does not have the expected form.
pub fn yaml<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    let problem = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    match text(path) {
        Ok(text) => yaml::read(&text).map(Some).map_err(|e| problem(&e)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(problem(&e)),
    }
}

/// Replaces one of the program's own YAML files, and makes its folder if necessary.
///
/// # Errors
/// Returns an error if the file cannot be written. It then has either all of the old content or all of the new content.
pub fn keep(path: &Path, value: &impl Serialize) -> io::Result<()> {
    create_folders(folder_of(path))?;
    replace(path, serde_yaml::to_string(value).map_err(io::Error::other)?.as_bytes())
}

/// The error for a file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> FileError {
    FileError::whole_file(name, format!("cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::fs::File;

    use super::*;

    #[test]
    fn devices_pipes_folders_and_what_is_too_large_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .unwrap();
        for path in [Path::new("/dev/zero"), folder.path(), &pipe] {
            assert_eq!(bytes(path).unwrap_err().to_string(), "this is not a file");
        }
        let long = folder.path().join("long");
        File::create(&long).unwrap().set_len(LARGEST_FILE as u64 + 1).unwrap();
        assert!(bytes(&long).unwrap_err().to_string().contains("64 MiB"));
        fs::write(&long, b"a\xff").unwrap();
        assert!(text(&long).unwrap_err().to_string().contains("UTF-8"));
        assert_eq!(bytes(&long).unwrap(), b"a\xff");
    }
}
