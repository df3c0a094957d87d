//! Files of other tools, opened as scenarios: `.aag` (ASCII AIGER), `.txt` (Bristol Fashion) and
//! `.qdimacs`.
//!
//! A circuit becomes a gate check of its first output on an input of zeros, a quantified formula a
//! quantified debate; the scenario can be saved and edited like any other.

use std::path::Path;

use super::at::{At, Fault, Spot};
use super::circuit::{CircuitFile, QuantifiedFile};
use super::query::{GateCheckFile, QuantifiedDebateFile, VerifierFile};
use super::{FileError, MachineFile, ProtocolFile, Scenario, Words, printable};
use crate::machine::circuit::aiger::Aiger;
use crate::machine::circuit::bristol::Bristol;
use crate::machine::quantified::qdimacs;

/// The formats of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ASCII AIGER.
    Aiger,
    /// Bristol Fashion.
    Bristol,
    /// QDIMACS.
    Qdimacs,
}

impl Format {
    /// The format of a file, by its ending.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "aag" | "aig" => Some(Self::Aiger),
            "txt" => Some(Self::Bristol),
            "qdimacs" | "qdm" => Some(Self::Qdimacs),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Aiger => "AIGER",
            Self::Bristol => "Bristol Fashion",
            Self::Qdimacs => "QDIMACS",
        }
    }
}

/// The scenario of a file of another tool.
///
/// # Errors
/// What is wrong with it, and at which line.
pub fn import(path: &Path, format: Format, bytes: &[u8]) -> Result<Scenario, FileError> {
    let file = path.to_string_lossy();
    // Binary AIGER begins with an ASCII header, which is enough to say what it is.
    let text = String::from_utf8_lossy(bytes);
    let wrong = |message: String| match placed(&message) {
        Some((line, rest)) => {
            let spot = Spot { line, column: 1 };
            FileError::at(&file, &text, Fault { spot, message: rest.to_owned() })
        }
        None => FileError::whole(&file, message),
    };
    let content = At::nowhere(text.to_string());
    let (protocol, machine, outputs) = match format {
        Format::Aiger => {
            let read = Aiger::parse(&text).map_err(|e| wrong(e.to_string()))?;
            read.circuit(None).map_err(|e| wrong(e.to_string()))?;
            let file = CircuitFile { aiger: Some(content), ..Default::default() };
            (check(), circuit(file), read.outputs().len())
        }
        Format::Bristol => {
            let read = Bristol::parse(&text).map_err(|e| wrong(e.to_string()))?;
            read.circuit(0).map_err(|e| wrong(e.to_string()))?;
            let file = CircuitFile { bristol: Some(content), ..Default::default() };
            (check(), circuit(file), read.outputs().iter().sum())
        }
        Format::Qdimacs => {
            qdimacs::game(&text).map_err(|e| wrong(e.to_string()))?;
            let file = QuantifiedFile { qdimacs: Some(content), ..Default::default() };
            let protocol = QuantifiedDebateFile { verifier: VerifierFile::Evaluated };
            (ProtocolFile::Quantified(protocol), MachineFile::Quantified(file), 1)
        }
    };
    let stem = path.file_stem().map(|stem| printable(&stem.to_string_lossy())).unwrap_or_default();
    let (claim, summary) = match format {
        Format::Qdimacs => (
            "Alice claims: the formula is false.".to_owned(),
            "A quantified formula as a debate of bits.".to_owned(),
        ),
        _ => (
            "Alice claims: the first output is 0 on an input of zeros.".to_owned(),
            format!(
                "A circuit with {} and its first output on an input of zeros. Save it as a scenario \
                 to choose `output` and `input`.",
                if outputs == 1 { "1 output".to_owned() } else { format!("{outputs} outputs") }
            ),
        ),
    };
    let words = |text: &str| Words::new(text).unwrap_or_default();
    Ok(Scenario {
        title: words(&stem),
        summary: words(&summary),
        source: words(&format!("{} file", format.name())),
        ..Scenario::new(words(&claim), protocol, machine)
    })
}

fn check() -> ProtocolFile {
    ProtocolFile::GateCheck(GateCheckFile { claim: 0 })
}

fn circuit(file: CircuitFile) -> MachineFile {
    MachineFile::Circuit(Box::new(file))
}

/// The line of a message that begins with one, and the rest.
fn placed(message: &str) -> Option<(u64, &str)> {
    let (line, rest) = message.strip_prefix("line ")?.split_once(": ")?;
    Some((line.parse().ok()?, rest))
}
