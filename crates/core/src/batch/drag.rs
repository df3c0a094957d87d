//! One number of a chain, moved by hand: how far every later answer moves, and what the votes cost that
//! hold all of them.

use crate::machine::plan::{Unrolled, lipschitz};
use crate::protocol::stochastic::{ConstantSet, Constants, Lipschitz};
use crate::scenario::{ChainFile, MachineFile, ProtocolFile, Scenario};
use crate::work::Token;

/// A chain of answers, each of which heeds the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    start: f64,
    /// How likely yes is after a no, and after a yes.
    after: [f64; 2],
    steps: usize,
    /// How far the last answer can move when every number does, in units of that (Def. 6.1 of the 2024
    /// paper).
    pub k: f64,
    /// The K that the debate declares, by which its players draw their votes.
    pub declared: f64,
    /// The votes that the judge draws over an abort, by the proved constants for `k`.
    pub votes: u64,
}

impl Chain {
    /// The chain that a scenario debates; none if it debates something else, or this was stopped.
    pub fn of(scenario: &Scenario, token: &Token) -> Option<Self> {
        let MachineFile::Chain(ChainFile { start, after_no, after_yes, steps, .. }) =
            &scenario.machine.value
        else {
            return None;
        };
        let plan = scenario.machine.plan().ok()?;
        let found = lipschitz(&Unrolled::new(&plan, token).ok()?, token).ok()?;
        let k = Lipschitz::new(found.at_most).ok()?;
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

    /// How many answers it has.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// How likely yes is at each step, if the numbers of the steps in `moved` are `by` more than they
    /// are, within 0 and 1.
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

    /// How much further each answer moves when one step's number does.
    pub fn errors(&self, step: usize, by: f64) -> Vec<f64> {
        let [truth, moved] = [0.0, by].map(|by| self.answers(|own| own == step, by));
        truth.iter().zip(&moved).map(|(truth, moved)| moved - truth).collect()
    }
}

/// How far the mean of so many votes is off at most, as its standard deviation: 1 / (2 √n).
pub fn off(votes: u64) -> f64 {
    0.5 / (votes.max(1) as f64).sqrt()
}
