//! Sealed scenarios of earlier versions, with an encoded text. Elenchus still opens them, but saves
//! them without encoding.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::exercise::Attempt;
use super::moves::RecordLine;
use super::notes::{ClassVote, Note};
use super::{FileError, Located};
use crate::forms::hex::unhex;
use crate::yaml;

/// The key stream is made from hashes of data with this prefix.
const LABEL: &[u8] = b"elenchus sealed scenario";

/// The data begin with this many bytes of the hash of the text.
const MARK: usize = 16;

/// A sealed file: the encoded scenario, and the played moves in plain text.
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
    /// Parses a sealed file. `None` if the file is not sealed.
    pub(super) fn read(file: &str, text: &str) -> Option<Result<Self, FileError>> {
        let is_sealed = text.starts_with("elenchus")
            && text.lines().take(3).any(|line| line.starts_with("sealed: "));
        let read = || yaml::read(text).map_err(|e| FileError::from_yaml(file, text, e));
        is_sealed.then(read)
    }

    /// Decodes the text of the scenario. `None` if somebody changed the file.
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
