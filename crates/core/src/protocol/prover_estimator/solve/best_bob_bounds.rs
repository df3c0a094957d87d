//! Bounds on the payment of the best Bob to a fixed Alice. The best Bob that a search finds gives
//! an upper bound. A *floor* is a lower bound for every Bob.
//!
//! There are three floors. If a search is exhaustive, its value is a floor. If both players know
//! only the distribution over worlds, the theorem of `docs/results/open-finding.md` gives one. For
//! an honest Alice who knows every claim, Thm 6.1 gives one in each world where its hypotheses
//! hold. In the other worlds, the same induction works if it subtracts the cost of unstable
//! arguments:
//!
//! Let n be the most that she can lose from a claim on; n = 0 at a leaf. Bob states a number p for
//! the claim, with error d. If d ≤ ε, she says "about right" and can lose only below. Otherwise let
//! D be the largest error of his numbers for the subclaims, and X = E[(D − ε)⁺]. Errors of ε move
//! the rule by at most ρε. The rest of the errors moves it by at most L·X, where L is the leverage
//! of the argument at numbers with error ε. She picks the subclaim with error D. There she is paid
//! at least r^{k+2}(D − ε) − n' if D > ε, and at least −n' otherwise. So if r ≥ L, she is paid from
//! this claim on at least
//!
//!   r^{k+1}(d − ρε − L·X) + r^{k+2}·X − n' ≥ r^{k+1}(d − ε) − n   with   n = n' + r^{k+1}·ε·(ρ − 1)⁺.
//!
//! At the root, Bob's number p_0 is paid too. If he is within ε, 1 − ε − n' is left. Otherwise the
//! minimum of p_0 + r(1 − p_0 − ρε) − n' over p_0 < 1 − ε is left. ∎

use super::completeness;
use super::if_independent::{if_independent, influences, leverage};
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimsInstance, Knowledge, Odds, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{BestResponseEstimator, MOST_WORLDS};
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::protocol::prover_estimator::players::registry::best_response;
use crate::protocol::prover_estimator::reward::SAME_ERROR;
use crate::work::CancelToken;

/// Bounds on the best Bob's payment to a fixed Alice, on average over worlds and draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestBobBounds {
    /// An upper bound: the payment of [`BestResponseEstimator`].
    pub value: f64,
    /// A lower bound for every Bob. `None` if no floor is known.
    pub limit: Option<f64>,
}

impl BestBobBounds {
    /// Returns `true` if both bounds agree to a millionth.
    pub fn is_exact(&self) -> bool {
        self.limit.is_some_and(|low| self.value - low <= 1e-6 * self.value.abs().max(1.0))
    }

    /// Combines the result of the search with the higher of its own floor and this one.
    fn new(
        (case, stakes): (&ClaimsInstance, RewardParams),
        found: &BestResponseEstimator,
        floor: Option<f64>,
    ) -> Self {
        // Alice does not distinguish errors that differ by less than this.
        let tolerance = 4.0 * SAME_ERROR * stakes.ratio.max_payment(case.tree().depth());
        let value = found.value();
        let own = found.is_least().then_some(value - tolerance);
        let limit = own.into_iter().chain(floor).reduce(f64::max);
        // Values from separate computations may differ in their last bits.
        let near = 1e-9 * value.abs().max(1.0) + tolerance;
        let is_sound = limit.is_none_or(|low| low <= value + near);
        assert!(is_sound || !cfg!(test), "no Bob gets below {limit:?}, and one gets {value}");
        Self { value, limit: limit.filter(|_| is_sound).map(|low| low.min(value)) }
    }
}

/// The best Bob's payment to this Alice. He knows what the case tells him.
///
/// # Errors
/// If there are too many worlds or claims, or if the work was cancelled.
pub fn best_bob(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let found = BestResponseEstimator::new(case, stakes, alice.clone(), token)?;
    Ok(BestBobBounds::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// The same bounds for a debate. All debates with the same setup share the search.
///
/// # Errors
/// As for [`best_bob`].
pub fn best_bob_of(
    debate: &ProverEstimator,
    alice: &ProverStrategy,
    token: &CancelToken,
) -> Result<BestBobBounds, ResponseTooLarge> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let found = best_response(debate, alice, token)?;
    Ok(BestBobBounds::new((case, stakes), &found, floor(case, stakes, alice)))
}

/// The same bounds in the world with these truths. This Bob also knows the world, so no other Bob
/// pays her less there.
///
/// # Errors
/// As for [`best_bob`].
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

/// A floor for every Bob who knows what the case tells him, on average over the worlds that are
/// left.
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

/// A floor for an Alice who uses only the distribution, against a Bob who knows no more.
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
        // Below the root, her probability of a claim is its probability over the worlds. If that
        // equals m, she is the Alice of the proof for rules that are not monotone.
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

/// A floor for an honest Alice who knows every claim, in a world with these truths.
fn in_a_world(case: &ClaimsInstance, stakes: RewardParams, truths: &Truths) -> Option<f64> {
    let (epsilon, ratio) = (stakes.epsilon.get(), stakes.ratio.get());
    if completeness(case, stakes, truths).unmet().is_none() {
        return Some(1.0 - epsilon);
    }
    let mut losses = Losses { case, stakes, truths, table: StabilityTable::new(stakes.epsilon) };
    let (rho, below) = losses.argued(ClaimId::ROOT)?;
    let off = |p: f64| p + ratio * (1.0 - p - rho * epsilon);
    let least = (1.0 - epsilon).min(off(0.0)).min(off(1.0 - epsilon));
    Some(least - below - 4.0 * SAME_ERROR * stakes.ratio.max_payment(case.tree().depth()))
}

/// The losses of an honest Alice in a world.
struct Losses<'a> {
    case: &'a ClaimsInstance,
    stakes: RewardParams,
    truths: &'a Truths,
    table: StabilityTable,
}

impl Losses<'_> {
    /// ρ of her argument for a claim, and the most that she can lose at its subclaims. `None` if r
    /// is below the leverage of an argument.
    fn argued(&mut self, claim: ClaimId) -> Option<(f64, f64)> {
        let (tree, truths, ratio) = (self.case.tree(), self.truths, self.stakes.ratio);
        let Some((which, stability)) =
            self.table.most_stable(tree, claim, |own| truths.is_true(own))
        else {
            return Some((0.0, 0.0));
        };
        let (argument, truth) = (tree.argument(claim, which)?, truths.is_true(claim));
        let keeps = 1.0 - self.stakes.epsilon.get();
        let as_she_says = |part| if truths.is_true(part) == truth { keeps } else { 0.0 };
        let each: Vec<f64> = argument.parts.iter().map(as_she_says).collect();
        let moved = match argument.rule.is_monotone() {
            true => leverage(argument, &each, truth),
            false => each.len() as f64,
        };
        if ratio.get() < moved {
            return None;
        }
        let mut below = 0.0f64;
        for part in argument.parts.iter() {
            let (rho, own) = self.argued(part)?;
            let stake = ratio.stake(tree.depth_of(part));
            let own = own + stake * self.stakes.epsilon.get() * (rho - 1.0).max(0.0);
            below = below.max(own);
        }
        Some((stability.rho, below))
    }
}
