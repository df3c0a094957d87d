//! The form of families of plans in files.

use serde::{Deserialize, Serialize};

use super::located::{Located, YamlError};
use super::safe_text::SafeText;
use crate::chance::Probability;
use crate::machine::plan::{MOST_STEPS, families};
use crate::machine::{Op, Plan};

/// Independent votes on one question, and a gate that counts them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VotesFile {
    /// The question; `{t}` stands for the number of the vote.
    pub question: SafeText,
    /// The total number of votes.
    pub votes: Located<u64>,
    /// The probability of yes.
    // Programs that use YAML 1.1 read the key `yes` as a truth value, and write it as `true`.
    #[serde(alias = "true")]
    pub yes: Located<f64>,
    /// The rule of the count: majority, xor, and, or, `at-least: 5`.
    pub rule: VotesRule,
}

/// The rule for counting votes.
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

/// A chain of yes-or-no answers. The probability of each answer depends on the previous answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChainFile {
    /// The question; `{t}` stands for the number of the step.
    pub question: SafeText,
    /// The number of steps.
    pub steps: Located<u64>,
    /// The probability of yes at the first step.
    pub start: Located<f64>,
    /// The probability of yes after a no.
    pub after_no: Located<f64>,
    /// The probability of yes after a yes.
    pub after_yes: Located<f64>,
}

/// The paper's meta-analysis: does caffeine improve learning?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaffeineFile {
    /// The probabilities that a rater sees a clear flaw in studies A, B and C.
    #[serde(default = "usual_flaws")]
    pub flaws: [Located<f64>; 3],
}

fn usual_flaws() -> [Located<f64>; 3] {
    families::CAFFEINE_FLAWS.map(Located::without_place)
}

fn probability(name: &str, p: &Located<f64>) -> Result<Probability, YamlError> {
    Probability::new(**p).map_err(|e| p.wrong(format!("{name}: {e}")))
}

/// The largest number of votes that a gate may count. With more votes, an exact solver would need
/// minutes.
const MOST_VOTES: u64 = 20_000;

fn steps(given: &Located<u64>) -> Result<usize, YamlError> {
    match usize::try_from(**given) {
        Ok(n) if n > 0 && n < MOST_STEPS => Ok(n),
        _ => Err(given.wrong(format!(
            "{} is out of range. Write a number of steps from 1 to 9,999,999",
            **given
        ))),
    }
}

impl VotesFile {
    pub(crate) fn build(&self, here: &Located<()>) -> Result<Plan, YamlError> {
        let gate = match self.rule {
            VotesRule::Majority => Op::Majority,
            VotesRule::Xor => Op::Xor,
            VotesRule::And => Op::And,
            VotesRule::Or => Op::Or,
            VotesRule::AtLeast(k) => Op::AtLeast(k),
        };
        let yes = probability("yes", &self.yes)?;
        if *self.votes > MOST_VOTES {
            let told =
                format!("{} votes are too many. A gate counts at most {MOST_VOTES}", *self.votes);
            return Err(self.votes.wrong(told));
        }
        here.locate_error(families::votes(&self.question, steps(&self.votes)?, yes, gate))
    }
}

impl ChainFile {
    pub(crate) fn build(&self, here: &Located<()>) -> Result<Plan, YamlError> {
        let start = probability("start", &self.start)?;
        let yes =
            [probability("after-no", &self.after_no)?, probability("after-yes", &self.after_yes)?];
        here.locate_error(families::chain(&self.question, steps(&self.steps)?, start, yes))
    }
}

impl CaffeineFile {
    pub(crate) fn build(&self, here: &Located<()>) -> Result<Plan, YamlError> {
        let [a, b, c] = &self.flaws;
        let flaw = |p| probability("flaws", p);
        let flaws = [flaw(a)?, flaw(b)?, flaw(c)?];
        here.locate_error(families::caffeine(flaws))
    }
}
