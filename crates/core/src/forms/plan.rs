//! Plans as a file writes them, and what is wrong with them.

mod form;
mod lines;

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use indexmap::IndexMap;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

use super::bit::BitFile;
use super::place::{At, Fault};
use super::words::Words;
use crate::chance::Probability;
use crate::machine::{Ask, Input, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError, Source, Step};
pub(crate) use lines::Lifted;

/// A computation, listed step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanFile {
    /// Input bits by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: IndexMap<String, At<BitFile>>,
    /// The inputs, by name, that are the witness: Alice writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<At<SourceFile>>,
    /// The steps in order; the last one is the output.
    pub steps: Vec<At<StepFile>>,
}

/// A step: an ask, or exactly one gate. A file may list a million, so that one is kept small.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StepKeys", into = "StepKeys")]
pub struct StepFile {
    name: Option<Words>,
    words: Option<Words>,
    does: Does,
}

#[derive(Clone, Debug, PartialEq)]
enum Does {
    Gate(Op, Sources),
    Ask(Box<AskFile>),
    /// Not one thing, or not a whole one.
    Wrong(Box<StepKeys>),
}

#[derive(Clone, Debug, PartialEq)]
struct AskFile {
    question: Words,
    given: Sources,
    answer: Option<At<Words>>,
    yes: Option<At<f64>>,
    table: Option<Box<At<TableFile>>>,
}

/// A probability for each case of the steps that an answer depends on.
type TableFile = IndexMap<String, At<f64>>;

/// What a step reads.
type Sources = Box<[At<SourceFile>]>;

/// A step, key by key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "StepFile"))]
struct StepKeys {
    /// A name by which later steps can read it; its number always works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Words>,
    /// What it is, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    words: Option<Words>,
    /// A question for the oracle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ask: Option<Words>,
    /// The oracle's answer, where it is sure: yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<At<Words>>,
    /// The probability of yes, where the oracle is not sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    yes: Option<At<f64>>,
    /// What the probability depends on; see `table`.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    given: Sources,
    /// The probability of yes for each case of what is given: `"01": 0.2` is where the first is 0
    /// and the second 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<Box<At<TableFile>>>,
    /// 1 if all of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    and: Option<Sources>,
    /// 1 if any of these is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    or: Option<Sources>,
    /// 1 if an odd number of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xor: Option<Sources>,
    /// 0 if all of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nand: Option<Sources>,
    /// 0 if any of these is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nor: Option<Sources>,
    /// 1 if an even number of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xnor: Option<Sources>,
    /// 1 if strictly more than half of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    majority: Option<Sources>,
    /// 1 if at least `k` of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_least: Option<AtLeastFile>,
    /// The opposite of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not: Option<At<SourceFile>>,
    /// The same as this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copy: Option<At<SourceFile>>,
    /// Always 0, or always 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constant: Option<u8>,
}

