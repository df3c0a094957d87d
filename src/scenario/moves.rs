//! Seats and moves as a file writes them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::debate::{Entry, SeatPlan};
use crate::rules::Move;

use super::words::Words;

/// A line of a record: `- bob: point 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Line(pub Entry);

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (who, what) = self.0.parts();
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&who, &what)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct One;
        impl<'de> Visitor<'de> for One {
            type Value = Line;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move, such as `bob: point 3`")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
                let Some((who, what)) = map.next_entry::<String, String>()? else {
                    return Err(A::Error::custom("a move is missing: write `bob: point 3`"));
                };
                if map.next_key::<String>()?.is_some() {
                    return Err(A::Error::custom("a line has one move: start the next with `- `"));
                }
                Entry::read(&who, &what).map(Line).map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_map(One)
    }
}

impl JsonSchema for Line {
    fn schema_name() -> Cow<'static, str> {
        "Move".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One move: who made it, and what it was. `go` goes to a move by number.",
            "type": "object",
            "propertyNames": { "enum": ["alice", "bob", "judge", "nature", "rules", "go"] },
            "additionalProperties": { "type": ["string", "integer"] },
            "minProperties": 1,
            "maxProperties": 1,
        })
    }
}

/// Who sits in a seat: `human`, a strategy, or a script.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatFile(pub SeatPlan);

/// A script as a file writes it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ScriptFile {
    /// The seat's own moves, in order, such as `point 3`. One that is not legal where its turn comes
    /// is an error.
    script: Vec<Words>,
    /// Plays a move only if it is legal, and otherwise lets the strategy move in its place.
    #[serde(default, skip_serializing_if = "is_no")]
    if_legal: bool,
    /// The strategy that plays after them; the honest one if it is left out.
    #[serde(default = "honest")]
    then: Words,
}

fn is_no(value: &bool) -> bool {
    !*value
}

fn honest() -> Words {
    Words::new("honest").unwrap_or_default()
}

impl Serialize for SeatFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            SeatPlan::Human => serializer.serialize_str("human"),
            SeatPlan::Program(name) => serializer.serialize_str(name),
            SeatPlan::Script { moves, if_legal, then } => {
                let words = |text: &str| Words::new(text).unwrap_or_default();
                let script = moves.iter().map(|mv| words(&mv.to_string())).collect();
                ScriptFile { script, if_legal: *if_legal, then: words(then) }.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for SeatFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seat;
        impl<'de> Visitor<'de> for Seat {
            type Value = SeatFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "`human`, a strategy such as `honest`, or `{script: [...], then: honest}`",
                )
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<SeatFile, E> {
                let words = Words::new(text).map_err(E::custom)?;
                Ok(SeatFile(match &*words {
                    "human" => SeatPlan::Human,
                    name => SeatPlan::Program(name.to_owned()),
                }))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SeatFile, A::Error> {
                let file =
                    ScriptFile::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                let moves: Result<Vec<Move>, String> =
                    file.script.iter().map(|words| words.parse()).collect();
                Ok(SeatFile(SeatPlan::Script {
                    moves: moves.map_err(A::Error::custom)?,
                    if_legal: file.if_legal,
                    then: file.then.to_string(),
                }))
            }
        }
        deserializer.deserialize_any(Seat)
    }
}

impl JsonSchema for SeatFile {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let script = generator.subschema_for::<ScriptFile>();
        json_schema!({
            "description": "`human`, a strategy written `name` or `name:argument`, or a script.",
            "anyOf": [{ "type": "string" }, script],
        })
    }
}
