//! The worlds that payoffs are averaged over.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::Payoff;
use super::payoff::payoff_over;
use crate::machine::claims::{Case, Truths};
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::work::Token;

/// Draws looked at for one pair, over all worlds.
pub(super) const MOST_BRANCHES: usize = 4_000_000;

/// What Alice is paid on average by this Bob, exactly, over all worlds.
///
/// None if there are too many worlds, or too many ways the draws can fall, or `token` stopped it.
pub fn average_payoff(
    case: &Case,
    stakes: Stakes,
    (alice, bob): (&Prover, &Estimator),
    token: &Token,
) -> Option<Payoff> {
    let averaged = Averaged::over(case);
    if !averaged.exact {
        return None;
    }
    let (worlds, branches) = (&averaged.worlds, averaged.branches());
    payoff_over((case, stakes), (alice, bob), worlds, branches, token).ok()
}

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
    pub(super) fn over(case: &Case) -> Self {
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

    /// Draws looked at in one world.
    pub(super) fn branches(&self) -> usize {
        (MOST_BRANCHES / self.worlds.len().max(1)).max(20_000)
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
