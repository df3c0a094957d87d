//! Sealed scenarios: what was handed out can be played and graded, and is not read by whoever opens
//! the file, its journal or its record.
//!
//! This keeps answers and names from being looked up. It keeps nothing from somebody who changes the
//! program, which has to open the seal in order to play.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::exercise::Attempt;
use super::moves::RecordLine;
use super::notes::{Note, Vote};
use super::read::{in_yaml, read, write};
use super::{At, FileError, Scenario, VERSION};
use crate::forms::hex::{hex, unhex};
use crate::yaml;

/// Begins what is hashed for the letters that hide the text.
const LABEL: &[u8] = b"elenchus sealed scenario";

/// So many bytes of the text's own hash begin a seal.
const MARK: usize = 16;

/// A sealed file: the scenario as one string of letters, and in clear what was played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Envelope {
    elenchus: At<u32>,
    sealed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempt: Option<Attempt>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<At<RecordLine>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(default, rename = "class-votes", skip_serializing_if = "Vec::is_empty")]
    votes: Vec<Vote>,
}

/// Whether a text is a sealed file.
pub(super) fn is_sealed(text: &str) -> bool {
    text.starts_with("elenchus") && text.lines().take(3).any(|line| line.starts_with("sealed: "))
}

/// The scenario of a sealed file.
///
/// # Errors
/// If it does not read, or is not as it was sealed.
pub(super) fn opened(file: &str, text: &str) -> Result<Scenario, FileError> {
    let envelope: Envelope = yaml::read(text).map_err(|e| FileError::from_yaml(file, text, e))?;
    let changed = || {
        let message = "this sealed file is not as it was sealed: ask for it anew";
        FileError::whole(file, message)
    };
    if *envelope.elenchus != VERSION {
        let message = format!("a sealed file is of version {VERSION}");
        return Err(FileError::at(file, text, envelope.elenchus.wrong(message)));
    }
    let inside = unhidden(&envelope.sealed).ok_or_else(changed)?;
    let Envelope { attempt, moves, notes, votes, .. } = envelope;
    let scenario = read(file, &inside).map_err(|_| changed())?;
    Ok(Scenario { attempt, moves, notes, votes, sealed: true, ..scenario })
}

/// A scenario as the text of a sealed file.
///
/// # Errors
/// None that a scenario read from a file can cause.
pub(super) fn closed(scenario: &Scenario) -> Result<String, FileError> {
    let inside = Scenario { moves: None, ..scenario.unmarked() };
    let envelope = Envelope {
        elenchus: At::nowhere(VERSION),
        sealed: hidden(&write(&inside)?),
        attempt: scenario.attempt.clone(),
        moves: scenario.moves.clone(),
        notes: scenario.notes.clone(),
        votes: scenario.votes.clone(),
    };
    in_yaml(&scenario.title, &envelope)
}

/// The text in letters and digits, behind its mark.
fn hidden(text: &str) -> String {
    let mark = &Sha256::digest(text)[..MARK];
    let bytes = mark.iter().copied().chain(mixed(mark, text.as_bytes()));
    // A letter goes first, so that no reader of YAML takes it for a number.
    format!("s{}", hex(bytes))
}

/// The text again; none if it is not what was hidden.
fn unhidden(letters: &str) -> Option<String> {
    let bytes = unhex(letters.strip_prefix('s')?)?;
    let (mark, rest) = bytes.split_at_checked(MARK)?;
    let text = String::from_utf8(mixed(mark, rest).collect()).ok()?;
    (Sha256::digest(&text)[..MARK] == *mark).then_some(text)
}

/// The bytes, each mixed with one that follows from the mark and its place.
fn mixed(mark: &[u8], bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.chunks(32).enumerate().flat_map(move |(block, bytes)| {
        let block = (block as u64).to_le_bytes();
        let key = Sha256::new().chain_update(LABEL).chain_update(mark).chain_update(block);
        key.finalize().into_iter().zip(bytes).map(|(key, byte)| key ^ byte).collect::<Vec<u8>>()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    const TEXT: &str = "elenchus: 1\ntitle: T\nclaim: C\nprotocol: {cross-examination: {claim: 1}}\n\
        machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}\nseats: {alice: 'lie-at:1'}\n";

    #[test]
    fn a_sealed_file_reads_back_and_shows_nothing() {
        let scenario = Scenario { sealed: true, ..read("f", TEXT).expect("it reads") };
        let text = write(&scenario).expect("it is written");
        for told in ["lie-at", "Is it so", "answer", "title"] {
            assert!(!text.contains(told), "{told}");
        }
        let again = read("f", &text).expect("it reads");
        assert!(again.sealed && again.seats == scenario.seats);
        assert_eq!(write(&again).expect("it is written"), text);
        // Moves are appended to a journal in clear.
        let journal = text + "moves:\n- alice: write 1\n";
        assert_eq!(read("f", &journal).expect("it reads").moves.map(|moves| moves.len()), Some(1));
    }

    #[test]
    fn a_changed_seal_is_refused() {
        let scenario = Scenario { sealed: true, ..read("f", TEXT).expect("it reads") };
        let text = write(&scenario).expect("it is written");
        for at in (0..text.len()).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(bytes).expect("text");
            assert!(read("f", &changed).is_err(), "{changed}");
        }
    }
}
