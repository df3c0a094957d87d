//! The structure of a machine file, key by key.

use serde::{Deserialize, Deserializer, Serialize};

use crate::chance::Probability;
use crate::machine::turing::Placed;

/// A machine in a file. The file is a scenario, or has only the machine. [`TuringFile::setup`]
/// resolves its synonyms and grouped symbols.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TuringFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<Placed<String>>,
    pub(super) blank: Placed<String>,
    #[serde(rename = "start state")]
    pub(super) start: Placed<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) synonyms: Option<OrderedPairs<Placed<String>, Placed<InstructionFile>>>,
    pub(super) table: OrderedPairs<Placed<String>, Option<StateRows>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) accept: Option<Names>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reject: Option<Names>,
    #[serde(default, rename = "time limit", skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<Placed<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) space: Option<Placed<EndsFile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) head: Option<Placed<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) oracle: Option<OracleFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) witness: Vec<Placed<i32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndsFile {
    pub(super) from: i32,
    pub(super) to: i32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OracleFile {
    pub(super) state: Placed<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reads: Option<Placed<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<String>,
    pub(super) answers: OrderedPairs<Placed<String>, Placed<OracleAnswerFile>>,
    // YAML 1.1 reads the words yes and no as truth values, and writes them back as `true` and `false`.
    #[serde(alias = "true")]
    pub(super) yes: Placed<InstructionFile>,
    #[serde(alias = "false")]
    pub(super) no: Placed<InstructionFile>,
}

/// Yes, no, or the probability of yes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OracleAnswerFile(pub(super) Probability);

/// The instructions of a state, one for each symbol. Groups of symbols are split.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StateRows(pub(super) Vec<(Placed<String>, Placed<InstructionFile>)>);

/// The entries of a mapping, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OrderedPairs<K, V>(pub(super) Vec<(K, V)>);

/// One symbol or several.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symbols(pub(super) Vec<Placed<String>>);

/// One name or several.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Names(pub(super) Vec<Placed<String>>);

/// An instruction: a word (a direction or a synonym), or the symbol to write and the move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum InstructionFile {
    Word(String),
    Full(Box<FullInstructionFile>),
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FullInstructionFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) write: Option<Placed<String>>,
    #[serde(
        default,
        rename = "L",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) left: Option<TargetState>,
    #[serde(
        default,
        rename = "R",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) right: Option<TargetState>,
    #[serde(
        default,
        rename = "N",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) stay: Option<TargetState>,
}

/// The state named after `L:`. `None` means that the state stays the same.
pub(super) type TargetState = Option<Placed<String>>;

/// The possible forms of an instruction.
pub(super) const INSTRUCTION: &str = "an instruction: `R`, `L` or `N`, a synonym, or a mapping such as \
                           `{write: 1, R: next}`";

/// Distinguishes an empty `L:` from a missing `L`.
fn null_is_given<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<TargetState>, D::Error> {
    TargetState::deserialize(deserializer).map(Some)
}
