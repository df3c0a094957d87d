//! A machine file's structure, key by key.

use serde::{Deserialize, Deserializer, Serialize};

use crate::chance::Probability;
use crate::machine::turing::Placed;

/// A machine as it stands in a file; part of a scenario, or a whole file. [`Machine::setup`]
/// resolves its synonyms and grouped symbols.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<Placed<String>>,
    pub(super) blank: Placed<String>,
    #[serde(rename = "start state")]
    pub(super) start: Placed<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) synonyms: Option<Pairs<Placed<String>, Placed<Action>>>,
    pub(super) table: Pairs<Placed<String>, Option<Rows>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) accept: Option<Names>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reject: Option<Names>,
    #[serde(default, rename = "time limit", skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<Placed<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) space: Option<Placed<Ends>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) head: Option<Placed<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) oracle: Option<Oracle>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) witness: Vec<Placed<i32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ends {
    pub(super) from: i32,
    pub(super) to: i32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Oracle {
    pub(super) state: Placed<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reads: Option<Placed<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<String>,
    pub(super) answers: Pairs<Placed<String>, Placed<OracleAnswer>>,
    pub(super) yes: Placed<Action>,
    pub(super) no: Placed<Action>,
}

/// Yes, no, or how likely yes is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OracleAnswer(pub(super) Probability);

/// The instructions of one state, one a symbol: groups of symbols are taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows(pub(super) Vec<(Placed<String>, Placed<Action>)>);

/// The entries of a mapping, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pairs<K, V>(pub(super) Vec<(K, V)>);

/// One symbol or several.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symbols(pub(super) Vec<Placed<String>>);

/// One name or several.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Names(pub(super) Vec<Placed<String>>);

/// An instruction: a word (a direction or a synonym), or what to write and where to go.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Action {
    Word(String),
    Full(Box<FullAction>),
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FullAction {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) write: Option<Placed<String>>,
    #[serde(
        default,
        rename = "L",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) left: Option<Target>,
    #[serde(
        default,
        rename = "R",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) right: Option<Target>,
    #[serde(
        default,
        rename = "N",
        deserialize_with = "null_is_given",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) stay: Option<Target>,
}

/// The state after `L:`; nothing after it means that the state stays.
pub(super) type Target = Option<Placed<String>>;

/// What an instruction may look like.
pub(super) const INSTRUCTION: &str = "an instruction: `R`, `L` or `N`, a synonym, or a mapping such as \
                           `{write: 1, R: next}`";

/// Tells `L:` with nothing after it from no `L` at all.
fn null_is_given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Target>, D::Error> {
    Target::deserialize(deserializer).map(Some)
}
