//! The YAML dialect of turingmachine.io, read with the place of everything in it.
//!
//! ```yaml
//! input: '1011'            # may be missing: an empty tape
//! blank: ' '
//! start state: right
//! synonyms: {finish: {L: done}}
//! table:
//!   right:
//!     [1, 0]: R            # several symbols; R, L, N alone: move, stay in this state
//!     ' ': {L: carry}      # move and enter a state
//!   carry:
//!     1: {write: 0, L}     # write and move
//!     [0, ' ']: {write: 1, L: done}
//!   done:                  # no row: it halts. A missing symbol halts too
//! ```
//!
//! A whole document that the site exports, with the machine as text under `source code:`, opens as
//! well. Further keys, which the site does not have: `accept`, `reject` (a state or a list),
//! `time limit`, `space: {from, to}`, `head`, `oracle: {state, reads, question, answers, yes, no}`.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use super::{
    Fault, Faults, Place, Placed, Setup, SetupInstruction, SetupOracle, SetupState, TuringMachine,
};

/// Reads a machine file: a machine, or a document with the machine under `source code:` (or
/// `source:`).
///
/// # Errors
/// Everything that is wrong, with its place in the text.
pub fn parse(text: &str) -> Result<TuringMachine, Faults> {
    let Document { name, source } = read(text)?;
    let Some(source) = source else {
        return read::<Machine>(text)?.setup()?.build();
    };
    let built = read::<Machine>(&source.value).and_then(|mut machine| {
        machine.name = machine.name.take().or(name);
        machine.setup()?.build()
    });
    built.map_err(|faults| shifted(faults, text, &source.value, place(source.referenced)))
}

fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Faults> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let at = error.location().and_then(place);
        let message = error.without_snippet().to_string();
        let message = match message.rsplit_once(" at line ") {
            Some((message, _)) => message.to_owned(),
            None => message,
        };
        Faults::one(at, message)
    })
}

/// Moves the places of a block of text to where its lines are in the outer file.
fn shifted(faults: Faults, outer: &str, inner: &str, start: Option<Place>) -> Faults {
    let first = inner.lines().next().unwrap_or_default();
    let line_from = start.map_or(0, |place| place.line as usize - 1);
    let found = outer
        .lines()
        .enumerate()
        .skip(line_from)
        .find_map(|(at, line)| line.find(first).map(|indent| (at, indent)));
    let Some((line, indent)) = found else { return faults };
    let move_place = |place: Place| Place {
        line: place.line + line as u32,
        column: place.column + indent as u32,
    };
    let faults = faults.0.into_iter();
    Faults(faults.map(|f| Fault { place: f.place.map(move_place), ..f }).collect())
}

fn place(at: Location) -> Option<Place> {
    let known = at != Location::UNKNOWN;
    known.then(|| Place { line: at.line() as u32, column: at.column() as u32 })
}

fn placed<T>(spanned: Spanned<T>) -> Placed<T> {
    Placed { place: place(spanned.referenced), value: spanned.value }
}

/// A machine as it stands in a file; part of a scenario, or a whole file. [`Machine::setup`]
/// resolves its synonyms and grouped symbols.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    input: Option<Spanned<String>>,
    blank: Spanned<String>,
    #[serde(rename = "start state")]
    start: Spanned<String>,
    #[serde(default)]
    synonyms: Option<Pairs<Spanned<String>, Spanned<Action>>>,
    table: Pairs<Spanned<String>, Option<Rows>>,
    #[serde(default)]
    accept: Option<Names>,
    #[serde(default)]
    reject: Option<Names>,
    #[serde(default, rename = "time limit")]
    steps: Option<Spanned<u32>>,
    #[serde(default)]
    space: Option<Spanned<Ends>>,
    #[serde(default)]
    head: Option<Spanned<i32>>,
    #[serde(default)]
    oracle: Option<Oracle>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    from: i32,
    to: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Oracle {
    state: Spanned<String>,
    #[serde(default)]
    reads: Option<Spanned<u32>>,
    #[serde(default)]
    question: Option<String>,
    answers: Pairs<Spanned<String>, Spanned<YesNo>>,
    yes: Spanned<Action>,
    no: Spanned<Action>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum YesNo {
    #[serde(alias = "true", alias = "1")]
    Yes,
    #[serde(alias = "false", alias = "0")]
    No,
}

/// The keys of a document around a machine; a machine itself has no `source code`.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    name: Option<String>,
    #[serde(default, rename = "source code", alias = "source")]
    source: Option<Spanned<String>>,
}

