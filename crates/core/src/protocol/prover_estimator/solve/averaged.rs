//! The worlds of an average payoff.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::AveragePayoff;
use super::payoff::payoff_over;
use crate::machine::claims::{ClaimsInstance, Truths};
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::work::CancelToken;

/// The largest number of draws that a search visits for one pair, over all worlds.
pub(super) const MOST_BRANCHES: usize = 4_000_000;

/// The exact average payoff of Alice against this Bob, over all worlds.
///
/// `None` if there are too many worlds or possible draws, or if `token` cancelled the work.
pub fn average_payoff(
    case: &ClaimsInstance,
    stakes: RewardParams,
    (alice, bob): (&ProverStrategy, &EstimatorStrategy),
    token: &CancelToken,
) -> Option<AveragePayoff> {
    let averaged = WorldAverage::over(case);
    if !averaged.exact {
        return None;
    }
    let (worlds, branches) = (&averaged.worlds, averaged.branches());
    payoff_over((case, stakes), (alice, bob), worlds, branches, token).ok()
}

/// The upper limit on the work of an average: worlds times claims.
pub(super) const MOST_WORK: usize = 4_000_000;

pub(super) const MOST_AVERAGED: usize = 4096;

/// The number of random worlds if there are too many to list.
const SAMPLED: usize = 256;

/// The worlds of an average payoff.
pub(super) struct WorldAverage {
    pub(super) worlds: Vec<(f64, Arc<Truths>)>,
    pub(super) exact: bool,
}

impl WorldAverage {
    pub(super) fn over(case: &ClaimsInstance) -> Self {
        let tree = case.tree();
        let most = (MOST_WORK / tree.len()).clamp(1, MOST_AVERAGED);
        let list = case.drawn_from().list(most);
        let exact = list.is_some();
        let list = list.unwrap_or_else(|| {
            let draws = most.min(SAMPLED);
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let weight = 1.0 / draws as f64;
            (0..draws).map(|_| (weight, case.drawn_from().draw(&mut rng))).collect()
        });
        let worlds = list.into_iter().map(|(w, leaves)| (w, Arc::new(tree.truths(&leaves))));
        Self { worlds: worlds.collect(), exact }
    }

    /// The largest number of draws that a search visits in one world.
    pub(super) fn branches(&self) -> usize {
        (MOST_BRANCHES / self.worlds.len().max(1)).max(20_000)
    }

    /// The scope of the average, in words.
    pub(super) fn words(&self) -> String {
        match (self.worlds.len(), self.exact) {
            (1, _) => "one world, exact over all draws".to_owned(),
            (n, true) => format!("averages over all {n} worlds, exact over all draws"),
            (n, false) => {
                format!("averages over {n} random worlds, exact over all draws in each")
            }
        }
    }

    /// The average of the payoffs in each world.
    pub(super) fn average(
        &self,
        of: impl Fn(&Arc<Truths>) -> Result<AveragePayoff, ResponseTooLarge>,
    ) -> Result<AveragePayoff, ResponseTooLarge> {
        let each: Result<Vec<(f64, AveragePayoff)>, ResponseTooLarge> =
            self.worlds.iter().map(|(weight, truths)| Ok((*weight, of(truths)?))).collect();
        Ok(AveragePayoff::average(each?))
    }
}
