//! The form of plans in files.

mod form;
mod lines;

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use indexmap::IndexMap;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

use super::bit::BitFile;
use super::located::{Located, YamlError};
use super::safe_text::SafeText;
use crate::chance::Probability;
use crate::machine::{Ask, Input, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError, Source, Step};
pub(crate) use lines::CondensedText;

/// A computation as a list of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanFile {
    /// Input bits by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: IndexMap<String, Located<BitFile>>,
    /// The names of the inputs that form the witness. Alice chooses them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<Located<SourceFile>>,
    /// The steps in order. The last one is the output.
    pub steps: Vec<Located<StepFile>>,
}

/// A step: a question for the oracle, or one gate. A file may list a million steps, so this type is
/// kept small.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StepKeys", into = "StepKeys")]
pub struct StepFile {
    name: Option<SafeText>,
    words: Option<SafeText>,
    does: StepAction,
}

#[derive(Clone, Debug, PartialEq)]
enum StepAction {
    Gate(Op, Sources),
    Ask(Box<AskFile>),
    /// A mistake: a step with several operations, with none, or with an incomplete one.
    Wrong(Box<StepKeys>),
}

#[derive(Clone, Debug, PartialEq)]
struct AskFile {
    question: SafeText,
    given: Sources,
    answer: Option<Located<SafeText>>,
    yes: Option<Located<f64>>,
    table: Option<Box<Located<TableFile>>>,
}

/// The probability of yes for each combination of values of the steps on which the answer depends.
type TableFile = IndexMap<String, Located<f64>>;

type Sources = Box<[Located<SourceFile>]>;

/// A step with all its keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "StepFile"))]
struct StepKeys {
    /// A name for the step. Later steps can read this step by its name or by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<SafeText>,
    /// A description of the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    words: Option<SafeText>,
    /// A question for the oracle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ask: Option<SafeText>,
    /// The oracle's answer, if it is certain: yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<Located<SafeText>>,
    /// The probability of yes, if the answer is random.
    // Programs that use YAML 1.1 read the key `yes` as a truth value, and write it as `true`.
    #[serde(default, alias = "true", skip_serializing_if = "Option::is_none")]
    yes: Option<Located<f64>>,
    /// The steps on which the probability depends; see `table`.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    given: Sources,
    /// The probability of yes for each case of the given steps. In `"01": 0.2` the first given step is 0 and the second
    /// is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<Box<Located<TableFile>>>,
    /// A gate that is 1 if all of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    and: Option<Sources>,
    /// A gate that is 1 if at least one of these sources is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    or: Option<Sources>,
    /// A gate that is 1 if an odd number of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xor: Option<Sources>,
    /// A gate that is 0 if all of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nand: Option<Sources>,
    /// A gate that is 0 if at least one of these sources is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nor: Option<Sources>,
    /// A gate that is 1 if an even number of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xnor: Option<Sources>,
    /// A gate that is 1 if more than half of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    majority: Option<Sources>,
    /// A gate that is 1 if at least `k` of these sources are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_least: Option<AtLeastFile>,
    /// A gate with the opposite value of this source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not: Option<Located<SourceFile>>,
    /// A gate with the same value as this source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copy: Option<Located<SourceFile>>,
    /// A gate with the constant value 0 or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constant: Option<u8>,
}

impl StepKeys {
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

    /// The keys of the gates that take any number of sources.
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

    /// Removes the gate from the keys and returns it. `None` if there is no gate.
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
            // An ask is not a gate.
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
            let StepKeys { given, mut answer, yes, table, .. } = listed;
            // Programs that use YAML 1.1 read `yes` as a truth value, and write it as `true`.
            for (truth, word) in [("true", "yes"), ("false", "no")] {
                if let Some(answer) = answer.as_mut().filter(|answer| &*answer.value == truth)
                    && let Ok(word) = SafeText::new(word)
                {
                    answer.value = word;
                }
            }
            StepAction::Ask(Box::new(AskFile { question, given, answer, yes, table }))
        } else if one
            && !listed.has_chances()
            && listed.given.is_empty()
            && let Some((op, read)) = listed.take_gate()
        {
            StepAction::Gate(op, read)
        } else {
            StepAction::Wrong(Box::new(listed))
        };
        Self { name, words, does }
    }
}

