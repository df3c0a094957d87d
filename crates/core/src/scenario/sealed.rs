//! Sealed scenarios of earlier versions: the file hides its text as letters. Elenchus still opens
//! them, and saves them as plain text.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::exercise::Attempt;
use super::moves::RecordLine;
use super::notes::{ClassVote, Note};
use super::{FileError, Located};
use crate::forms::hex::unhex;
use crate::yaml;

/// The prefix of the hashed data that makes the key stream.
const LABEL: &[u8] = b"elenchus sealed scenario";

/// The number of bytes at the start that hold the hash of the text.
const MARK: usize = 16;

/// A sealed file: the scenario as one string of letters, and the played moves in plain text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SealedFile {
    #[serde(rename = "elenchus")]
    _version: u32,
    sealed: String,
    #[serde(default)]
    pub attempt: Option<Attempt>,
    #[serde(default)]
    pub moves: Option<Vec<Located<RecordLine>>>,
    #[serde(default)]
    pub notes: Vec<Note>,
    #[serde(default, rename = "class-votes")]
    pub votes: Vec<ClassVote>,
}

impl SealedFile {
    /// The sealed file with this text. `None` if the file is not sealed.
    pub(super) fn read(file: &str, text: &str) -> Option<Result<Self, FileError>> {
        let is_sealed = text.starts_with("elenchus")
            && text.lines().take(3).any(|line| line.starts_with("sealed: "));
        let read = || yaml::read(text).map_err(|e| FileError::from_yaml(file, text, e));
        is_sealed.then(read)
    }

    /// The hidden text of the scenario. `None` if its letters were changed.
    pub(super) fn inside(&self) -> Option<String> {
        let bytes = unhex(self.sealed.strip_prefix('s')?)?;
        let (mark, rest) = bytes.split_at_checked(MARK)?;
        let clear = rest.chunks(32).enumerate().flat_map(|(block, bytes)| {
            let block = (block as u64).to_le_bytes();
            let key = Sha256::new().chain_update(LABEL).chain_update(mark).chain_update(block);
            key.finalize().into_iter().zip(bytes).map(|(key, byte)| key ^ byte).collect::<Vec<u8>>()
        });
        let text = String::from_utf8(clear.collect()).ok()?;
        (Sha256::digest(&text)[..MARK] == *mark).then_some(text)
    }
}