impl StepKeys {
    /// The words for the things it does.
    fn does(&self) -> Vec<&'static str> {
        let reading = [
            (Op::And, self.and.is_some()),
            (Op::Or, self.or.is_some()),
            (Op::Xor, self.xor.is_some()),
            (Op::Nand, self.nand.is_some()),
            (Op::Nor, self.nor.is_some()),
            (Op::Xnor, self.xnor.is_some()),
            (Op::Majority, self.majority.is_some()),
            (Op::AtLeast(0), self.at_least.is_some()),
            (Op::Not, self.not.is_some()),
            (Op::Copy, self.copy.is_some()),
            (Op::Constant(false), self.constant.is_some()),
            (Op::Ask(0), self.ask.is_some()),
        ];
        reading.into_iter().filter(|&(_, is)| is).map(|(op, _)| op.word()).collect()
    }

    fn has_chances(&self) -> bool {
        self.answer.is_some() || self.yes.is_some() || self.table.is_some()
    }

    /// What the gates read that read any number of values.
    fn lists(&mut self) -> [(Op, &mut Option<Sources>); 7] {
        [
            (Op::And, &mut self.and),
            (Op::Or, &mut self.or),
            (Op::Xor, &mut self.xor),
            (Op::Nand, &mut self.nand),
            (Op::Nor, &mut self.nor),
            (Op::Xnor, &mut self.xnor),
            (Op::Majority, &mut self.majority),
        ]
    }

    /// Takes the gate out that it is, if it is one.
    fn take_gate(&mut self) -> Option<(Op, Sources)> {
        let list = self.lists().into_iter().find_map(|(op, list)| Some((op, list.take()?)));
        let ones = [(Op::Not, &mut self.not), (Op::Copy, &mut self.copy)];
        let mut ones = ones.into_iter().map(|(op, one)| Some((op, [one.take()?].into())));
        if let Some(gate) = list.or_else(|| ones.find_map(|gate| gate)) {
            return Some(gate);
        }
        if let Some(AtLeastFile { k, of }) = self.at_least.take() {
            return Some((Op::AtLeast(k), of));
        }
        let bit = self.constant.take_if(|bit| *bit <= 1)?;
        Some((Op::Constant(bit == 1), Box::default()))
    }

    fn put_gate(&mut self, op: Op, read: Sources) {
        let one = |read: Sources| read.into_iter().next();
        match op {
            Op::AtLeast(k) => self.at_least = Some(AtLeastFile { k, of: read }),
            Op::Not => self.not = one(read),
            Op::Copy => self.copy = one(read),
            Op::Constant(bit) => self.constant = Some(u8::from(bit)),
            // An ask is no gate.
            Op::Ask(_) => {}
            Op::And | Op::Or | Op::Xor | Op::Nand | Op::Nor | Op::Xnor | Op::Majority => {
                let mut lists = self.lists().into_iter();
                if let Some((_, list)) = lists.find(|(own, _)| *own == op) {
                    *list = Some(read);
                }
            }
        }
    }
}

impl From<StepKeys> for StepFile {
    fn from(mut listed: StepKeys) -> Self {
        let (name, words) = (listed.name.take(), listed.words.take());
        let one = listed.does().len() == 1;
        let does = if one && let Some(question) = listed.ask.take() {
            let StepKeys { given, answer, yes, table, .. } = listed;
            Does::Ask(Box::new(AskFile { question, given, answer, yes, table }))
        } else if one
            && !listed.has_chances()
            && listed.given.is_empty()
            && let Some((op, read)) = listed.take_gate()
        {
            Does::Gate(op, read)
        } else {
            Does::Wrong(Box::new(listed))
        };
        Self { name, words, does }
    }
}

impl From<StepFile> for StepKeys {
    fn from(step: StepFile) -> Self {
        let mut listed = match step.does {
            Does::Gate(op, read) => {
                let mut listed = Self::default();
                listed.put_gate(op, read);
                listed
            }
            Does::Ask(ask) => {
                let AskFile { question, given, answer, yes, table } = *ask;
                Self { ask: Some(question), given, answer, yes, table, ..Self::default() }
            }
            Does::Wrong(listed) => *listed,
        };
        listed.name = step.name;
        listed.words = step.words;
        listed
    }
}

/// A threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AtLeastFile {
    /// How many must be 1.
    pub k: u32,
    /// Of these.
    pub of: Sources,
}

/// What a step reads: an earlier step by its number or name, or an input by its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SourceFile {
    /// A step.
    Number(u64),
    /// A step or an input.
    Name(Words),
}