impl From<StepFile> for StepKeys {
    fn from(step: StepFile) -> Self {
        let mut listed = match step.does {
            StepAction::Gate(op, read) => {
                let mut listed = Self::default();
                listed.put_gate(op, read);
                listed
            }
            StepAction::Ask(ask) => {
                let AskFile { question, given, answer, yes, table } = *ask;
                Self { ask: Some(question), given, answer, yes, table, ..Self::default() }
            }
            StepAction::Wrong(listed) => *listed,
        };
        listed.name = step.name;
        listed.words = step.words;
        listed
    }
}

/// A gate that is 1 if enough of its sources are 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AtLeastFile {
    /// The number of sources that must be 1.
    pub k: u32,
    /// The sources.
    pub of: Sources,
}

/// A source of a step: an earlier step by number or name, or an input by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SourceFile {
    /// A step.
    Number(u64),
    /// A step or an input.
    Name(SafeText),
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
                SafeText::new(name).map(SourceFile::Name).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The largest number of steps that a file may list. Families can be longer.
pub const MOST_LISTED: usize = 1_000_000;

impl PlanFile {
    /// Builds the plan.
    ///
    /// # Errors
    /// Returns the first mistake in the file, with its position.
    pub fn build(&self, here: &Located<()>) -> Result<Plan, YamlError> {
        if self.steps.is_empty() {
            return Err(here.wrong("a plan needs at least one step. List the steps under `steps:`"));
        }
        if self.steps.len() > MOST_LISTED {
            return Err(here.wrong("a file may list at most 1,000,000 steps. Use a family instead"));
        }
        for (name, bit) in &self.inputs {
            if SafeText::new(name).is_err() || name.is_empty() {
                return Err(
                    bit.wrong("the name of an input is empty or has control characters. Change it")
                );
            }
        }
        let mut names: HashMap<&str, Source> = HashMap::new();
        for (at, name) in self.inputs.keys().enumerate() {
            names.insert(name, Source::input(Input::at(at)));
        }
        let mut plan = PlanBuilder::new(self.inputs.iter().map(|(n, bit)| (n.as_str(), bit.0)));
        for (at, name) in self.witness.iter().enumerate() {
            match source(name, &names)?.get() {
                crate::machine::BitRef::Input(_) if self.witness[..at].contains(name) => {
                    return Err(
                        name.wrong("this input is in the list already. Remove one of the two")
                    );
                }
                crate::machine::BitRef::Input(input) => plan.mark_witness(input),
                crate::machine::BitRef::Step(_) => {
                    return Err(name.wrong("a witness consists of inputs, and this is a step"));
                }
            }
        }
        for (before, file) in self.steps.iter().enumerate() {
            file.check_cancelled(before, self.steps.len())?;
            let step = file.add(&mut plan, &names)?;
            if let Some(name) = &file.name
                && names.insert(name, Source::step(step)).is_some()
            {
                return Err(
                    file.wrong(format!("the name `{name}` is used already. Choose another one"))
                );
            }
        }
        here.locate_error(plan.finish())
    }
}

fn source(file: &Located<SourceFile>, names: &HashMap<&str, Source>) -> Result<Source, YamlError> {
    match &file.value {
        SourceFile::Number(0) => Err(file.wrong("there is no step 0. Steps start at 1")),
        SourceFile::Number(number) => match u32::try_from(*number) {
            Ok(number) if number < 1 << 31 => Ok(Source::step(Step::new(number))),
            _ => Err(file
                .wrong(format!("there is no step {number}. Write the number of an earlier step"))),
        },
        SourceFile::Name(name) => names
            .get(&**name)
            .copied()
            .ok_or_else(|| file.wrong(format!("no input or earlier step has the name `{name}`"))),
    }
}

fn sources(
    files: &[Located<SourceFile>],
    names: &HashMap<&str, Source>,
) -> Result<SmallVec<[Source; 4]>, YamlError> {
    files.iter().map(|file| source(file, names)).collect()
}

