//! The worlds that payoffs are averaged over.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::Payoff;
use crate::machine::claims::Truths;
use crate::protocol::ProverEstimator;
use crate::strategy::prover::TooLarge;

/// Worlds times claims that are looked at, and worlds.
pub(super) const MOST_WORK: usize = 4_000_000;

pub(super) const MOST_AVERAGED: usize = 4096;

/// Worlds drawn where there are too many to list.
const SAMPLED: usize = 256;

/// The worlds that payoffs are averaged over.
pub(super) struct Averaged {
    pub(super) worlds: Vec<(f64, Arc<Truths>)>,
    pub(super) exact: bool,
}

impl Averaged {
    pub(super) fn over(debate: &ProverEstimator) -> Self {
        let case = &debate.setup().case;
        let tree = case.tree();
        let most = (MOST_WORK / tree.len()).clamp(1, MOST_AVERAGED);
        let list = case.worlds().list(most);
        let exact = list.is_some();
        let list = list.unwrap_or_else(|| {
            let draws = most.min(SAMPLED);
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let weight = 1.0 / draws as f64;
            (0..draws).map(|_| (weight, case.worlds().draw(&mut rng))).collect()
        });
        let worlds = list.into_iter().map(|(w, leaves)| (w, Arc::new(tree.truths(&leaves))));
        Self { worlds: worlds.collect(), exact }
    }

    /// What is averaged over.
    pub(super) fn words(&self) -> String {
        match (self.worlds.len(), self.exact) {
            (1, _) => "one world, exactly over all draws".to_owned(),
            (n, true) => format!("averages over all {n} worlds, exactly over all draws"),
            (n, false) => {
                format!("averages over {n} worlds drawn at random, exactly over all draws")
            }
        }
    }

    /// The average of what is paid in each world.
    pub(super) fn average(
        &self,
        of: impl Fn(&Arc<Truths>) -> Result<Payoff, TooLarge>,
    ) -> Result<Payoff, TooLarge> {
        let each: Result<Vec<(f64, Payoff)>, TooLarge> =
            self.worlds.iter().map(|(weight, truths)| Ok((*weight, of(truths)?))).collect();
        Ok(Payoff::average(each?))
    }
}
