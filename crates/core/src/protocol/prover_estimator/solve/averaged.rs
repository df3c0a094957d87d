//! The worlds over which a payoff is averaged.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::AveragePayoff;
use super::independent_leaves::is_independent;
use super::payoff_table::TableAlice;
use crate::machine::claims::{ClaimsInstance, Truths};
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::work::CancelToken;

/// For one pair of players, a search visits at most this many draws in total, over all worlds.
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
    if averaged.is_sampled() {
        return None;
    }
    let alice = TableAlice::Fixed(alice.clone());
    alice.payoff((case, stakes), bob, &averaged, averaged.branches(), token).ok()
}

/// The upper limit on the work of an average: the number of worlds times the number of claims.
pub(super) const MOST_WORK: usize = 4_000_000;

pub(super) const MOST_AVERAGED: usize = 4096;

/// If there are too many worlds to list, this many random worlds are used.
const SAMPLED: usize = 256;

pub(super) struct WorldAverage {
    pub(super) worlds: Vec<(f64, Arc<Truths>)>,
    pub(super) exact: bool,
    /// True if the worlds are too many to list, but their leaves are independent. Then payoffs are
    /// computed without a list.
    pub(super) independent: bool,
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
        let independent = !exact && is_independent(case);
        Self { worlds: worlds.collect(), exact, independent }
    }

    /// The number of worlds in the average.
    pub(super) fn count(&self, case: &ClaimsInstance) -> serde_json::Value {
        if !self.independent {
            return self.worlds.len().into();
        }
        let open = |&leaf: &_| !matches!(case.drawn_from().chance(leaf), 0.0 | 1.0);
        2f64.powi(case.tree().leaves().filter(open).count() as i32).into()
    }

    /// Returns whether the worlds are random ones, so that averages over them are not exact.
    pub(super) fn is_sampled(&self) -> bool {
        !self.exact && !self.independent
    }

    /// In one world, a search visits at most this many draws.
    pub(super) fn branches(&self) -> usize {
        (MOST_BRANCHES / self.worlds.len().max(1)).max(20_000)
    }

    /// A text that says which worlds the average covers.
    pub(super) fn words(&self) -> String {
        match (self.worlds.len(), self.exact) {
            _ if self.independent => {
                "averages over all worlds of the independent leaves, exact over all draws".into()
            }
            (1, _) => "one world, exact over all draws".to_owned(),
            (n, true) => format!("averages over all {n} worlds, exact over all draws"),
            (n, false) => {
                format!("averages over {n} random worlds, exact over all draws in each")
            }
        }
    }

    pub(super) fn average(
        &self,
        of: impl Fn(&Arc<Truths>) -> Result<AveragePayoff, ResponseTooLarge>,
    ) -> Result<AveragePayoff, ResponseTooLarge> {
        let each: Result<Vec<(f64, AveragePayoff)>, ResponseTooLarge> =
            self.worlds.iter().map(|(weight, truths)| Ok((*weight, of(truths)?))).collect();
        Ok(AveragePayoff::average(each?))
    }
}