impl Located<StepFile> {
    fn add(
        &self,
        plan: &mut PlanBuilder,
        names: &HashMap<&str, Source>,
    ) -> Result<Step, YamlError> {
        let (op, files) = match &self.does {
            StepAction::Gate(op, files) => (*op, files),
            StepAction::Ask(ask) => {
                let yes = self.chances(ask)?;
                let question = ask.question.to_string().into();
                (Op::Ask(plan.question(Ask { question, yes: yes.into() })), &ask.given)
            }
            StepAction::Wrong(listed) => return Err(self.explain_error(listed)),
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

    /// The error for a step that does not have exactly one operation.
    fn explain_error(&self, listed: &StepKeys) -> YamlError {
        let does = listed.does();
        match (listed.constant, &*does) {
            (Some(other @ 2..), _) => self.wrong(format!("a constant is 0 or 1, not {other}")),
            _ if does.len() > 1 => self.wrong(format!(
                "a step has one operation, but this one has {}",
                does.join(" and ")
            )),
            _ if listed.has_chances() => {
                self.wrong("this step has an answer but no question. Add `ask:`")
            }
            _ if !listed.given.is_empty() => {
                self.wrong("`given` belongs to a question. Add `ask:`")
            }
            _ => self
                .wrong("this step has no operation. Add `ask`, or one gate such as `and: [1, 2]`"),
        }
    }

    /// The probabilities of yes, one for each case of the given steps.
    fn chances(&self, ask: &AskFile) -> Result<Vec<Probability>, YamlError> {
        let given = ask.given.len();
        if given > MOST_CONDITIONS {
            return Err(self.wrong(format!("`given` has at most {MOST_CONDITIONS} steps")));
        }
        // A step may have `given` even if the probability is the same in every case.
        let all = |p: Probability| vec![p; 1 << given];
        match (&ask.answer, &ask.yes, &ask.table) {
            (Some(answer), None, None) => match &*answer.value as &str {
                // Programs that use YAML 1.1 read `yes` as a truth value, and write it as `true`.
                "yes" | "true" => Ok(all(Probability::ONE)),
                "no" | "false" => Ok(all(Probability::ZERO)),
                other => Err(answer.wrong(format!("an answer is yes or no, not `{other}`"))),
            },
            (None, Some(yes), None) => yes.locate_error(Probability::new(yes.value).map(all)),
            (None, None, Some(table)) => rows(table, given),
            (None, None, None) => Err(self.wrong(
                "the oracle's answer is missing. Add `answer: yes`, `yes: 0.75`, or `given` and \
                 `table`",
            )),
            _ => Err(self.wrong("use only one of `answer`, `yes` and `table`")),
        }
    }
}

fn rows(table: &Located<TableFile>, given: usize) -> Result<Vec<Probability>, YamlError> {
    if given == 0 || given > MOST_CONDITIONS {
        return Err(table.wrong(format!(
            "a table needs `given` with 1 to {MOST_CONDITIONS} earlier steps, not {given}"
        )));
    }
    let mut rows = vec![None; 1 << given];
    for (case, p) in &table.value {
        let row = (case.len() == given).then(|| usize::from_str_radix(case, 2).ok()).flatten();
        let Some(row) = row.filter(|_| case.bytes().all(|b| b == b'0' || b == b'1')) else {
            return Err(p.wrong(format!(
                "`{}` is not a case of {given} bits. Write, for example, \"{}\"",
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
            p.ok_or_else(|| {
                table.wrong(format!("the table has no case \"{row:0given$b}\". Add it"))
            })
        })
        .collect()
}
/// Returns the steps with these numbers. All of them must ask the oracle.
///
/// # Errors
/// Returns an error at the first step that does not ask the oracle.
pub fn asks_of(plan: &Plan, steps: &[Located<u32>]) -> Result<BTreeSet<Step>, YamlError> {
    let mut asks = BTreeSet::new();
    for number in steps {
        let step = number.value.checked_sub(1).map(|at| Step::at(at as usize));
        match step.filter(|&step| plan.has(step) && plan.ask(step).is_some()) {
            Some(step) => asks.insert(step),
            None => {
                let given = number.value;
                return Err(number.wrong(format!("step {given} does not ask the oracle")));
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
