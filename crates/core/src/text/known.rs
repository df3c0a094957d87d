//! The facts that a viewer may know about a debate, as values for external programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::claims::{ClaimId, ClaimTree, ClaimsInstance};
use crate::machine::{Input, Op, Plan, Source, Step};
use crate::rules::{BitsRead, Seat, Viewer};

/// Lists of steps, inputs, claims and worlds have at most this many entries. The complete counts
/// are in `numbers`.
const MOST: usize = 4096;

/// The facts that a viewer may know about a debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownFacts {
    /// The numbers of the debate, by their names in the papers and in files: `k`, `c`, `s`, `b`,
    /// `r`, `epsilon`, `steps`, `inputs`, `claim`.
    pub numbers: BTreeMap<String, f64>,
    /// The inputs of the computation, in order.
    pub inputs: Vec<KnownInput>,
    /// The steps or gates of the computation, in order.
    pub steps: Vec<KnownStep>,
    /// The table of a Turing machine, one line for each state.
    pub table: Vec<String>,
    /// The claims. The root comes first.
    pub claims: Vec<KnownClaim>,
    /// The distribution over worlds. Empty if it is not a list, or if this seat does not know it.
    pub worlds: Vec<KnownWorld>,
    /// The bits that the judge read, in order.
    pub read: Vec<KnownRead>,
}

/// An input of the computation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownInput {
    /// The name.
    pub name: String,
    /// The value of the input bit. `None` if this seat does not know it.
    pub value: Option<bool>,
}

/// A step of a plan, or a gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownStep {
    /// The operation, such as `and`, `xor`, `at-least 3`, `constant 1` or `ask`.
    pub op: String,
    /// The cells that the step reads, such as `input 2` or `step 7`.
    pub reads: Vec<String>,
    /// The question for the oracle, or the scenario's name for the step.
    pub words: String,
    /// The bit that a player wrote in this cell. It may be wrong. `None` if this seat does not see
    /// it.
    pub value: Option<bool>,
}

/// A claim of a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownClaim {
    /// The name.
    pub name: String,
    /// The text of the claim.
    pub words: String,
    /// The arguments for the claim. Empty for a leaf.
    pub arguments: Vec<KnownArgument>,
    /// The probability that the claim is true, from the distribution over worlds. `None` if this
    /// seat does not know the distribution.
    pub chance: Option<f64>,
    /// The truth of the claim. `None` if this seat does not know it.
    pub truth: Option<bool>,
}

/// An argument for a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownArgument {
    /// The rule: `all`, `majority`, `at-least-2`, or a formula over the names of the subclaims.
    pub rule: String,
    /// The number of subclaims or blocks that must be true. `None` if the rule is a formula.
    pub at_least: Option<usize>,
    /// The number of subclaims in a block. A block is true if more than half of its subclaims are
    /// true. 1 if there are no blocks.
    pub block: usize,
    /// The names of the subclaims.
    pub parts: Vec<String>,
}

/// A world of the distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownWorld {
    /// The probability of the world.
    pub chance: f64,
    /// The names of the leaves that are true in this world.
    pub leaves: Vec<String>,
}

/// A bit that the judge read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(schemars::JsonSchema))]
pub struct KnownRead {
    /// The cell, such as `input 2` or `step 7`.
    pub cell: String,
    /// The value of the bit.
    pub bit: bool,
}

impl KnownFacts {
    /// Returns whether the seat knows the truth of every claim.
    pub fn has_the_world(&self) -> bool {
        self.claims.iter().all(|claim| claim.truth.is_some())
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, name: &str, value: f64) -> Self {
        self.numbers.insert(name.to_owned(), value);
        self
    }

    /// Sets the bits that the judge read.
    #[must_use]
    pub fn reading(mut self, readings: &BitsRead) -> Self {
        let read =
            |one: &crate::rules::BitRead| KnownRead { cell: one.cell.to_string(), bit: one.bit };
        self.read = readings.list().iter().map(read).collect();
        self
    }

    /// Adds the inputs and steps of a plan. `input` and `step` return the bits that the seat sees.
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
            .map(|at| KnownInput { name: plan.input_name(at).to_owned(), value: input(at) })
            .collect();
        let wired = |at: Step| KnownStep {
            op: operation(plan.op(at)),
            reads: plan.relevant(at).iter().map(|&source| cell(source)).collect(),
            words: plan.words(at).into_owned(),
            value: step(at),
        };
        known.steps = plan.steps().take(MOST).map(wired).collect();
        known
    }

    /// Adds a claim tree. Only the provers know the distribution over worlds.
    #[must_use]
    pub fn case(
        mut self,
        case: &ClaimsInstance,
        eye: Viewer,
        knows: impl Fn(ClaimId) -> Option<bool>,
    ) -> Self {
        let tree = case.tree();
        // Hide a distribution with only one world, because it would reveal the truth.
        let law = !matches!(eye, Viewer::Seat(Seat::Judge) | Viewer::Room)
            && case.worlds().in_list().len() != 1;
        let claimed = |claim: ClaimId| KnownClaim {
            name: tree.name(claim).to_string(),
            words: tree.words(claim).to_string(),
            arguments: arguments(tree, claim),
            chance: law.then(|| case.worlds().chance(claim)),
            truth: knows(claim),
        };
        self.claims = tree.claims().take(MOST).map(claimed).collect();
        let world = |(chance, leaves): (f64, &crate::machine::Bits)| KnownWorld {
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

fn arguments(tree: &ClaimTree, claim: ClaimId) -> Vec<KnownArgument> {
    let all = tree.arguments(claim).map(|argument| {
        let (block, parts) = (argument.rule.block(), argument.parts);
        let of = parts.len() / block.max(1);
        KnownArgument {
            rule: argument.rule.to_string(),
            at_least: argument.rule.quorum().threshold(of),
            block,
            parts: parts.iter().map(|part| tree.name(part).to_string()).collect(),
        }
    });
    all.collect()
}