impl<'de> Deserialize<'de> for SourceFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = SourceFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of an earlier step, or the name of a step or input")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<SourceFile, E> {
                Ok(SourceFile::Number(number))
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<SourceFile, E> {
                Words::new(name).map(SourceFile::Name).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The most steps that may be listed in a file; families make longer plans.
pub const MOST_LISTED: usize = 1_000_000;

impl PlanFile {
    /// The plan.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn build(&self, here: &At<()>) -> Result<Plan, Fault> {
        if self.steps.is_empty() {
            return Err(here.wrong("a plan needs at least one step: list them under `steps:`"));
        }
        if self.steps.len() > MOST_LISTED {
            return Err(here.wrong("a file may list at most 1,000,000 steps; use a family"));
        }
        for (name, bit) in &self.inputs {
            if Words::new(name).is_err() || name.is_empty() {
                return Err(bit.wrong("an input has a name that cannot be shown"));
            }
        }
        let mut names: HashMap<&str, Source> = HashMap::new();
        for (at, name) in self.inputs.keys().enumerate() {
            names.insert(name, Source::input(Input::at(at)));
        }
        let mut plan = PlanBuilder::new(self.inputs.iter().map(|(n, bit)| (n.as_str(), bit.0)));
        for (at, name) in self.witness.iter().enumerate() {
            match source(name, &names)?.get() {
                crate::machine::Cell::Input(_) if self.witness[..at].contains(name) => {
                    return Err(name.wrong("this input is in the list already"));
                }
                crate::machine::Cell::Input(input) => plan.mark_witness(input),
                crate::machine::Cell::Step(_) => {
                    return Err(name.wrong("only inputs can be the witness"));
                }
            }
        }
        for (before, file) in self.steps.iter().enumerate() {
            file.taken(before, self.steps.len())?;
            let step = file.add(&mut plan, &names)?;
            if let Some(name) = &file.name
                && names.insert(name, Source::step(step)).is_some()
            {
                return Err(file.wrong(format!("the name `{name}` is taken already")));
            }
        }
        here.told(plan.finish())
    }
}

fn source(file: &At<SourceFile>, names: &HashMap<&str, Source>) -> Result<Source, Fault> {
    match &file.value {
        SourceFile::Number(0) => Err(file.wrong("there is no step 0: steps are counted from 1")),
        SourceFile::Number(number) => match u32::try_from(*number) {
            Ok(number) if number < 1 << 31 => Ok(Source::step(Step::new(number))),
            _ => Err(file.wrong(format!("there is no step {number}"))),
        },
        SourceFile::Name(name) => names
            .get(&**name)
            .copied()
            .ok_or_else(|| file.wrong(format!("no input and no earlier step is called `{name}`"))),
    }
}

fn sources(
    files: &[At<SourceFile>],
    names: &HashMap<&str, Source>,
) -> Result<SmallVec<[Source; 4]>, Fault> {
    files.iter().map(|file| source(file, names)).collect()
}

impl At<StepFile> {
    fn add(&self, plan: &mut PlanBuilder, names: &HashMap<&str, Source>) -> Result<Step, Fault> {
        let (op, files) = match &self.does {
            Does::Gate(op, files) => (*op, files),
            Does::Ask(ask) => {
                let yes = self.chances(ask)?;
                let question = ask.question.to_string().into();
                (Op::Ask(plan.question(Ask { question, yes: yes.into() })), &ask.given)
            }
            Does::Wrong(listed) => return Err(self.why(listed)),
        };
        let read = sources(files, names)?;
        let step = plan.step(op, &read).map_err(|error| {
            let too_late = |&(_, source): &(_, &Source)| match error {
                PlanError::Forward { reads, .. } => *source == Source::step(reads),
                _ => false,
            };
            match files.iter().zip(&read).find(too_late) {
                Some((file, _)) => file.wrong(error.to_string()),
                None => self.wrong(error.to_string()),
            }
        })?;
        if let Some(words) = &self.words {
            plan.describe(step, &**words);
        }
        Ok(step)
    }

