//! What an eye may know of a debate as values: for players that are programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::claims::{Case, ClaimId, ClaimTree};
use crate::machine::{Input, Op, Plan, Source, Step};
use crate::rules::{Eye, Readings, Seat};

/// Of a computation so many steps, inputs or claims are given, the first; `numbers` says how many there
/// are.
const MOST: usize = 4096;

/// What an eye may know, as values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct Known {
    /// The debate's numbers under the names that they have in the papers and in files: `k`, `c`, `s`,
    /// `b`, `r`, `epsilon`, `steps`, `inputs`, `claim`.
    pub numbers: BTreeMap<String, f64>,
    /// The inputs of the computation, in order.
    pub inputs: Vec<InputKnown>,
    /// Its steps or gates, in order.
    pub steps: Vec<StepKnown>,
    /// The table of a machine, a line for each state.
    pub table: Vec<String>,
    /// The claims, the root first.
    pub claims: Vec<ClaimKnown>,
    /// The law over worlds, where its worlds are listed and this seat knows it.
    pub worlds: Vec<World>,
    /// The bits that the judge read, in order.
    pub read: Vec<Read>,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct InputKnown {
    /// What it is called.
    pub name: String,
    /// Its bit, where this seat knows it.
    pub value: Option<bool>,
}

/// A step of a plan, or a gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct StepKnown {
    /// What it does: `and`, `xor`, `at-least 3`, `constant 1`, `ask`.
    pub op: String,
    /// The cells that it reads: `input 2`, `step 7`.
    pub reads: Vec<String>,
    /// The question that it puts to the oracle, or what the scenario calls it.
    pub words: String,
    /// The bit that stands there, where this seat sees it: what was written, which need not be right.
    pub value: Option<bool>,
}

/// A claim of a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct ClaimKnown {
    /// Its name.
    pub name: String,
    /// What it says.
    pub words: String,
    /// The arguments for it; none for a leaf.
    pub arguments: Vec<ArgumentKnown>,
    /// P[it is true] by the law over worlds, where this seat knows that.
    pub chance: Option<f64>,
    /// Whether it is true, where this seat knows.
    pub truth: Option<bool>,
}

/// An argument for a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct ArgumentKnown {
    /// When it holds: `all`, `majority`, `at-least-2`, or a formula over its subclaims.
    pub rule: String,
    /// Of its subclaims, or of their blocks, so many must be true; none where a formula says when it holds.
    pub at_least: Option<usize>,
    /// So many subclaims are a block, which is true if most of them are; 1 where each stands for itself.
    pub block: usize,
    /// The names of its subclaims.
    pub parts: Vec<String>,
}

/// A world of the law.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct World {
    /// How likely it is.
    pub chance: f64,
    /// The names of the leaves that are true in it.
    pub leaves: Vec<String>,
}

/// A bit that the judge read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct Read {
    /// Where: `input 2`, `step 7`.
    pub cell: String,
    /// What it says.
    pub bit: bool,
}

impl Known {
    /// Whether the world is known: every claim is known to be true or to be false.
    pub fn has_the_world(&self) -> bool {
        self.claims.iter().all(|claim| claim.truth.is_some())
    }

    /// The same with a number.
    #[must_use]
    pub fn number(mut self, name: &str, value: f64) -> Self {
        self.numbers.insert(name.to_owned(), value);
        self
    }

    /// The same with what the judge read.
    #[must_use]
    pub fn reading(mut self, readings: &Readings) -> Self {
        let read = |one: &crate::rules::Reading| Read { cell: one.cell.to_string(), bit: one.bit };
        self.read = readings.list().iter().map(read).collect();
        self
    }

    /// The same with the wiring of a plan, and the bits that the seat sees in it.
    #[must_use]
    pub fn plan(
        self,
        plan: &Plan,
        input: impl Fn(Input) -> Option<bool>,
        step: impl Fn(Step) -> Option<bool>,
    ) -> Self {
        let inputs = (0..plan.inputs().len()).map(Input::at);
        let mut known =
            self.number("inputs", plan.inputs().len() as f64).number("steps", plan.len() as f64);
        known.inputs = inputs
            .take(MOST)
            .map(|at| InputKnown { name: plan.input_name(at).to_owned(), value: input(at) })
            .collect();
        let wired = |at: Step| StepKnown {
            op: operation(plan.op(at)),
            reads: plan.relevant(at).iter().map(|&source| cell(source)).collect(),
            words: plan.words(at).into_owned(),
            value: step(at),
        };
        known.steps = plan.steps().take(MOST).map(wired).collect();
        known
    }

    /// The same with a tree of claims; the law over worlds is for the provers.
    #[must_use]
    pub fn case(mut self, case: &Case, eye: Eye, knows: impl Fn(ClaimId) -> Option<bool>) -> Self {
        let tree = case.tree();
        // The law of one world alone is that world, which not everybody is told.
        let law = !matches!(eye, Eye::Seat(Seat::Judge) | Eye::Room)
            && case.worlds().in_list().len() != 1;
        let claimed = |claim: ClaimId| ClaimKnown {
            name: tree.name(claim).to_string(),
            words: tree.words(claim).to_string(),
            arguments: arguments(tree, claim),
            chance: law.then(|| case.worlds().chance(claim)),
            truth: knows(claim),
        };
        self.claims = tree.claims().take(MOST).map(claimed).collect();
        let world = |(chance, leaves): (f64, &crate::machine::Bits)| World {
            chance,
            leaves: tree
                .leaves()
                .zip(leaves.iter())
                .filter(|(_, is_true)| *is_true)
                .map(|(leaf, _)| tree.name(leaf).to_string())
                .collect(),
        };
        if law && tree.len() <= MOST {
            self.worlds = case.worlds().in_list().take(MOST).map(world).collect();
        }
        self.number("claims", tree.len() as f64).number("depth", tree.depth() as f64)
    }
}

fn operation(op: Op) -> String {
    match op {
        Op::AtLeast(most) => format!("{} {most}", op.word()),
        Op::Constant(bit) => format!("{} {}", op.word(), u8::from(bit)),
        op => op.word().to_owned(),
    }
}

fn cell(source: Source) -> String {
    source.get().to_string()
}

fn arguments(tree: &ClaimTree, claim: ClaimId) -> Vec<ArgumentKnown> {
    let all = tree.arguments(claim).map(|argument| {
        let (block, parts) = (argument.rule.block(), argument.parts);
        let of = parts.len() / block.max(1);
        ArgumentKnown {
            rule: argument.rule.to_string(),
            at_least: argument.rule.quorum().threshold(of),
            block,
            parts: parts.iter().map(|part| tree.name(part).to_string()).collect(),
        }
    });
    all.collect()
}
