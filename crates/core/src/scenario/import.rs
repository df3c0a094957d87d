//! Makes scenarios from files of other tools: AIGER, Bristol Fashion and QDIMACS. The format is
//! detected from the content.
//!
//! A circuit becomes a gate check of its first output, on an input of zeros. A quantified formula
//! becomes a quantified debate. The person plays Bob. To change the question, use
//! [`Scenario::ask`].

use std::path::Path;

use super::circuit::{CircuitFile, QuantifiedFile};
use super::located::{Located, Spot, YamlError};
use super::{FileError, MachineFile, ProtocolFile, SafeText, Scenario, printable};
use crate::forms::safe_text::safe_lines;
use crate::machine::LineError;
use crate::machine::circuit::aiger::{self, Aiger};
use crate::machine::circuit::bristol::Bristol;
use crate::machine::quantified::qdimacs;
use crate::protocol::cross_examination::GateCheckFile;
use crate::protocol::quantified::{QuantifiedDebateFile, Verifier};
use crate::rules::Seat;

/// The formats of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// AIGER, in ASCII or binary form.
    Aiger,
    /// Bristol Fashion.
    Bristol,
    /// QDIMACS, or DIMACS, which is the same without quantifiers.
    Qdimacs,
}

/// The claim about a circuit file, before anybody asks another question.
pub(super) const IMPORTED_CLAIM: &str = "Alice claims: the first output is 0 on an input of zeros.";

/// The known formats, for the error about a file in an unknown format.
pub const KNOWN_FORMATS: &str = "a scenario or a saved debate (YAML that begins with `elenchus: \
                                 1`), a Turing machine (YAML of turingmachine.io), a circuit \
                                 (AIGER: `aag` or `aig`; Bristol Fashion), or a quantified \
                                 formula (QDIMACS: `p cnf`)";

impl ImportFormat {
    /// Detects the format of a file from its first bytes. `None` if the format is unknown.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"aag ") || aiger::binary::is_binary(bytes) {
            return Some(Self::Aiger);
        }
        let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && line[0] != b'c')?;
        if first.starts_with(b"p") && first[1..].trim_ascii_start().starts_with(b"cnf") {
            return Some(Self::Qdimacs);
        }
        let numbers = |line: &[u8]| {
            let numeric =
                line.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
            let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            numeric.then(|| words.count())
        };
        let second = lines.find(|line| !line.is_empty());
        (numbers(first) == Some(2) && second.is_none_or(|line| numbers(line).is_some()))
            .then_some(Self::Bristol)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Aiger => "AIGER",
            Self::Bristol => "Bristol Fashion",
            Self::Qdimacs => "QDIMACS",
        }
    }
}

/// Makes a scenario from a file of another tool.
///
/// # Errors
/// Returns the first mistake in the file, with its line.
pub fn import(path: &Path, format: ImportFormat, bytes: &[u8]) -> Result<Scenario, FileError> {
    let file = path.to_string_lossy();
    let text = String::from_utf8_lossy(bytes);
    let wrong = |LineError { line, word, message }| {
        let place = line.map(|line| Spot { line, column: column_of(&text, line, word) });
        FileError::at(&file, &text, YamlError { place, message })
    };
    let (protocol, machine, summary) = match format {
        ImportFormat::Aiger => {
            let ascii = match aiger::binary::is_binary(bytes) {
                true => aiger::binary::to_ascii(bytes).map_err(wrong)?,
                false => text.to_string(),
            };
            // A binary file has no lines, so the error refers to the ASCII form of the file.
            let wrong = |fault: LineError| match aiger::binary::is_binary(bytes) {
                true => {
                    wrong(LineError::whole_text(format!("in the ASCII form of this file, {fault}")))
                }
                false => wrong(fault),
            };
            let read = Aiger::parse(&ascii).map_err(wrong)?;
            read.circuit(None).map_err(wrong)?;
            let summary = circuit_summary(read.outputs().len(), read.latches());
            let file = CircuitFile {
                aiger: Some(Located::without_place(safe_lines(&ascii))),
                ..Default::default()
            };
            (check(), circuit(file), summary)
        }
        ImportFormat::Bristol => {
            let read = Bristol::parse(&text).map_err(wrong)?;
            read.circuit(0).map_err(wrong)?;
            let summary = circuit_summary(read.outputs().iter().sum(), 0);
            let content = Located::without_place(safe_lines(&text));
            let file = CircuitFile { bristol: Some(content), ..Default::default() };
            (check(), circuit(file), summary)
        }
        ImportFormat::Qdimacs => {
            qdimacs::game(&text).map_err(wrong)?;
            let content = Located::without_place(safe_lines(&text));
            let file = QuantifiedFile { qdimacs: Some(content), ..Default::default() };
            let protocol = QuantifiedDebateFile { verifier: Verifier::Evaluated };
            let summary =
                "A debate about a quantified formula. The provers choose its bits.".to_owned();
            (ProtocolFile::Quantified(protocol), MachineFile::Quantified(file), summary)
        }
    };
    let stem = path.file_stem().map(|stem| printable(&stem.to_string_lossy())).unwrap_or_default();
    let claim = match format {
        ImportFormat::Qdimacs => "Alice claims: the formula is false.",
        _ => IMPORTED_CLAIM,
    };
    let words = |text: &str| SafeText::new(text).unwrap_or_default();
    Ok(Scenario {
        title: words(&stem),
        summary: words(&summary),
        source: words(&format!("{} file", format.name())),
        seat: Some(Seat::Bob),
        ..Scenario::new(words(claim), protocol, machine)
    })
}

/// The column, counted from 1, in which a word of a line begins. Lines and words are counted as in
/// a [`LineError`].
fn column_of(text: &str, line: u32, word: usize) -> u32 {
    let line = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let word = line.split_ascii_whitespace().nth(word);
    let begins = word.map_or(0, |word| word.as_ptr() as usize - line.as_ptr() as usize);
    line[..begins].chars().count() as u32 + 1
}

fn circuit_summary(outputs: usize, latches: usize) -> String {
    let of = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}{}", if what.ends_with('h') { "es" } else { "s" }),
    };
    let mut summary = format!(
        "A circuit with {}. The debate is about its first output on an input of zeros. To ask \
         about another output or input, use `--wire` and `--input`, or the same keys in a \
         scenario.",
        of(outputs, "output")
    );
    if latches > 0 {
        let latches = of(latches, "latch");
        summary += &format!(
            " It has {latches}, which can have any values and are its last inputs. With \
             `--steps`, the circuit runs from the initial values of its latches."
        );
    }
    summary
}

fn check() -> ProtocolFile {
    ProtocolFile::GateCheck(GateCheckFile::default())
}

fn circuit(file: CircuitFile) -> MachineFile {
    MachineFile::Circuit(Box::new(file))
}