    /// What is wrong with a step that is not one thing.
    fn why(&self, listed: &StepKeys) -> Fault {
        let does = listed.does();
        match (listed.constant, &*does) {
            (Some(other @ 2..), _) => self.wrong(format!("a constant is 0 or 1, not {other}")),
            _ if does.len() > 1 => self
                .wrong(format!("a step does one thing, but this one does {}", does.join(" and "))),
            _ if listed.has_chances() => self.wrong("a probability needs its question: add `ask:`"),
            _ if !listed.given.is_empty() => {
                self.wrong("`given` belongs to a question: add `ask:`")
            }
            _ => self
                .wrong("this step does nothing: give it `ask`, or one gate such as `and: [1, 2]`"),
        }
    }

    /// An ask's probabilities by row.
    fn chances(&self, ask: &AskFile) -> Result<Vec<Probability>, Fault> {
        let given = ask.given.len();
        if given > MOST_CONDITIONS {
            return Err(self.wrong(format!("at most {MOST_CONDITIONS} steps can be given")));
        }
        // An answer that depends on nothing may still be said to rest on earlier steps.
        let all = |p: Probability| vec![p; 1 << given];
        match (&ask.answer, &ask.yes, &ask.table) {
            (Some(answer), None, None) => match &*answer.value as &str {
                // Loaders of YAML 1.1 take yes for a truth value, and write it back as one.
                "yes" | "true" => Ok(all(Probability::ONE)),
                "no" | "false" => Ok(all(Probability::ZERO)),
                other => Err(answer.wrong(format!("an answer is yes or no, not `{other}`"))),
            },
            (None, Some(yes), None) => yes.told(Probability::new(yes.value).map(all)),
            (None, None, Some(table)) => rows(table, given),
            (None, None, None) => Err(self.wrong(
                "what does the oracle say? Add `answer: yes`, `yes: 0.75`, or `given` and `table`",
            )),
            _ => Err(self.wrong("use one of `answer`, `yes` and `table`")),
        }
    }
}

fn rows(table: &At<TableFile>, given: usize) -> Result<Vec<Probability>, Fault> {
    if given == 0 || given > MOST_CONDITIONS {
        return Err(table.wrong(format!(
            "a table needs `given` with 1 to {MOST_CONDITIONS} earlier steps; this has {given}"
        )));
    }
    let mut rows = vec![None; 1 << given];
    for (case, p) in &table.value {
        let row = (case.len() == given).then(|| usize::from_str_radix(case, 2).ok()).flatten();
        let Some(row) = row.filter(|_| case.bytes().all(|b| b == b'0' || b == b'1')) else {
            return Err(p.wrong(format!(
                "`{}` is not a case of {given} bits: write \"{}\"",
                case.escape_default(),
                "01".repeat(given).split_at(given).0
            )));
        };
        let found = Probability::new(p.value).map_err(|e| p.wrong(format!("case {case}: {e}")))?;
        rows[row] = Some(found);
    }
    rows.iter()
        .enumerate()
        .map(|(row, p)| {
            p.ok_or_else(|| table.wrong(format!("the table misses the case \"{row:0given$b}\"")))
        })
        .collect()
}
/// Steps of a plan by their numbers, each of which asks.
///
/// # Errors
/// The first that does not.
pub fn asks_of(plan: &Plan, steps: &[At<u32>]) -> Result<BTreeSet<Step>, Fault> {
    let mut asks = BTreeSet::new();
    for number in steps {
        let step = number.value.checked_sub(1).map(|at| Step::at(at as usize));
        match step.filter(|&step| plan.has(step) && plan.ask(step).is_some()) {
            Some(step) => asks.insert(step),
            None => {
                let given = number.value;
                return Err(number.wrong(format!("step {given} is not one that asks the oracle")));
            }
        };
    }
    Ok(asks)
}

#[cfg(test)]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::*;

    impl JsonSchema for StepFile {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            StepKeys::schema_name()
        }
        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            StepKeys::json_schema(generator)
        }
    }

    impl JsonSchema for SourceFile {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Source".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "An earlier step by number or name, or an input by name.",
                "type": ["integer", "string"],
            })
        }
    }
}
