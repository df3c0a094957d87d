//! Reads and writes the forms of the dialect, with their places.

use std::fmt;
use std::marker::PhantomData;

#[cfg(any(test, feature = "testing"))]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::file::{
    FullInstructionFile, INSTRUCTION, InstructionFile, Names, OracleAnswerFile, OrderedPairs,
    StateRows, Symbols,
};
use crate::chance::Probability;
use crate::machine::turing::Placed;
use crate::yaml;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (value, place) = yaml::placed(deserializer)?;
        Ok(Self { place, value })
    }
}

impl<T: Serialize> Serialize for Placed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<K: Serialize, V: Serialize> Serialize for OrderedPairs<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de> Deserialize<'de> for StateRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let groups: OrderedPairs<Placed<Symbols>, Placed<InstructionFile>> =
            OrderedPairs::deserialize(deserializer)?;
        let mut groups: Vec<_> = groups
            .0
            .into_iter()
            .map(|(symbols, action)| (symbols.place, taken_apart(symbols.value), action))
            .collect();
        // If groups overlap, the last one counts, but turingmachine.io puts groups of a single digit before all
        // others.
        let is_digit = |symbols: &[Placed<String>]| matches!(symbols, [one] if one.value.len() == 1 && one.value.as_bytes()[0].is_ascii_digit());
        groups.sort_by_key(|(_, symbols, _)| !is_digit(symbols));
        let mut rows: Vec<(Placed<String>, Placed<InstructionFile>, bool)> = Vec::new();
        for (here, symbols, action) in groups {
            let grouped = symbols.len() > 1;
            for symbol in symbols {
                rows.retain(|(known, _, other)| {
                    known.value != symbol.value || !(grouped || *other)
                });
                let place = symbol.place.or(here);
                rows.push((Placed { place, ..symbol }, action.clone(), grouped));
            }
        }
        Ok(Self(rows.into_iter().map(|(symbol, action, _)| (symbol, action)).collect()))
    }
}

/// The symbols that a key lists. `'0,1'` is a list in one string. In such a string, `,,` stands for a comma.
fn taken_apart(symbols: Symbols) -> Vec<Placed<String>> {
    let [one] = symbols.0.as_slice() else { return symbols.0 };
    if one.value.chars().count() < 2 || !one.value.contains(',') {
        return symbols.0;
    }
    let mut parts: Vec<String> = Vec::new();
    for part in one.value.split(',') {
        match parts.last_mut() {
            Some(last) if last.is_empty() && part.is_empty() => last.push(','),
            _ => parts.push(part.to_owned()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(|value| Placed { value, place: one.place }).collect()
}

impl Serialize for StateRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(symbol, action)| (symbol, action)))
    }
}

/// A scalar as text. Unquoted numbers become their digits. Other values of YAML need quotes.
struct Scalar;

impl Scalar {
    fn quote<E: serde::de::Error>(word: &str) -> E {
        E::custom(format!("YAML reads this as {word}. Write it in quotes"))
    }
}

macro_rules! scalar_visits {
    ($wrap:expr) => {
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok($wrap(text.to_owned()))
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok($wrap(number.to_string()))
        }
        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
            Ok($wrap(number.to_string()))
        }
        fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Self::Value, E> {
            Err(Scalar::quote("a number"))
        }
        fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<Self::Value, E> {
            Err(Scalar::quote("true or false"))
        }
        fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
            Err(Scalar::quote("nothing"))
        }
    };
}

macro_rules! one_or_many {
    ($name:ident, $what:literal) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct OneOrMany;
                struct Given(Vec<Placed<String>>);
                impl<'de> Visitor<'de> for OneOrMany {
                    type Value = Given;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }
                    scalar_visits!(|text| Given(vec![Placed::without_place(text)]));
                    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Given, A::Error> {
                        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Given)
                    }
                }
                impl<'de> Deserialize<'de> for Given {
                    fn deserialize<D: Deserializer<'de>>(
                        deserializer: D,
                    ) -> Result<Self, D::Error> {
                        deserializer.deserialize_any(OneOrMany)
                    }
                }
                let (Given(mut all), place) = yaml::placed(deserializer)?;
                for one in &mut all {
                    one.place = one.place.or(place);
                }
                Ok($name(all))
            }
        }
    };
}

one_or_many!(Symbols, "a symbol, such as `0` or `' '`, or a list, such as `[0, 1]`");
one_or_many!(Names, "the name of a state, or a list of names");

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => one.serialize(serializer),
            many => serializer.collect_seq(many),
        }
    }
}

