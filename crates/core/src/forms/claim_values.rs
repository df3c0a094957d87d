//! The form of values that only claims have: integers of any size, and the players' knowledge.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::safe_text::{SafeText, text};
use crate::machine::claims::{ClaimTree, Knowledge};

/// A whole number of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFile(pub BigUint);

/// The largest number of digits that a number may have.
const MOST_DIGITS: usize = 1300;

impl Serialize for NumberFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) => serializer.serialize_u64(small),
            Err(_) => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for NumberFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Read the number as text, because YAML would round a long number without quotes to a
        // floating-point number.
        text(deserializer, "a whole number, in quotes if it is long", |text| {
            let digits: String =
                text.chars().filter(|c| !matches!(c, ' ' | '_' | ',' | '\n')).collect();
            if digits.len() > MOST_DIGITS {
                return Err(format!("a number has at most {MOST_DIGITS} digits"));
            }
            digits
                .parse()
                .map(NumberFile)
                .map_err(|_| "this is not a whole number. Write digits only".into())
        })
    }
}

/// The knowledge of a player: everything, nothing, the root, or a list of claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum KnowledgeFile {
    /// `everything`, `nothing` or `root`.
    Word(String),
    /// The names of the claims that the player knows.
    Claims(Vec<String>),
}

impl KnowledgeFile {
    /// Converts this to knowledge of the claims in a tree.
    ///
    /// # Errors
    /// Returns an error if a word or a claim is unknown.
    pub fn read(&self, tree: &ClaimTree) -> Result<Knowledge, String> {
        match self {
            Self::Word(word) => match &**word {
                "everything" => Ok(Knowledge::Everything),
                "nothing" => Ok(Knowledge::Nothing),
                "root" => Ok(Knowledge::root()),
                other => Err(format!(
                    "`{other}` is not a kind of knowledge. Write everything, nothing, root, or a list \
                     of claims"
                )),
            },
            Self::Claims(names) => {
                let claims = names.iter().map(|name| {
                    tree.named(name).ok_or_else(|| {
                        format!(
                            "there is no claim `{name}`. Write one of these: {}",
                            tree.names(|_| true)
                        )
                    })
                });
                Ok(Knowledge::Only(Arc::new(claims.collect::<Result<_, _>>()?)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for KnowledgeFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Known;
        impl<'de> Visitor<'de> for Known {
            type Value = KnowledgeFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("everything, nothing, root, or a list of claims")
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<KnowledgeFile, E> {
                SafeText::new(word).map(|w| KnowledgeFile::Word(w.to_string())).map_err(E::custom)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<KnowledgeFile, A::Error> {
                let names = Vec::<SafeText>::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(KnowledgeFile::Claims(names.iter().map(ToString::to_string).collect()))
            }
        }
        deserializer.deserialize_any(Known)
    }
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::*;

    impl JsonSchema for NumberFile {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Number".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A whole number of any size, in quotes if it is long.",
                "type": ["integer", "string"],
            })
        }
    }

    impl JsonSchema for KnowledgeFile {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Knowledge".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "everything, nothing, root, or a list of claims by name.",
                "oneOf": [
                    {"enum": ["everything", "nothing", "root"]},
                    {"type": "array", "items": {"type": "string"}},
                ],
            })
        }
    }
}
