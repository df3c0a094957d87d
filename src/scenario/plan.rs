//! Plans as a file writes them, and what is wrong with them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::at::{At, Fault};
use super::words::Words;
use crate::chance::Probability;
use crate::machine::{Ask, Input, MOST_CONDITIONS, Op, Plan, PlanBuilder, Source, Step};

/// A computation, listed step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanFile {
    /// Input bits by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: IndexMap<String, u8>,
    /// The inputs, by name, that are the witness: Alice writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<At<SourceFile>>,
    /// The steps in order; the last one is the output.
    pub steps: Vec<At<StepFile>>,
}

/// A step: an ask, or exactly one gate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepFile {
    /// A name by which later steps can read it; its number always works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Words>,
    /// What it is, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    /// A question for the oracle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Words>,
    /// The oracle's answer, where it is sure: yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<At<Words>>,
    /// The probability of yes, where the oracle is not sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<At<f64>>,
    /// What the probability depends on; see `table`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<At<SourceFile>>,
    /// The probability of yes for each case of what is given: `"01": 0.2` is where the first is 0
    /// and the second 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<At<IndexMap<String, f64>>>,
    /// 1 if all of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub and: Option<Vec<At<SourceFile>>>,
    /// 1 if any of these is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or: Option<Vec<At<SourceFile>>>,
    /// 1 if an odd number of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xor: Option<Vec<At<SourceFile>>>,
    /// 0 if all of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand: Option<Vec<At<SourceFile>>>,
    /// 0 if any of these is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nor: Option<Vec<At<SourceFile>>>,
    /// 1 if an even number of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xnor: Option<Vec<At<SourceFile>>>,
    /// 1 if strictly more than half of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub majority: Option<Vec<At<SourceFile>>>,
    /// 1 if at least `k` of these are 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<AtLeastFile>,
    /// The opposite of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<At<SourceFile>>,
    /// The same as this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<At<SourceFile>>,
    /// Always 0, or always 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constant: Option<u8>,
}

/// A threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtLeastFile {
    /// How many must be 1.
    pub k: u32,
    /// Of these.
    pub of: Vec<At<SourceFile>>,
}

/// What a step reads: an earlier step by its number or name, or an input by its name.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceFile {
    /// A step.
    Number(u64),
    /// A step or an input.
    Name(String),
}

impl Serialize for SourceFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Name(name) => serializer.serialize_str(name),
        }
    }
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
                Words::new(name).map(|w| SourceFile::Name(w.to_string())).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for SourceFile {
    fn schema_name() -> Cow<'static, str> {
        "Source".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An earlier step by number or name, or an input by name.",
            "type": ["integer", "string"],
        })
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
            if *bit > 1 {
                return Err(here.wrong(format!("input `{name}` is {bit}; an input is 0 or 1")));
            }
            if Words::new(name).is_err() || name.is_empty() {
                return Err(here.wrong("an input has a name that cannot be shown"));
            }
        }
        let mut names: HashMap<&str, Source> = HashMap::new();
        for (at, name) in self.inputs.keys().enumerate() {
            names.insert(name, Source::input(Input::at(at)));
        }
        let mut plan = PlanBuilder::new(self.inputs.iter().map(|(n, &bit)| (n.as_str(), bit == 1)));
        for name in &self.witness {
            match source(name, &names)?.get() {
                crate::machine::Origin::Input(input) => plan.mark_witness(input),
                crate::machine::Origin::Step(_) => {
                    return Err(name.wrong("only inputs can be the witness"));
                }
            }
        }
        for file in &self.steps {
            let step = file.add(&mut plan, &names)?;
            if let Some(name) = &file.name
                && names.insert(name, Source::step(step)).is_some()
            {
                return Err(file.wrong(format!("the name `{name}` is taken already")));
            }
        }
        plan.finish().map_err(|e| here.wrong(e.to_string()))
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
            .get(name.as_str())
            .copied()
            .ok_or_else(|| file.wrong(format!("no input and no earlier step is called `{name}`"))),
    }
}

