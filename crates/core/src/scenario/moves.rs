//! The form of players and moves in files.

use std::fmt;
use std::str::FromStr;

use indexmap::IndexMap;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chance::Probability;
use crate::debate::{RecordEntry, SeatPlan};
use crate::forms::{Located, Spot, is_default};
use crate::rules::Move;

use super::safe_text::SafeText;
use crate::yaml;

/// A line of a record, such as `- bob: point 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordLine(pub RecordEntry);

impl Serialize for RecordLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (who, what) = self.0.parts();
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&who, &what)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for RecordLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneMove;
        impl<'de> Visitor<'de> for OneMove {
            type Value = RecordLine;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move, such as `bob: point 3`")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RecordLine, A::Error> {
                let Some((who, what)) = map.next_entry::<String, String>()? else {
                    return Err(A::Error::custom("a move is missing. Write it as `bob: point 3`"));
                };
                if map.next_key::<String>()?.is_some() {
                    return Err(A::Error::custom(
                        "a line can have only one move. Start the next line with `- `",
                    ));
                }
                RecordEntry::read(&who, &what).map(RecordLine).map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_map(OneMove)
    }
}

/// The player of a seat: `human`, a strategy, or a script, a mixture or rounds.
#[derive(Clone, Debug)]
pub struct SeatFile {
    /// The player.
    pub plan: SeatPlan,
    /// The strategies that the player consists of, with their positions in the file.
    named: Vec<Located<String>>,
}

impl From<SeatPlan> for SeatFile {
    fn from(plan: SeatPlan) -> Self {
        Self { plan, named: Vec::new() }
    }
}

impl PartialEq for SeatFile {
    fn eq(&self, other: &Self) -> bool {
        self.plan == other.plan
    }
}

/// A player that consists of several strategies or moves: exactly one of `script`, `mix` and
/// `rounds`.
#[derive(Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ComposedFile {
    /// The moves of the seat, in order, such as `point 3`. A move that is illegal when it is made
    /// is an error, unless `if-legal` is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Vec<SafeText>>"))]
    script: Option<Vec<Located<MoveFile>>>,
    /// If true, an illegal move of the script is not an error: the strategy `then` makes a move in
    /// its place.
    #[serde(default, skip_serializing_if = "is_default")]
    if_legal: bool,
    /// Strategies with their probabilities, which sum to 1. One strategy is drawn at random and
    /// plays the whole debate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mix: Option<IndexMap<String, Located<f64>>>,
    /// Round numbers, each with a move or a strategy for this round. Rounds are counted from 1, and
    /// each answer of the seat is a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<IndexMap<u64, Located<String>>>"))]
    rounds: Option<IndexMap<RoundNumber, Located<String>>>,
    /// The strategy that plays after the script, or in all other rounds. If left out, it is the
    /// honest strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    then: Option<Located<SafeText>>,
}

/// The number of a round. As a key in JSON, it is a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct RoundNumber(u64);

impl<'de> Deserialize<'de> for RoundNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = RoundNumber;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, 0 or more")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<RoundNumber, E> {
                Ok(RoundNumber(number))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<RoundNumber, E> {
                let number = text.parse().map(RoundNumber);
                number.map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        from.deserialize_any(Number)
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "SafeText", into = "String")]
struct MoveFile(Move);

impl TryFrom<SafeText> for MoveFile {
    type Error = String;
    fn try_from(words: SafeText) -> Result<Self, String> {
        words.parse().map(Self)
    }
}

impl From<MoveFile> for String {
    fn from(MoveFile(mv): MoveFile) -> Self {
        mv.to_string()
    }
}

/// The kinds of players that consist of several strategies or moves: an example of each, and what
/// it does.
pub const COMPOSED: [(&str, &str); 3] = [
    (
        "mix: {honest: 0.7, lazy: 0.3}",
        "before the debate, one of these strategies is drawn and then plays the whole debate",
    ),
    (
        "rounds: {3: MOVE, 5: STRATEGY}, then: honest",
        "makes this move in its third round, and uses this strategy in its fifth round",
    ),
    (
        "script: [MOVE, MOVE], then: honest",
        "makes these moves and then plays by the strategy after `then`; with `if-legal: true` it \
         skips illegal moves",
    ),
];

/// The prefix of an external program, as in `program:python3 player.py`. Only the command line can
/// start the program. In a file, the name only records who played.
pub const OUTSIDE: &str = "program:";

impl SeatFile {
    /// The position of this strategy in the file. `None` if the player consists of this strategy
    /// only; then use the position of the seat.
    pub fn spot_of(&self, written: &str) -> Option<Spot> {
        self.named.iter().find(|named| named.value == written).map(|named| named.spot)
    }

    /// The command of the external program. `None` if the player is not an external program.
    pub fn outside(&self) -> Option<&str> {
        self.plan.program()?.strip_prefix(OUTSIDE).map(str::trim)
    }
}

/// The sum of a mixture's probabilities may differ from 1 by this much.
const NEARLY: f64 = 1e-9;

impl ComposedFile {
    fn seat(self) -> Result<SeatFile, String> {
        let named = self.named();
        Ok(SeatFile { plan: self.plan()?, named })
    }

