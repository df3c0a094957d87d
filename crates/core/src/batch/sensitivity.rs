//! Computes the sensitivity of a chain of answers: the change of all later answers when one number
//! changes. Also computes the number of votes that this sensitivity requires.

use crate::machine::plan::{UnrolledPlan, lipschitz};
use crate::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
use crate::scenario::{ChainFile, MachineFile, ProtocolFile, Scenario};
use crate::work::CancelToken;

/// A chain of answers, in which each answer depends on the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChain {
    start: f64,
    /// The probability of yes after a no, and after a yes.
    after: [f64; 2],
    steps: usize,
    /// The largest change of the last answer, relative to a change of all numbers (Def. 6.1 of the
    /// 2024 paper).
    pub k: f64,
    /// The K that the debate declares. Its players use it for their numbers of votes.
    pub declared: f64,
    /// The number of votes that the judge draws after an abort, by the proved constants for `k`.
    pub votes: u64,
}

impl AnswerChain {
    /// The chain that a scenario debates. `None` if it debates something else, or the work was
    /// stopped.
    pub fn from_scenario(scenario: &Scenario, token: &CancelToken) -> Option<Self> {
        let MachineFile::Chain(ChainFile { start, after_no, after_yes, steps, .. }) =
            &scenario.machine.value
        else {
            return None;
        };
        let plan = scenario.machine.plan().ok()?;
        let found = lipschitz(&UnrolledPlan::new(&plan, token).ok()?, token).ok()?;
        let k = LipschitzBound::new(found.at_most).ok()?;
        let constants = Constants::new(ConstantSet::Lean, k, **steps).ok()?;
        Some(Self {
            start: **start,
            after: [**after_no, **after_yes],
            steps: usize::try_from(**steps).ok()?,
            k: k.get(),
            declared: match &scenario.protocol.value {
                ProtocolFile::Stochastic(file) => file.value.k.value,
                _ => return None,
            },
            votes: constants.judge.count,
        })
    }

    /// The number of answers.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The probability of yes at each step, if the numbers of the steps in `moved` change by `by`,
    /// within 0 and 1.
    pub fn answers(&self, moved: impl Fn(usize) -> bool, by: f64) -> Vec<f64> {
        let [no, yes] = self.after;
        let mut before = None;
        let answer = |step: usize| {
            let by = if moved(step) { by } else { 0.0 };
            let near = |p: f64| (p + by).clamp(0.0, 1.0);
            let p = before.map_or(near(self.start), |p: f64| p * near(yes) + (1.0 - p) * near(no));
            before = Some(p);
            p
        };
        (0..self.steps).map(answer).collect()
    }

    /// The change of each answer if one step's number changes.
    pub fn errors(&self, step: usize, by: f64) -> Vec<f64> {
        let [truth, moved] = [0.0, by].map(|by| self.answers(|own| own == step, by));
        truth.iter().zip(&moved).map(|(truth, moved)| moved - truth).collect()
    }
}

/// The largest possible standard deviation of the mean of this many votes: 1 / (2 √n).
pub fn standard_error(votes: u64) -> f64 {
    0.5 / (votes.max(1) as f64).sqrt()
}
