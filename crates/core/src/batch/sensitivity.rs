//! Computes how much the later answers of a chain change if the probability of one step changes,
//! and how many votes the judge needs for this sensitivity.

use crate::machine::plan::{UnrolledPlan, lipschitz};
use crate::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
use crate::scenario::{ChainFile, MachineFile, ProtocolFile, Scenario};
use crate::work::CancelToken;

/// A chain of yes-or-no answers. The probability of each answer depends on the previous answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChain {
    start: f64,
    /// The probability of a yes after a no, and of a yes after a yes.
    after: [f64; 2],
    steps: usize,
    /// The largest change of the last answer's probability, divided by the change of all steps'
    /// probabilities (Def. 6.1 of the 2024 paper).
    pub k: f64,
    /// The K that the scenario declares. The players choose their numbers of votes for this K.
    pub declared: f64,
    /// The number of votes that the judge draws after an abort, if the constants are those proved
    /// for `k`.
    pub votes: u64,
}

impl AnswerChain {
    /// The chain of a scenario. `None` if the scenario has no chain, or if the work was stopped.
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

    /// The probability of a yes at each step, if the probabilities of the steps in `moved` change
    /// by `by`. All probabilities stay between 0 and 1.
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

    /// The change of the probability of each answer, if the probabilities of one step change by
    /// `by`.
    pub fn errors(&self, step: usize, by: f64) -> Vec<f64> {
        let [truth, moved] = [0.0, by].map(|by| self.answers(|own| own == step, by));
        truth.iter().zip(&moved).map(|(truth, moved)| moved - truth).collect()
    }
}

/// The largest possible standard deviation of the mean of this many votes: 1 / (2 √n).
pub fn standard_error(votes: u64) -> f64 {
    0.5 / (votes.max(1) as f64).sqrt()
}