impl<'de> Deserialize<'de> for InstructionFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ActionVisitor;
        impl<'de> Visitor<'de> for ActionVisitor {
            type Value = InstructionFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(INSTRUCTION)
            }
            scalar_visits!(InstructionFile::Word);
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<InstructionFile, A::Error> {
                let full = FullInstructionFile::deserialize(MapAccessDeserializer::new(map))?;
                Ok(InstructionFile::Full(Box::new(full)))
            }
        }
        deserializer.deserialize_any(ActionVisitor)
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for OrderedPairs<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<K, V>(PhantomData<(K, V)>);
        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<K, V> {
            type Value = OrderedPairs<K, V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(OrderedPairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

impl<'de> Deserialize<'de> for OracleAnswerFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnswerVisitor;
        impl Visitor<'_> for AnswerVisitor {
            type Value = OracleAnswerFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("yes, no, or the probability of yes, such as 0.7")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<OracleAnswerFile, E> {
                match text {
                    "yes" | "true" | "1" => self.visit_bool(true),
                    "no" | "false" | "0" => self.visit_bool(false),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }
            fn visit_bool<E: serde::de::Error>(self, yes: bool) -> Result<OracleAnswerFile, E> {
                Ok(OracleAnswerFile(Probability::certain(yes)))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<OracleAnswerFile, E> {
                self.visit_f64(number as f64)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<OracleAnswerFile, E> {
                self.visit_f64(number as f64)
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<OracleAnswerFile, E> {
                Probability::new(number).map(OracleAnswerFile).map_err(|e| E::custom(e.to_string()))
            }
        }
        deserializer.deserialize_any(AnswerVisitor)
    }
}

impl Serialize for OracleAnswerFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_certain() {
            Some(true) => serializer.serialize_str("yes"),
            Some(false) => serializer.serialize_str("no"),
            None => serializer.serialize_f64(self.0.get()),
        }
    }
}

#[cfg(any(test, feature = "testing"))]
impl JsonSchema for super::file::TuringFile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TuringMachine".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let symbol = json_schema!({ "type": ["string", "integer"] });
        let state = json_schema!({ "type": ["string", "integer"] });
        let states = json_schema!({ "anyOf": [state, { "type": "array", "items": state }] });
        let instruction = json_schema!({
            "description": "A direction, a synonym, or the symbol to write and the move.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": {
                        "write": symbol,
                        "L": { "type": ["string", "integer", "null"] },
                        "R": { "type": ["string", "integer", "null"] },
                        "N": { "type": ["string", "integer", "null"] }
                    },
                    "additionalProperties": false
                }
            ]
        });
        json_schema!({
            "description": "A Turing machine in the dialect of turingmachine.io.",
            "type": "object",
            "required": ["blank", "start state", "table"],
            "properties": {
                "name": { "type": "string" },
                "input": { "type": ["string", "integer"], "description": "Cells 1, 2, …" },
                "blank": symbol,
                "start state": state,
                "synonyms": { "type": "object", "additionalProperties": instruction },
                "table": {
                    "type": "object",
                    "description": "The instruction for each state and each symbol. A key may be a list of symbols.",
                    "additionalProperties": {
                        "type": ["object", "null"],
                        "additionalProperties": instruction
                    }
                },
                "accept": states,
                "reject": states,
                "time limit": { "type": "integer", "minimum": 1, "maximum": 10_000_000 },
                "space": {
                    "type": "object",
                    "description": "The leftmost and the rightmost cell.",
                    "required": ["from", "to"],
                    "properties": { "from": { "type": "integer" }, "to": { "type": "integer" } },
                    "additionalProperties": false
                },
                "head": { "type": "integer", "description": "The cell at which the head starts. If left out, cell 1." },
                "oracle": {
                    "type": "object",
                    "required": ["state", "answers", "yes", "no"],
                    "properties": {
                        "state": state,
                        "reads": { "type": "integer", "minimum": 1, "maximum": 64 },
                        "question": { "type": "string" },
                        "answers": {
                            "type": "object",
                            "description": "The answer for each word, and `else` for all others: \
                                            yes, no, or the probability of yes. Only stochastic \
                                            debate allows probabilities between 0 and 1.",
                            "additionalProperties": {
                                "anyOf": [
                                    { "enum": ["yes", "no", true, false] },
                                    { "type": "number", "minimum": 0, "maximum": 1 }
                                ]
                            }
                        },
                        "yes": instruction,
                        "no": instruction
                    },
                    "additionalProperties": false
                },
                "witness": {
                    "type": "array",
                    "description": "Cells that Alice writes before a stochastic debate, each 0 or 1.",
                    "items": { "type": "integer" }
                }
            },
            "additionalProperties": false
        })
    }
}
