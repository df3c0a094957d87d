//! Families of plans, as a file writes them.

use serde::{Deserialize, Serialize};

use super::place::{At, Fault};
use super::words::Words;
use crate::chance::Probability;
use crate::machine::plan::{MOST_STEPS, families};
use crate::machine::{Op, Plan};

/// Independent votes on one question, and a gate that counts them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VotesFile {
    /// The question; `{t}` stands for the number of the vote.
    pub question: Words,
    /// How many votes.
    pub votes: At<u64>,
    /// The probability of yes.
    pub yes: At<f64>,
    /// How they are counted: majority, xor, and, or, `at-least: 5`.
    pub rule: VotesRule,
}

/// How votes are counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VotesRule {
    /// Strictly more than half say yes.
    Majority,
    /// An odd number say yes.
    Xor,
    /// All say yes.
    And,
    /// Any says yes.
    Or,
    /// At least this many say yes.
    AtLeast(u32),
}

/// A chain of two states: each step asks, given the step before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChainFile {
    /// The question; `{t}` stands for the number of the step.
    pub question: Words,
    /// How many steps.
    pub steps: At<u64>,
    /// The probability of yes at the first step.
    pub start: At<f64>,
    /// The probability of yes after a no.
    pub after_no: At<f64>,
    /// The probability of yes after a yes.
    pub after_yes: At<f64>,
}

/// The paper's meta-analysis: does caffeine improve learning?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaffeineFile {
    /// How likely a rater sees a clear flaw in studies A, B and C.
    #[serde(default = "usual_flaws")]
    pub flaws: [At<f64>; 3],
}

fn usual_flaws() -> [At<f64>; 3] {
    families::CAFFEINE_FLAWS.map(At::nowhere)
}

fn probability(name: &str, p: &At<f64>) -> Result<Probability, Fault> {
    Probability::new(**p).map_err(|e| p.wrong(format!("{name}: {e}")))
}

/// A gate that counts more votes than this would take an exact solver minutes.
const MOST_VOTES: u64 = 20_000;

fn steps(given: &At<u64>) -> Result<usize, Fault> {
    match usize::try_from(**given) {
        Ok(n) if n > 0 && n < MOST_STEPS => Ok(n),
        _ => Err(given.wrong(format!("{} is not a number of steps from 1 to 9,999,999", **given))),
    }
}

impl VotesFile {
    pub(crate) fn build(&self, here: &At<()>) -> Result<Plan, Fault> {
        let gate = match self.rule {
            VotesRule::Majority => Op::Majority,
            VotesRule::Xor => Op::Xor,
            VotesRule::And => Op::And,
            VotesRule::Or => Op::Or,
            VotesRule::AtLeast(k) => Op::AtLeast(k),
        };
        let yes = probability("yes", &self.yes)?;
        if *self.votes > MOST_VOTES {
            let told = format!("{} votes; a gate counts at most {MOST_VOTES}", *self.votes);
            return Err(self.votes.wrong(told));
        }
        here.told(families::votes(&self.question, steps(&self.votes)?, yes, gate))
    }
}

impl ChainFile {
    pub(crate) fn build(&self, here: &At<()>) -> Result<Plan, Fault> {
        let start = probability("start", &self.start)?;
        let yes =
            [probability("after-no", &self.after_no)?, probability("after-yes", &self.after_yes)?];
        here.told(families::chain(&self.question, steps(&self.steps)?, start, yes))
    }
}

impl CaffeineFile {
    pub(crate) fn build(&self, here: &At<()>) -> Result<Plan, Fault> {
        let [a, b, c] = &self.flaws;
        let flaw = |p| probability("flaws", p);
        let flaws = [flaw(a)?, flaw(b)?, flaw(c)?];
        here.told(families::caffeine(flaws))
    }
}