/// The instructions of one state.
type Rows = Pairs<Spanned<Symbols>, Spanned<Action>>;

/// The entries of a mapping, in the order of the file.
#[derive(Debug)]
struct Pairs<K, V>(Vec<(K, V)>);

/// One symbol or several.
#[derive(Debug)]
struct Symbols(Vec<Spanned<String>>);

/// One name or several.
#[derive(Debug)]
struct Names(Vec<Spanned<String>>);

/// An instruction: a word (a direction or a synonym), or what to write and where to go.
#[derive(Debug)]
enum Action {
    Word(String),
    Full(Box<FullAction>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FullAction {
    #[serde(default)]
    write: Option<Spanned<String>>,
    #[serde(default, rename = "L", with = "serde_with_null")]
    left: Option<Target>,
    #[serde(default, rename = "R", with = "serde_with_null")]
    right: Option<Target>,
    #[serde(default, rename = "N", with = "serde_with_null")]
    stay: Option<Target>,
}

/// The state after `L:`; nothing after it means that the state stays.
type Target = Option<Spanned<String>>;

/// Tells `L:` with nothing after it from no `L` at all.
mod serde_with_null {
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        D: Deserializer<'de>,
        T: Deserialize<'de>,
    {
        T::deserialize(deserializer).map(Some)
    }
}

/// A scalar as text. Unquoted numbers are their digits; what YAML takes for something else must
/// be quoted.
struct Scalar;

impl Scalar {
    fn quote<E: serde::de::Error>(word: &str) -> E {
        E::custom(format!("YAML reads this as {word}: put it in quotes"))
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

fn unplaced(value: String) -> Spanned<String> {
    Spanned::new(value, Location::UNKNOWN, Location::UNKNOWN)
}

macro_rules! one_or_many {
    ($name:ident, $what:literal) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct OneOrMany;
                impl<'de> Visitor<'de> for OneOrMany {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }
                    scalar_visits!(|text| $name(vec![unplaced(text)]));
                    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<$name, A::Error> {
                        let mut all = Vec::new();
                        while let Some(one) = seq.next_element()? {
                            all.push(one);
                        }
                        Ok($name(all))
                    }
                }
                deserializer.deserialize_any(OneOrMany)
            }
        }
    };
}

