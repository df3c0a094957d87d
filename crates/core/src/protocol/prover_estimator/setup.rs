//! What a prover-estimator debate is about, and the numbers it is held by.

use super::{ProverEstimatorError, Ratio};
use crate::chance::Probability;
use crate::machine::claims::{Case, ClaimId, Epsilon, StabilityTable, default_ratio};
use crate::work::{Stopped, Token};

/// What a prover-estimator debate is about.
#[derive(Clone, Debug)]
pub struct ProverEstimatorInstance {
    /// The claims, the worlds, and who knows what.
    pub case: Case,
    /// ε and r.
    pub stakes: Stakes,
}

/// The numbers of a debate: the error to withstand and the growth of rewards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// ε, the error an honest Alice lets pass.
    pub epsilon: Epsilon,
    /// r, the growth of rewards per round.
    pub ratio: Ratio,
    /// What r was taken from.
    pub source: RatioSource,
    /// How often human judgement says of a leaf what is true of it.
    pub judgement: Probability,
}

/// What r was taken from: never the actual world, which nobody should read off it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatioSource {
    /// The scenario states r.
    Given,
    /// The scenario states this ρ, a public parameter like ε.
    Rho(f64),
    /// The largest ρ of the tree in any world of the law.
    Law(f64),
    /// There is one world, so its law would tell it: ρ of the tree were all its leaves true.
    AllTrue(f64),
}

/// r or ρ, as a scenario may state one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stated {
    /// Neither.
    Nothing,
    /// r.
    Ratio(f64),
    /// ρ: from 0 to below 1.
    Rho(f64),
}

impl Stakes {
    /// The ρ that r withstands: r = 1 + 2/(ε(1 − ρ)); none where r is below 1 + 2/ε and withstands not even 0.
    pub fn withstood(&self) -> Option<f64> {
        let over = self.ratio.get() - 1.0;
        let rho = 1.0 - 2.0 / (self.epsilon.get() * over);
        (over > 0.0 && rho >= -1e-9).then_some(rho.max(0.0))
    }

    /// ε and r for a case. r = 1 + 2/(ε(1 − ρ)) unless it is stated; ρ is stated, or the largest
    /// of the tree in any world of the law, or where one world is certain that of the tree were
    /// all its leaves true. The actual world never counts: r is shown to everybody.
    ///
    /// # Errors
    /// If a number is senseless, or nothing is stated where a claim is brittle.
    pub fn new(case: &Case, epsilon: f64, stated: Stated) -> Result<Self, ProverEstimatorError> {
        let epsilon = Epsilon::new(epsilon)?;
        let (ratio, source) = match stated {
            Stated::Ratio(ratio) => (ratio, RatioSource::Given),
            Stated::Rho(rho) => {
                let ratio = default_ratio(epsilon, rho).filter(|_| rho >= 0.0);
                (ratio.ok_or(ProverEstimatorError::Rho(rho))?, RatioSource::Rho(rho))
            }
            Stated::Nothing => {
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
        Ok(Self { epsilon, ratio: Ratio::new(ratio)?, source, judgement: Probability::ONE })
    }

    /// The same where human judgement says of a leaf what is true of it with this probability: the
    /// truth that the last round is paid by is then itself a probability.
    pub fn judged(self, judgement: Probability) -> Self {
        Self { judgement, ..self }
    }

    /// P[the judge says that a leaf is true], where it is with probability `chance`.
    pub fn says_true(&self, chance: f64) -> f64 {
        let judgement = self.judgement.get();
        chance * judgement + (1.0 - chance) * (1.0 - judgement)
    }
}

/// ρ of the tree were all its leaves true, and the claim it is the ρ of.
fn brittle_if_all_true(case: &Case, epsilon: Epsilon) -> (f64, ClaimId) {
    let tree = case.tree();
    let leaves = (0..tree.leaf_count()).map(|_| true).collect();
    let found = StabilityTable::new(epsilon).of_tree(tree, &tree.truths(&leaves));
    (found.rho, found.claim)
}

/// How stable a tree is over the worlds of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StabilitySurvey {
    /// In what share of the worlds ρ was accepted.
    pub share: f64,
    /// The largest ρ of the tree in any world, and whose it is.
    pub rho: f64,
    /// That claim.
    pub claim: ClaimId,
}

impl StabilitySurvey {
    /// Looks at ρ of the tree in every world, of which `accepts` takes some; none if there are too many.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of(
        case: &Case,
        epsilon: Epsilon,
        accepts: impl Fn(f64) -> bool,
        token: &Token,
    ) -> Result<Option<Self>, Stopped> {
        /// Worlds times claims.
        const MOST_WORK: usize = 20_000_000;
        let tree = case.tree();
        let listed = case.worlds().list(MOST_WORK / tree.len().max(1));
        let Some(listed) = listed else { return Ok(None) };
        let mut table = StabilityTable::new(epsilon);
        let mut found = Self { share: 0.0, rho: 0.0, claim: ClaimId::ROOT };
        for (weight, leaves) in listed.into_iter().filter(|world| world.0 > 0.0) {
            token.check()?;
            let here = table.of_tree(tree, &tree.truths(&leaves));
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

/// The largest ρ of the tree in any world of the law, and whose it is; none if there are too many
/// worlds.
fn most_brittle(case: &Case, epsilon: Epsilon) -> Option<(f64, ClaimId)> {
    let survey = |token: &Token| StabilitySurvey::of(case, epsilon, |_| true, token);
    Token::unstopped(survey).map(|found| (found.rho, found.claim))
}
