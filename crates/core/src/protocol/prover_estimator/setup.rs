//! The setup of a prover-estimator debate: the claims, and the numbers ε and r.

use super::{ProverEstimatorError, RewardRatio};
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimsInstance, Epsilon, StabilityTable, default_ratio};
use crate::work::{CancelToken, Cancelled};

/// The setup of a prover-estimator debate.
#[derive(Clone, Debug)]
pub struct ProverEstimatorInstance {
    /// The claims, the worlds, and the knowledge of each prover.
    pub case: ClaimsInstance,
    /// The numbers ε and r.
    pub stakes: RewardParams,
}

/// The numbers that determine the rewards of a debate: the tolerated error and the growth of the
/// rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RewardParams {
    /// ε, the error that an honest Alice tolerates.
    pub epsilon: Epsilon,
    /// r, the factor by which rewards grow from round to round.
    pub ratio: RewardRatio,
    /// The source of r.
    pub source: RatioSource,
    /// The probability that human judgement decides a leaf correctly.
    pub judgement: Probability,
}

/// The source of r. The actual world is never a source, because r would then reveal it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatioSource {
    /// The scenario states r.
    Given,
    /// The scenario states this ρ. Like ε, this number is public.
    Rho(f64),
    /// The largest ρ of the tree in any world of the distribution.
    Law(f64),
    /// ρ of the tree with all leaves true. This is used if there is only one possible world, because the ρ of that
    /// world would reveal the world.
    AllTrue(f64),
}

/// The number that a scenario states, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedRatio {
    /// The scenario states no number.
    Nothing,
    /// The scenario states r.
    Ratio(f64),
    /// The scenario states ρ, from 0 to below 1.
    Rho(f64),
}

impl RewardParams {
    /// The largest ρ for which r is large enough, from r = 1 + 2/(ε(1 − ρ)). `None` if r is below 1
    /// + 2/ε, because r is then too small even for ρ = 0.
    pub fn withstood(&self) -> Option<f64> {
        let over = self.ratio.get() - 1.0;
        let rho = 1.0 - 2.0 / (self.epsilon.get() * over);
        (over > 0.0 && rho >= -1e-9).then_some(rho.max(0.0))
    }

    /// Computes r for a case. If the scenario does not state r, then r = 1 + 2/(ε(1 − ρ)). If the scenario does not
    /// state ρ either, then this formula uses the largest ρ of the tree in any world of the distribution. If there is
    /// only one world, the formula uses the ρ of the tree with all leaves true. Everybody sees r, so r must not depend
    /// on the actual world.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, or if no number is stated and a claim is unstable.
    pub fn new(
        case: &ClaimsInstance,
        epsilon: f64,
        stated: StatedRatio,
    ) -> Result<Self, ProverEstimatorError> {
        let epsilon = Epsilon::new(epsilon)?;
        let (ratio, source) = match stated {
            StatedRatio::Ratio(ratio) => (ratio, RatioSource::Given),
            StatedRatio::Rho(rho) => {
                let ratio = default_ratio(epsilon, rho).filter(|_| rho >= 0.0);
                (ratio.ok_or(ProverEstimatorError::Rho(rho))?, RatioSource::Rho(rho))
            }
            StatedRatio::Nothing => {
                let certain = case.worlds().only().is_some();
                let (rho, claim) = match certain {
                    true => Some(brittle_if_all_true(case, epsilon)),
                    false => most_brittle(case, epsilon),
                }
                .ok_or(ProverEstimatorError::Unknown)?;
                let brittle =
                    || ProverEstimatorError::Brittle { claim: case.tree().name(claim), rho };
                let ratio = default_ratio(epsilon, rho).ok_or_else(brittle)?;
                (ratio, if certain { RatioSource::AllTrue(rho) } else { RatioSource::Law(rho) })
            }
        };
        Ok(Self { epsilon, ratio: RewardRatio::new(ratio)?, source, judgement: Probability::ONE })
    }

    /// Sets the probability that human judgement decides a leaf correctly. The judge's decision on
    /// a leaf is then random, even if the truth of the leaf is known.
    pub fn judged(self, judgement: Probability) -> Self {
        Self { judgement, ..self }
    }

    /// P[the judge says that a leaf is true], if the leaf is true with probability `chance`.
    pub fn says_true(&self, chance: f64) -> f64 {
        let judgement = self.judgement.get();
        chance * judgement + (1.0 - chance) * (1.0 - judgement)
    }
}

/// The largest ρ of the tree with all leaves true, and the claim with this ρ.
fn brittle_if_all_true(case: &ClaimsInstance, epsilon: Epsilon) -> (f64, ClaimId) {
    let tree = case.tree();
    let leaves = (0..tree.leaf_count()).map(|_| true).collect();
    let found = StabilityTable::new(epsilon).tree_stability(tree, &tree.truths(&leaves));
    (found.rho, found.claim)
}

/// The stability of a tree in the worlds of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StabilitySurvey {
    /// The total probability of the accepted worlds.
    pub share: f64,
    /// The largest ρ of the tree in any world.
    pub rho: f64,
    /// The claim with this ρ.
    pub claim: ClaimId,
}

impl StabilitySurvey {
    /// Computes ρ of the tree in every world. A world counts towards `share` if `accepts` is true
    /// for its ρ. `None` if there are too many worlds.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn measure(
        case: &ClaimsInstance,
        epsilon: Epsilon,
        accepts: impl Fn(f64) -> bool,
        token: &CancelToken,
    ) -> Result<Option<Self>, Cancelled> {
        /// The upper limit on the work: worlds times claims.
        const MOST_WORK: usize = 20_000_000;
        let tree = case.tree();
        let listed = case.worlds().list(MOST_WORK / tree.len().max(1));
        let Some(listed) = listed else { return Ok(None) };
        let mut table = StabilityTable::new(epsilon);
        let mut found = Self { share: 0.0, rho: 0.0, claim: ClaimId::ROOT };
        for (weight, leaves) in listed.into_iter().filter(|world| world.0 > 0.0) {
            token.check()?;
            let here = table.tree_stability(tree, &tree.truths(&leaves));
            if accepts(here.rho) {
                found.share += weight;
            }
            if here.rho > found.rho {
                (found.rho, found.claim) = (here.rho, here.claim);
            }
        }
        Ok(Some(found))
    }
}

/// The largest ρ of the tree in any world of the distribution, and the claim with this ρ. `None` if
/// there are too many worlds.
fn most_brittle(case: &ClaimsInstance, epsilon: Epsilon) -> Option<(f64, ClaimId)> {
    let survey = |token: &CancelToken| StabilitySurvey::measure(case, epsilon, |_| true, token);
    CancelToken::unstopped(survey).map(|found| (found.rho, found.claim))
}
