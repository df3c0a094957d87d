//! Files with random faults, made from correct ones. Every reader ends with a scenario or an error.
//! Elenchus can write each file that it reads, and read it again.

use std::fs;
use std::path::{Path, PathBuf};

use elenchus::batch::shard::{RunShard, merge};
use elenchus::scenario::course;
use elenchus::scenario::import::{ImportFormat, import};
use elenchus::scenario::journal::read_journal;
use elenchus::scenario::{FileError, Scenario, read, read_bytes, write};
use elenchus::tui::{keys, theme};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use crate::kit::at_night;
use crate::promises::keeps;

/// The number of mutants of each file.
fn mutants() -> usize {
    if at_night() { 100 } else { 50 }
}

/// Tokens that have a meaning in the formats.
const WORDS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "4294967296",
    "99999999999999999999",
    "1e9",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "\n\n",
    " ",
    "'",
    "\"",
    "&a",
    "*a",
    "c",
    "p cnf 3 1\n",
    "aag",
    "\u{1b}",
    "\u{202e}",
];

/// The short files of a subfolder of this folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let listed = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let listed = listed.map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = listed.filter(|path| path.is_file()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

/// The same bytes with one fault.
pub fn mutant(bytes: &[u8], rng: &mut impl Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..=bytes.len());
        let end = (at + rng.random_range(0..40)).min(bytes.len());
        match rng.random_range(0..5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                let to = rng.random_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            2 => {
                let word = WORDS[rng.random_range(0..WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
            3 => {
                let word = WORDS[rng.random_range(0..WORDS.len())];
                bytes.splice(at..end.min(at + 2), word.bytes());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.random();
                }
            }
        }
    }
    bytes
}

fn opened(bytes: &[u8]) -> Result<Scenario, FileError> {
    match ImportFormat::detect(bytes) {
        Some(format) => import(Path::new("mutant"), format, bytes),
        None => read_bytes("mutant", bytes),
    }
}

/// Reads mutants of all files of a folder. Returns the number that opened and the number that were
/// refused.
fn opened_and_refused(folder: &str, mut opens: impl FnMut(&[u8]) -> bool) -> [usize; 2] {
    let mut counted = [0; 2];
    for (seed, path) in files(folder).into_iter().enumerate() {
        let bytes = fs::read(&path).expect("it can be read");
        assert!(opens(&bytes), "{} is right", path.display());
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        for _ in 0..mutants() {
            counted[usize::from(!opens(&mutant(&bytes, &mut rng)))] += 1;
        }
    }
    counted
}

#[test]
fn a_mutant_that_was_read_is_written_and_read_again() {
    let [mut read_again, mut all] = [0; 2];
    for folder in [
        "scenarios",
        "fuzz/corpus/scenario",
        "fuzz/corpus/turing",
        "fuzz/corpus/aiger",
        "fuzz/corpus/bristol",
        "fuzz/corpus/qdimacs",
    ] {
        let [opened, refused] = opened_and_refused(folder, |bytes| {
            let Ok(scenario) = opened(bytes) else { return false };
            let text = write(&scenario).expect("a scenario that was read can be written");
            let again = read("again", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            // The rows of a Turing machine that cannot be built have no order.
            if !matches!(scenario.machine.turing(), Some(Err(_))) {
                assert!(again == scenario, "{text}");
            }
            true
        });
        assert!(opened > 0 && refused > 0, "{folder}: {opened} {refused}");
        read_again += opened;
        all += opened + refused;
    }
    keeps("mutants", all);
    keeps("rewritten", read_again);
}

/// Keys, colours, courses and parts of runs. An error names each fault.
#[test]
fn mutants_of_other_files_are_read_or_refused() {
    let part = r#"{"elenchus_part":2,"numbers":{"start":0,"end":0},"run":{"head":{"command":"simulate",
        "scenario":"s","title":"S","hash":"0","version":"1","seed":1,"seats":["a","b","c"],"set":[],
        "vary":[{"name":"k","values":["1"]}],"debates":0},"points":[]}}"#;
    let course = "title: Mine\ndebates:\n  - a.yaml\n  - {ask: Why?, answer: So.}\n  - lesson: One\n    \
                  debates: [b.yaml]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut told = 0;
    for _ in 0..mutants() {
        let mut text =
            |right: &str| String::from_utf8_lossy(&mutant(right.as_bytes(), &mut rng)).into_owned();
        let keys = keys::read(&text("undo: [backspace, U]\nhint: H\nquit: ctrl-q\n"));
        let theme = theme::read(&text("preset: light\nglyphs: ascii\nstyles: {wrong: bold red}\n"));
        let part = RunShard::read(&text(part)).and_then(|part| merge(vec![("part".into(), part)]));
        fs::write(folder.path().join("course.yaml"), text(course)).expect("it can be written");
        let course = course::course(name);
        let said = [
            keys.err().map(|e| e.to_string()),
            theme.err().map(|e| e.to_string()),
            part.err(),
            course.err().map(|e| e.to_string()),
        ];
        for why in said.into_iter().flatten() {
            assert!(!why.is_empty());
            told += 1;
        }
    }
    assert!(told > mutants(), "{told}");
}

#[test]
fn a_damaged_journal_gives_moves_or_a_reason() {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("journal.yaml");
    let [opened, refused] = opened_and_refused("fuzz/corpus/journal", |bytes| {
        fs::write(&path, bytes).expect("it can be written");
        match read_journal(&path) {
            Ok(found) => found.damage.is_none(),
            Err(error) => {
                assert!(!error.message.is_empty());
                false
            }
        }
    });
    assert!(opened > 0 && refused > 0, "{opened} {refused}");
    keeps("damaged journals", opened + refused);
}