one_or_many!(Symbols, "a symbol, such as `0` or `' '`, or a list, such as `[0, 1]`");
one_or_many!(Names, "the name of a state, or a list of names");

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ActionVisitor;
        impl<'de> Visitor<'de> for ActionVisitor {
            type Value = Action;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(INSTRUCTION)
            }
            scalar_visits!(Action::Word);
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Action, A::Error> {
                let map = serde::de::value::MapAccessDeserializer::new(map);
                FullAction::deserialize(map).map(|full| Action::Full(Box::new(full)))
            }
        }
        deserializer.deserialize_any(ActionVisitor)
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Pairs<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<K, V>(PhantomData<(K, V)>);
        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<K, V> {
            type Value = Pairs<K, V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

/// What an instruction may look like.
const INSTRUCTION: &str = "an instruction: `R`, `L` or `N`, a synonym, or a mapping such as \
                           `{write: 1, R: next}`";

/// An oracle that the file does not say more about is shown the head's cell alone.
const DEFAULT_READS: u32 = 1;

impl Machine {
    /// The machine with its synonyms replaced and its grouped symbols taken apart.
    ///
    /// # Errors
    /// Every instruction that is none.
    pub fn setup(self) -> Result<Setup, Faults> {
        let mut faults = Vec::new();
        let mut synonyms = BTreeMap::new();
        for (name, action) in self.synonyms.map(|s| s.0).unwrap_or_default() {
            let name = placed(name);
            let written = instruction(placed(action), &BTreeMap::new(), &mut faults);
            if let Some(instruction) = written
                && synonyms.insert(name.value.clone(), instruction).is_some()
            {
                let message = format!("synonym `{}` has been defined before", name.value);
                faults.push(Fault { place: name.place, message });
            }
        }
        let mut states = Vec::new();
        for (name, rows) in self.table.0 {
            let mut state = SetupState { name: placed(name), rows: Vec::new() };
            for (symbols, action) in rows.map(|rows| rows.0).unwrap_or_default() {
                let here = place(symbols.referenced);
                let Some(instruction) = instruction(placed(action), &synonyms, &mut faults) else {
                    continue;
                };
                for symbol in symbols.value.0 {
                    let mut symbol = placed(symbol);
                    symbol.place = symbol.place.or(here);
                    state.rows.push((symbol, instruction.clone()));
                }
            }
            states.push(state);
        }
        let oracle = self.oracle.and_then(|oracle| oracle.setup(&synonyms, &mut faults));
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let names = |names: Names| names.0.into_iter().map(placed).collect();
        Ok(Setup {
            name: self.name,
            input: self.input.map_or_else(|| Placed::nowhere(String::new()), placed),
            blank: placed(self.blank),
            start: placed(self.start),
            states,
            accept: self.accept.map(names),
            reject: self.reject.map(names),
            steps: self.steps.map(placed),
            space: self.space.map(|space| {
                let Placed { value: Ends { from, to }, place } = placed(space);
                Placed { value: (from, to), place }
            }),
            head: self.head.map(placed),
            oracle,
        })
    }
}

impl Oracle {
    fn setup(
        self,
        synonyms: &BTreeMap<String, SetupInstruction>,
        faults: &mut Vec<Fault>,
    ) -> Option<SetupOracle> {
        let mut otherwise = false;
        let mut answers = Vec::new();
        for (word, answer) in self.answers.0 {
            let (word, answer) = (placed(word), matches!(answer.value, YesNo::Yes));
            if word.value == "else" {
                otherwise = answer;
            } else {
                answers.push((word, answer));
            }
        }
        let mut way = |action: Spanned<Action>| {
            let action = placed(action);
            let place = action.place;
            let value = instruction(action, synonyms, faults)?;
            Some(Placed { value, place })
        };
        let (yes, no) = (way(self.yes), way(self.no));
        Some(SetupOracle {
            state: placed(self.state),
            reads: self.reads.map_or_else(|| Placed::nowhere(DEFAULT_READS), placed),
            question: self.question,
            answers,
            otherwise,
            yes: yes?,
            no: no?,
        })
    }
}

/// Resolves one instruction.
fn instruction(
    action: Placed<Action>,
    synonyms: &BTreeMap<String, SetupInstruction>,
    faults: &mut Vec<Fault>,
) -> Option<SetupInstruction> {
    let mut fault = |message: String| {
        faults.push(Fault { place: action.place, message });
        None
    };
    match action.value {
        Action::Word(word) => match word.as_str() {
            "L" | "R" | "N" => {
                let direction = word.chars().next().unwrap_or('N');
                Some(SetupInstruction { write: None, direction, next: None })
            }
            _ => match synonyms.get(&word) {
                Some(instruction) => Some(instruction.clone()),
                None => fault(format!(
                    "`{}` is neither a direction nor a synonym; expected {INSTRUCTION}",
                    word.escape_default()
                )),
            },
        },
        Action::Full(full) => {
            let FullAction { write, left, right, stay } = *full;
            let ways = [('L', left), ('R', right), ('N', stay)];
            let mut given = ways.into_iter().filter_map(|(way, next)| Some((way, next?)));
            match (given.next(), given.next()) {
                (Some((direction, next)), None) => Some(SetupInstruction {
                    write: write.map(placed),
                    direction,
                    next: next.map(placed),
                }),
                (None, _) => fault(format!("no direction; expected {INSTRUCTION}")),
                (Some((one, _)), Some((other, _))) => {
                    fault(format!("`{one}` and `{other}` at once: the head moves only one way"))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::turing::Run;

    const INCREMENT: &str = "
# Adds one to a binary number.
input: '1011'
blank: ' '
start state: right
table:
  right:
    [1, 0]: R
    ' '  : {L: carry}
  carry:
    1      : {write: 0, L}
    [0,' ']: {write: 1, L: done}
  done:
";

    fn fault(text: &str) -> String {
        parse(text).expect_err("a fault").to_string()
    }

    #[test]
    fn a_machine_in_the_dialect_opens_as_it_is() {
        let machine = parse(INCREMENT).expect("a machine");
        assert_eq!((machine.steps(), machine.halts_at()), (8, Some(8)));
        let end = Run::new(machine.clone()).at(8);
        assert_eq!(machine.write(&end), "state=done head=1 tape=1100_");
        assert!(machine.accepts(end.state()));
    }

    #[test]
    fn all_forms_of_an_instruction_are_read() {
        let machine = parse(
            "
input: aab+.1   # symbols need no quotes where YAML needs none
blank: '0'
start state: q 0
synonyms:
  stop: {N: halt}
  erase: {write: '0', R}
table:
  q 0:
    a: erase
    [b, +]: R
    .: {write: 7, R: q 0}
    1: stop
    y: N
    N: {N: q 0}
  halt: {}
",
        )
        .expect("a machine");
        let end = Run::new(machine.clone()).at(machine.steps());
        assert_eq!(machine.write(&end), "state=halt head=6 tape=00b+71");
    }

    #[test]
    fn an_exported_document_opens_too() {
        let text = "name: two steps\nsource code: |\n  input: 0\n  blank: ' '\n  start state: a\n  \
                    table:\n    a: {0: {R: b}}\n    b:\npositions:\n  a: {x: 1.5, y: 2}\n";
        let machine = parse(text).expect("a machine");
        assert_eq!(machine.name(), Some("two steps"));
        assert_eq!(machine.steps(), 1);
    }

    #[test]
    fn digits_keep_their_leading_zeros() {
        let machine = parse(&INCREMENT.replace("'1011'", "0011")).expect("a machine");
        assert_eq!(machine.write_tape(machine.start().tape()), "0011_");
    }

    #[test]
    fn a_missing_instruction_halts() {
        let machine = parse(&INCREMENT.replace("    1      : {write: 0, L}\n", "")).expect("fine");
        assert_eq!(machine.halts_at(), Some(5));
        let end = Run::new(machine.clone()).at(machine.steps());
        assert!(machine.is_halted(&end));
        assert!(!machine.accepts(end.state()));
    }

    #[test]
    fn faults_name_line_and_column() {
        assert_eq!(
            fault(&INCREMENT.replace("L: done", "L: doen")),
            "line 12, column 28: state `doen` is not in the table: add it, with an empty row if \
             it halts"
        );
        assert!(fault(&INCREMENT.replace("]: R", "]: r")).starts_with("line 8, column 13: `r` is"));
        assert!(fault(&INCREMENT.replace("write: 0", "write: 00")).contains("line 11, column 22"));
        assert!(fault(&INCREMENT.replace("blank: ' '", "blank: ''")).contains("line 4"));
        assert!(fault(&INCREMENT.replace("[1, 0]", "[1, 1]")).contains("two instructions for `1`"));
        assert!(fault(&INCREMENT.replace("right\n", "left\n")).contains("start state `left`"));
        assert!(fault(&INCREMENT.replace("{write: 0, L}", "{write: 0}")).contains("no direction"));
        assert!(fault(&INCREMENT.replace("{write: 0, L}", "{L, R}")).contains("at once"));
        assert!(fault(&INCREMENT.replace("write: 0", "wriet: 0")).starts_with("line 11"));
        assert!(fault("input: 1").contains("blank"));
        assert!(fault("").len() > 5);
    }

    #[test]
    fn all_faults_come_at_once_and_in_order() {
        let text = INCREMENT.replace("L: carry", "L: cary").replace("L: done", "L: doen");
        let faults = parse(&text).expect_err("faults");
        let lines: Vec<u32> = faults.iter().filter_map(|f| Some(f.place?.line)).collect();
        assert_eq!(lines, [9, 12]);
    }

    #[test]
    fn faults_in_an_exported_document_are_placed_in_the_outer_file() {
        let inner = INCREMENT.replace("L: done", "L: doen").replace('\n', "\n  ");
        let text = format!("name: x\nsource code: |{inner}\n");
        assert!(fault(&text).starts_with("line 13, column 30"), "{}", fault(&text));
    }

    #[test]
    fn words_that_yaml_takes_for_something_else_must_be_quoted() {
        let text = INCREMENT.replace("    1      :", "    ~      :");
        assert!(fault(&text).contains("put it in quotes"), "{}", fault(&text));
    }

    #[test]
    fn limits_are_checked_against_the_machines_own_run() {
        let with = |line: &str| format!("{INCREMENT}{line}\n");
        assert!(fault(&with("space: {from: 1, to: 4}")).contains("the head comes to cell 5"));
        assert!(fault(&with("space: {from: 2, to: 9}")).contains("the input begins at cell 1"));
        assert!(fault(&with("space: {from: 9, to: 2}")).contains("from 1 to"));
        assert!(fault(&with("time limit: 0")).contains("time limit"));
        assert!(fault(&with("accept: nowhere")).contains("`nowhere` is not in the table"));
        assert!(fault(&with("accept: done\nreject: [carry, done]")).contains("both"));
        let machine = parse(&with("space: {from: -1, to: 6}\ntime limit: 20")).expect("fine");
        assert_eq!((machine.steps(), machine.space().cells()), (20, 8));
        assert_eq!(machine.halts_at(), Some(8));
    }

    #[test]
    fn a_machine_that_never_halts_gets_a_time_limit() {
        let text = "blank: ' '\nstart state: a\ntable: {a: {' ': {R: b}}, b: {' ': {L: a}}}";
        let machine = parse(text).expect("a machine");
        assert_eq!((machine.steps(), machine.halts_at()), (1_000, None));
        assert_eq!(machine.space().cells(), 2);
        // No state halts, so the claim is about the state that the run ends in.
        assert!(machine.accepts(machine.state("a").expect("a")));
        assert!(!machine.accepts(machine.state("b").expect("b")));
        let text = "blank: ' '\nstart state: a\ntable: {a: {' ': R}}";
        assert_eq!(parse(text).expect("a machine").space().cells(), 1_001);
    }

    const ORACLE: &str = "
input: '0110'
blank: ' '
start state: ask
oracle:
  state: ask
  reads: 2
  question: Does {word} please you?
  answers: {01: yes, 1: yes, else: no}
  yes: {write: 1, R: ask}
  no: {write: 0, R: last}
table: {ask: , last: }
";

    #[test]
    fn an_oracle_state_asks_about_the_cells_from_the_head_on() {
        let machine = parse(ORACLE).expect("a machine");
        let run = Run::new(machine.clone());
        // 01: yes, 11: no.
        assert_eq!((machine.steps(), run.asked()), (2, 2));
        assert_eq!(machine.write(&run.at(2)), "state=last head=3 tape=1010");
        let question = machine.question_at(&machine.start());
        assert_eq!(question.as_deref(), Some("Does 01 please you?"));
        assert_eq!(machine.question_at(&run.at(2)), None);
    }

    #[test]
    fn an_oracle_state_is_checked() {
        assert!(fault(&ORACLE.replace("01: yes", "011: yes")).contains("longer than the 2 cells"));
        assert!(fault(&ORACLE.replace("01: yes", "0x: yes")).contains("never on the tape"));
        assert!(fault(&ORACLE.replace("reads: 2", "reads: 0")).contains("1 to 64 cells"));
        assert!(fault(&ORACLE.replace("ask: ,", "ask: {0: R},")).contains("must be empty"));
        assert!(fault(&ORACLE.replace("write: 1, R: ask", "R: ask")).contains("after `yes`"));
        assert!(fault(&ORACLE.replace("1: yes, else", "1: maybe, else")).starts_with("line 9"));
    }
}