    /// The strategies with their positions, and the moves or strategies in rounds.
    fn named(&self) -> Vec<Located<String>> {
        let then = self.then.iter().map(|then| (then.to_string(), then.spot));
        let mixed = self.mix.iter().flatten().map(|(written, p)| (written.clone(), p.spot));
        let rounds = self.rounds.iter().flatten().map(|(_, what)| (what.value.clone(), what.spot));
        let all = then.chain(mixed).chain(rounds);
        all.map(|(written, spot)| Located { value: written.trim().to_owned(), spot }).collect()
    }

    fn plan(self) -> Result<SeatPlan, String> {
        let Self { script, if_legal, mix, rounds, then } = self;
        let follows = then.is_some();
        let then = then.map_or("honest".to_owned(), |then| then.to_string());
        let name = |written: &str| SafeText::new(written).map(|words| words.trim().to_owned());
        match (script, mix, rounds) {
            (Some(script), None, None) => {
                let moves = script.into_iter().map(|mv| mv.value.0).collect();
                Ok(SeatPlan::Script { moves, if_legal, then })
            }
            (None, Some(_), None) if follows || if_legal => {
                Err("a mixture cannot have `then` or `if-legal`".into())
            }
            (None, Some(mix), None) => {
                let sum: f64 = mix.values().map(|p| p.value).sum();
                if mix.is_empty() {
                    return Err("a mixture needs strategies with their probabilities".into());
                }
                if (sum - 1.0).abs() > NEARLY {
                    let sum = format!("{sum:.9}");
                    let sum = sum.trim_end_matches('0').trim_end_matches('.');
                    return Err(format!(
                        "the probabilities of a mixture sum to {sum}, but they must sum to 1"
                    ));
                }
                let part = |(written, p): (&String, &Located<f64>)| {
                    let p = Probability::new(p.value).map_err(|e| format!("{written}: {e}"))?;
                    Ok((p, name(written)?))
                };
                Ok(SeatPlan::Mix(mix.iter().map(part).collect::<Result<_, String>>()?))
            }
            (None, None, Some(_)) if if_legal => Err("rounds cannot have `if-legal`".into()),
            (None, None, Some(rounds)) => {
                if rounds.contains_key(&RoundNumber(0)) {
                    return Err("rounds count from 1, so there is no round 0".into());
                }
                let round = |(n, what): (RoundNumber, Located<String>)| Ok((n.0, name(&what)?));
                let rounds = rounds.into_iter().map(round).collect::<Result<_, String>>()?;
                Ok(SeatPlan::Rounds { rounds, then })
            }
            _ => Err("give exactly one of `script`, `mix` and `rounds`".into()),
        }
    }
}

/// Parses a player in the form of the command line: a strategy, or a script, a mixture or rounds in
/// one line.
impl FromStr for SeatFile {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let is_composed = |kind: &str| {
            text.trim_start()
                .strip_prefix(kind)
                .is_some_and(|rest| rest.trim_start().starts_with(':'))
        };
        if !["mix", "rounds", "script"].into_iter().any(is_composed) {
            let words = SafeText::new(text)?;
            return Ok(SeatPlan::Program(words.to_string()).into());
        }
        let file: ComposedFile =
            yaml::read(&format!("{{{text}}}")).map_err(|e| format!("`{text}`: {}", e.message))?;
        file.seat().map_err(|e| format!("`{text}`: {e}"))
    }
}

impl Serialize for SeatFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let next =
            |then: &str| Some(Located::without_place(SafeText::new(then).unwrap_or_default()));
        let rest = ComposedFile::default();
        let file = match &self.plan {
            SeatPlan::Human => return serializer.serialize_str("human"),
            SeatPlan::Program(name) => return serializer.serialize_str(name),
            SeatPlan::Script { moves, if_legal, then } => {
                let script = Some(
                    moves.iter().cloned().map(|mv| Located::without_place(MoveFile(mv))).collect(),
                );
                ComposedFile { script, if_legal: *if_legal, then: next(then), ..rest }
            }
            SeatPlan::Mix(parts) => {
                let part =
                    |(p, of): &(Probability, String)| (of.clone(), Located::without_place(p.get()));
                ComposedFile { mix: Some(parts.iter().map(part).collect()), ..rest }
            }
            SeatPlan::Rounds { rounds, then } => {
                let round = |(n, what): &(u64, String)| {
                    (RoundNumber(*n), Located::without_place(what.clone()))
                };
                let rounds = Some(rounds.iter().map(round).collect());
                ComposedFile { rounds, then: next(then), ..rest }
            }
        };
        file.serialize(serializer)
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
                match text {
                    "human" => Ok(SeatPlan::Human.into()),
                    name => name.parse().map_err(E::custom),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SeatFile, A::Error> {
                let file =
                    ComposedFile::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                file.seat().map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_any(Seat)
    }
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::*;

    impl JsonSchema for RecordLine {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Move".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "A move, with the actor who made it. `go` jumps to the move with this number.",
                "type": "object",
                "propertyNames": { "enum": ["alice", "bob", "judge", "nature", "rules", "go"] },
                "additionalProperties": { "type": ["string", "integer"] },
                "minProperties": 1,
                "maxProperties": 1,
            })
        }
    }

    impl JsonSchema for SeatFile {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Seat".into()
        }
        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let composed = generator.subschema_for::<ComposedFile>();
            json_schema!({
                "description": "`human`, a strategy written `name` or `name:argument`, or a \
                                player made of a script, a mixture, or rounds.",
                "anyOf": [{ "type": "string" }, composed],
            })
        }
    }
}
