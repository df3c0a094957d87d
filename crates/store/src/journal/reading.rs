//! Reads a journal up to the first damaged line.

use std::io::Read;
use std::path::Path;

use elenchus_core::yaml;

use crate::disk;
use crate::files::{self, unreadable};
use crate::{FileError, Located, RecordLine, Scenario, Spot, YamlError, read_bytes};

/// The content of a journal.
#[derive(Debug)]
pub struct JournalContents {
    /// The scenario, with every move before the first damaged line.
    pub scenario: Scenario,
    /// The damage. `None` if the file is whole.
    pub damage: Option<FileError>,
    /// The offset of the end of the head, then the offset of the end of each move, in bytes.
    pub(super) ends: Vec<u64>,
    /// The bytes of the file.
    pub(super) bytes: Vec<u8>,
}

/// Reads a journal without changing it, even while another window plays the debate.
///
/// # Errors
/// Returns an error if the journal cannot be read, or if its head is incomplete.
pub fn read_journal(path: &Path) -> Result<JournalContents, FileError> {
    let name = path.to_string_lossy();
    found(&name, disk::open(path, false).map_err(|e| unreadable(&name, &e))?)
}

/// Reads an open journal.
pub(super) fn found(name: &str, file: impl Read) -> Result<JournalContents, FileError> {
    let bytes = files::all(file).map_err(|e| unreadable(name, &e))?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let Some(head) = head(&bytes[..whole]) else {
        let message = "this journal ends before its moves. The claim, the players and the seed are lost, so \
        the debate cannot continue";
        return Err(FileError::whole_file(name, message));
    };
    let ends: Vec<u64> = std::iter::once(head)
        .chain((head..whole).filter(|&at| bytes[at] == b'\n').map(|at| at + 1))
        .map(|end| end as u64)
        .collect();
    if let Ok(scenario) = read_bytes(name, &bytes[..whole])
        && scenario.moves.as_ref().map_or(0, Vec::len) + 1 == ends.len()
    {
        return Ok(JournalContents { scenario, damage: None, ends, bytes });
    }
    up_to_damage(name, bytes, &ends)
}

/// The offset in bytes at which the head ends, after the line `moves:`. `None` if there is no such line.
fn head(bytes: &[u8]) -> Option<usize> {
    const LINE: &[u8] = b"\nmoves:\n";
    bytes.windows(LINE.len()).position(|part| part == LINE).map(|at| at + LINE.len())
}

/// Reads moves line by line, until a line is not a move.
fn up_to_damage(name: &str, bytes: Vec<u8>, ends: &[u64]) -> Result<JournalContents, FileError> {
    let head = ends[0] as usize;
    let mut scenario = read_bytes(name, &bytes[..head])?;
    let first = bytes[..head].iter().filter(|&&b| b == b'\n').count() as u32 + 1;
    let mut moves = Vec::new();
    let mut damage = None;
    for (n, part) in ends.windows(2).enumerate() {
        let spot = Spot { line: first + n as u32, column: 1 };
        match read_line(&bytes[part[0] as usize..part[1] as usize]) {
            Ok(line) => moves.push(Located { value: line, spot }),
            Err(reason) => {
                let message = format!("this line is damaged: {reason}");
                let text = String::from_utf8_lossy(&bytes);
                damage = Some(FileError::at(name, &text, YamlError::at(spot, message)));
                break;
            }
        }
    }
    let ends = ends[..=moves.len()].to_vec();
    scenario.moves = Some(moves);
    Ok(JournalContents { scenario, damage, ends, bytes })
}

/// Parses a line, which must be one move.
fn read_line(bytes: &[u8]) -> Result<RecordLine, String> {
    const EXPECTED: &str = "expected a move, such as `- bob: point 3`";
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let lines: Vec<RecordLine> = yaml::read(text).map_err(|_| EXPECTED.to_owned())?;
    match <[RecordLine; 1]>::try_from(lines) {
        Ok([line]) => Ok(line),
        Err(_) => Err(EXPECTED.into()),
    }
}
