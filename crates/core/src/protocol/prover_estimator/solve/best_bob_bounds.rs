//! Bounds on what the best Bob pays a fixed Alice. A search finds a good Bob, and his payment is an
//! upper bound. A *floor* is a lower bound on the payment of every Bob.
//!
//! There are three floors. If a search is exhaustive, its value is a floor. If both players know
//! only the distribution over worlds, the theorem of `docs/results/open-finding.md` gives one. For
//! an honest Alice who knows every claim, Thm 6.1 gives one in each world where its hypotheses
//! hold. In the other worlds, `completeness_ratio` computes one.

use super::completeness;
use super::completeness_ratio::HonestWorld;
use super::if_independent::{if_independent, influences};
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimsInstance, Knowledge, Odds, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{BestResponseEstimator, MOST_WORLDS};
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::protocol::prover_estimator::players::registry::best_response;
use crate::protocol::prover_estimator::reward::SAME_ERROR;
use crate::work::CancelToken;

/// The number of errors on the grid for a floor.
const ERRORS: usize = 1 << 12;

/// Bounds on the best Bob's payment to a fixed Alice, on average over worlds and draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestBobBounds {
    /// An upper bound: the payment of [`BestResponseEstimator`].
    pub value: f64,
    /// A lower bound on the payment of every Bob. `None` if no floor is known.
    pub limit: Option<f64>,
}

impl BestBobBounds {
    /// Returns `true` if the two bounds differ by at most a millionth.
    pub fn is_exact(&self) -> bool {
        self.limit.is_some_and(|low| self.value - low <= 1e-6 * self.value.abs().max(1.0))
    }

    /// Combines the search's result with the higher of two floors: `floor`, and the floor that the
    /// search found.
    fn new(
        (case, stakes): (&ClaimsInstance, RewardParams),
        found: &BestResponseEstimator,
        floor: Option<f64>,
    ) -> Self {
        // Alice does not distinguish errors that differ by less than `SAME_ERROR`.
        let tolerance = 4.0 * SAME_ERROR * stakes.ratio.max_payment(case.tree().depth());
        let value = found.value();
        let own = found.is_least().then_some(value - tolerance);
        let limit = own.into_iter().chain(floor).reduce(f64::max);
        // Values from separate computations may differ in their last bits.
        let near = 1e-9 * value.abs().max(1.0) + tolerance;
        let is_sound = limit.is_none_or(|low| low <= value + near);
        assert!(
            is_sound || !cfg!(test),
            "no Bob pays less than {limit:?}, but one Bob pays {value}"
        );
        Self { value, limit: limit.filter(|_| is_sound).map(|low| low.min(value)) }
    }
}

/// Bounds on what the best Bob pays this Alice. He knows what the case tells him.
///
/// # Errors
/// Returns an error if there are too many worlds or claims, or if the work was cancelled.
pub fn best_bob(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let found = BestResponseEstimator::new(case, stakes, alice.clone(), token)?;
    Ok(BestBobBounds::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// The same bounds as [`best_bob`], for a debate. All debates with the same setup share the search.
///
/// # Errors
/// Returns the errors of [`best_bob`].
pub fn best_bob_of(
    debate: &ProverEstimator,
    alice: &ProverStrategy,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let found = best_response(debate, alice, token)?;
    Ok(BestBobBounds::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// Bounds on what the best Bob pays this Alice in the world with these truths. This Bob also knows
/// the world, so no other Bob pays her less there.
///
/// # Errors
/// Returns the errors of [`best_bob`].
pub fn best_bob_in(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
    truths: Truths,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let floor = match knows_all(case, stakes, alice) {
        true => in_a_world(case, stakes, &truths),
        false => None,
    };
    let found =
        BestResponseEstimator::with_world_known(case, stakes, alice.clone(), truths, token)?;
    Ok(BestBobBounds::new((case, stakes), &found, floor))
}

/// Returns `true` if she is honest, knows every claim, and faces human judgement that is always
/// right.
fn knows_all(case: &ClaimsInstance, stakes: RewardParams, alice: &ProverStrategy) -> bool {
    *alice == ProverStrategy::Honest
        && *case.alice() == Knowledge::Everything
        && stakes.judgement == Probability::ONE
}

/// A lower bound on the payment of every Bob who knows what the case tells him, on average over the
/// possible worlds.
pub(super) fn floor(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
) -> Option<f64> {
    if knows_all(case, stakes, alice) {
        let worlds = case.drawn_from().list(MOST_WORLDS)?.into_iter().filter(|world| world.0 > 0.0);
        let each = worlds.map(|(weight, leaves)| {
            Some(weight * in_a_world(case, stakes, &case.tree().truths(&leaves))?)
        });
        return each.sum();
    }
    between_unknowing(case, stakes, alice)
}

/// A lower bound for an Alice who uses only the distribution, against a Bob who knows no more.
fn between_unknowing(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
) -> Option<f64> {
    let (tree, ratio) = (case.tree(), stakes.ratio.get());
    let is_told = case.bob_is_told() && case.worlds().only().is_none();
    if is_told || stakes.judgement != Probability::ONE {
        return None;
    }
    match alice {
        ProverStrategy::Marginal { answer } => {
            let worth = if_independent(case, ratio)?;
            let held = if *answer { worth.yes } else { worth.no };
            (ratio >= held.settled_from()).then_some(held.high)
        }
        // Below the root, the probability that she gives a claim is the claim's probability in the
        // distribution over worlds. If these probabilities also agree with the rules, the proof for
        // rules that are not monotone covers this Alice.
        ProverStrategy::Ignorant => {
            let chance = |claim| case.worlds().chance(claim);
            let (mut m, mut from) = (chance(ClaimId::ROOT), 1.0f64);
            for claim in tree.claims().filter(|&claim| !tree.is_leaf(claim)) {
                let argument =
                    tree.argument(claim, 0).filter(|_| tree.argument_count(claim) == 1)?;
                let each: Vec<f64> = argument.parts.iter().map(chance).collect();
                let own =
                    argument.rule.chances(each.iter().map(|&p| Odds::from_probability(p))).yes;
                if claim == ClaimId::ROOT {
                    m = own;
                } else if (own - chance(claim)).abs() > SAME_ERROR {
                    return None;
                }
                from = from.max(influences(argument, each));
            }
            let says_yes = chance(ClaimId::ROOT) < 0.5;
            (ratio >= from - 1e-9).then_some(if says_yes { m } else { 1.0 - m })
        }
        _ => None,
    }
}

/// A lower bound for an honest Alice who knows every claim, in a world with these truths.
fn in_a_world(case: &ClaimsInstance, stakes: RewardParams, truths: &Truths) -> Option<f64> {
    let (epsilon, ratio) = (stakes.epsilon.get(), stakes.ratio.get());
    if completeness(case, stakes, truths).unmet().is_none() {
        return Some(1.0 - epsilon);
    }
    let world = HonestWorld::new(case.tree(), truths, stakes.epsilon)?;
    let [least, _] = world.least_payment(ratio, ERRORS)?;
    Some(least - 4.0 * SAME_ERROR * stakes.ratio.max_payment(case.tree().depth()))
}
