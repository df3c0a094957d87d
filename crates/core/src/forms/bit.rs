//! The form of a bit in a file.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A bit, written as 0 or 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitFile(pub bool);

struct BitVisitor;

impl Visitor<'_> for BitVisitor {
    type Value = BitFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0 or 1")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<BitFile, E> {
        match number {
            0 | 1 => Ok(BitFile(number == 1)),
            _ => Err(E::custom(format!("{number} is not a bit. Write 0 or 1"))),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<BitFile, E> {
        Err(E::custom(format!("{number} is not a bit. Write 0 or 1")))
    }
}

impl<'de> Deserialize<'de> for BitFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BitVisitor)
    }
}

impl Serialize for BitFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(self.0))
    }
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::*;

    impl JsonSchema for BitFile {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Bit".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "enum": [0, 1] })
        }
    }
}