impl At<StepFile> {
    fn add(&self, plan: &mut PlanBuilder, names: &HashMap<&str, Source>) -> Result<Step, Fault> {
        let list = |files: &[At<SourceFile>]| -> Result<Vec<Source>, Fault> {
            files.iter().map(|file| source(file, names)).collect()
        };
        let mut ops: Vec<(Op, Vec<Source>)> = Vec::new();
        let gates = [
            (Op::And, &self.and),
            (Op::Or, &self.or),
            (Op::Xor, &self.xor),
            (Op::Nand, &self.nand),
            (Op::Nor, &self.nor),
            (Op::Xnor, &self.xnor),
            (Op::Majority, &self.majority),
        ];
        for (op, sources) in gates {
            if let Some(sources) = sources {
                ops.push((op, list(sources)?));
            }
        }
        if let Some(AtLeastFile { k, of }) = &self.at_least {
            ops.push((Op::AtLeast(*k), list(of)?));
        }
        for (op, one) in [(Op::Not, &self.not), (Op::Copy, &self.copy)] {
            if let Some(one) = one {
                ops.push((op, vec![source(one, names)?]));
            }
        }
        match self.constant {
            None => {}
            Some(bit @ (0 | 1)) => ops.push((Op::Constant(bit == 1), Vec::new())),
            Some(other) => return Err(self.wrong(format!("a constant is 0 or 1, not {other}"))),
        }
        if let Some(question) = &self.ask {
            let (given, yes) = self.chances(list(&self.given)?)?;
            let ask = plan.question(Ask { question: question.to_string().into(), yes: yes.into() });
            ops.push((Op::Ask(ask), given));
        } else if self.answer.is_some() || self.yes.is_some() || self.table.is_some() {
            return Err(self.wrong("a probability needs its question: add `ask:`"));
        } else if !self.given.is_empty() {
            return Err(self.wrong("`given` belongs to a question: add `ask:`"));
        }
        let (op, sources) = match ops.len() {
            1 => ops.swap_remove(0),
            0 => {
                return Err(self.wrong(
                    "this step does nothing: give it `ask`, or one gate such as `and: [1, 2]`",
                ));
            }
            _ => {
                let words: Vec<&str> = ops.iter().map(|(op, _)| op.word()).collect();
                return Err(self.wrong(format!(
                    "a step does one thing, but this one does {}",
                    words.join(" and ")
                )));
            }
        };
        let step = plan.step(op, &sources).map_err(|e| self.wrong(e.to_string()))?;
        if let Some(words) = &self.words {
            plan.describe(step, &**words);
        }
        Ok(step)
    }

    /// What an ask depends on, and its probabilities by row.
    fn chances(&self, given: Vec<Source>) -> Result<(Vec<Source>, Vec<Probability>), Fault> {
        if given.len() > MOST_CONDITIONS {
            return Err(self.wrong(format!("at most {MOST_CONDITIONS} steps can be given")));
        }
        // An answer that depends on nothing may still be said to rest on earlier steps.
        let all = |p: Probability| (given.clone(), vec![p; 1 << given.len()]);
        match (&self.answer, &self.yes, &self.table) {
            (Some(answer), None, None) => match &*answer.value as &str {
                "yes" => Ok(all(Probability::ONE)),
                "no" => Ok(all(Probability::ZERO)),
                other => Err(answer.wrong(format!("an answer is yes or no, not `{other}`"))),
            },
            (None, Some(yes), None) => {
                Probability::new(yes.value).map(all).map_err(|e| yes.wrong(e.to_string()))
            }
            (None, None, Some(table)) => rows(table, given.len()).map(|rows| (given, rows)),
            (None, None, None) => Err(self.wrong(
                "what does the oracle say? Add `answer: yes`, `yes: 0.75`, or `given` and `table`",
            )),
            _ => Err(self.wrong("use one of `answer`, `yes` and `table`")),
        }
    }
}

fn rows(table: &At<IndexMap<String, f64>>, given: usize) -> Result<Vec<Probability>, Fault> {
    if given == 0 || given > MOST_CONDITIONS {
        return Err(table.wrong(format!(
            "a table needs `given` with 1 to {MOST_CONDITIONS} earlier steps; this has {given}"
        )));
    }
    let mut rows = vec![None; 1 << given];
    for (case, &p) in &table.value {
        let row = (case.len() == given).then(|| usize::from_str_radix(case, 2).ok()).flatten();
        let Some(row) = row.filter(|_| case.bytes().all(|b| b == b'0' || b == b'1')) else {
            return Err(table.wrong(format!(
                "`{}` is not a case of {given} bits: write \"{}\"",
                case.escape_default(),
                "01".repeat(given).split_at(given).0
            )));
        };
        let p = Probability::new(p).map_err(|e| table.wrong(format!("case {case}: {e}")))?;
        rows[row] = Some(p);
    }
    rows.iter()
        .enumerate()
        .map(|(row, p)| {
            p.ok_or_else(|| table.wrong(format!("the table misses the case \"{row:0given$b}\"")))
        })
        .collect()
}
