//! An open finding about a claim with q subclaims, of which exactly one is false. Nobody knows
//! which one. Every Bob who does not see the world pays (1 − 1/q)^q to an Alice who answers
//! wrongly. But Thm 6.1 promises that some Bob pays her almost nothing.
//! `docs/results/open-finding.md` has the calculation.

use serde::Serialize;

use super::{BestBobBounds, best_bob};
use crate::analysis::Fact;
use crate::chance::Probability;
use crate::fact;
use crate::machine::claims::{ClaimId, ClaimsInstance, Quorum};
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

/// The payment of an ignorant Alice for the wrong answer, if the root needs all of q subclaims and exactly one is
/// false.
///
/// She says yes. Each subclaim has probability c = 1 − 1/q. She calls p_0 too low if it is below c^q, and too high if
/// it is above. She picks the subclaim whose p̂ differs most from c, and names the direction of its error in the same
/// way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OpenFinding {
    /// q, the number of subclaims.
    pub subclaims: usize,
    /// (1 − 1/q)^q, a lower bound on her payment.
    pub floor: f64,
    /// q·(1 − (1 − 1/q)^q). If r is at least this number, the lower bound is a theorem.
    pub from_ratio: f64,
    /// The reward ratio r.
    pub ratio: f64,
    /// What the best Bob pays her, to a millionth. `None` if this is unknown.
    pub least: Option<f64>,
    /// The number of levels from which Bob could choose. Always `None`, because his numbers are not
    /// limited to levels.
    pub levels: Option<usize>,
}

/// Computes the finding. `None` if the case has another form. The root must be true if and only if all of q leaves are
/// true. Exactly one leaf must be false, and all leaves must have the same probability of being false. Bob must know
/// nothing else.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn open_finding(
    case: &ClaimsInstance,
    stakes: RewardParams,
    token: &CancelToken,
) -> Result<Option<OpenFinding>, Cancelled> {
    let Some(subclaims) = one_false_of(case, stakes) else { return Ok(None) };
    let best =
        ResponseTooLarge::if_within(best_bob(case, stakes, &ProverStrategy::Ignorant, token))?;
    let least = best.filter(BestBobBounds::is_exact).map(|best| best.value);
    let (floor, ratio) = (floor(subclaims), stakes.ratio.get());
    let from_ratio = subclaims as f64 * (1.0 - floor);
    Ok(Some(OpenFinding { subclaims, floor, from_ratio, ratio, least, levels: None }))
}

/// q, the number of subclaims. `None` if the case has another form.
fn one_false_of(case: &ClaimsInstance, stakes: RewardParams) -> Option<usize> {
    const MOST: usize = 16;
    let tree = case.tree();
    let argument = tree.argument(ClaimId::ROOT, 0)?;
    let q = argument.parts.len();
    let plain = tree.argument_count(ClaimId::ROOT) == 1
        && tree.leaf_count() == q
        && tree.depth() == 1
        && (2..=MOST).contains(&q)
        && argument.rule.quorum() == Quorum::All
        && argument.rule.block() == 1;
    if !plain || case.bob_is_told() || stakes.judgement != Probability::ONE {
        return None;
    }
    let worlds = case.worlds().list(q)?;
    let one_false = worlds.len() == q
        && worlds.iter().all(|(weight, leaves)| {
            (weight * q as f64 - 1.0).abs() < 1e-9
                && leaves.iter().filter(|truth| !truth).count() == 1
        });
    one_false.then_some(q)
}

fn floor(q: usize) -> f64 {
    (1.0 - 1.0 / q as f64).powi(q as i32)
}

impl OpenFinding {
    pub(super) fn facts(&self) -> Vec<Fact> {
        let Self { subclaims: q, floor, from_ratio, ratio, least, .. } = self;
        let found = least.map(|least| {
            fact!("found-here": "here r = {r:.4}, and the best of these Bobs pays her {least:.6}; her \
                strategy is called `ignorant`", r = ratio, least = least)
        });
        let mut facts = vec![
            fact!("wrong-alice": "the root needs all of {q} subclaims, exactly one is false, and Bob \
                does not know which. An Alice who says yes is always wrong, and Thm 6.1 promises a Bob \
                who pays her about 0", q = q),
            fact!("her-payment": "in our reading of Fig. 2, a Bob who does not see the world pays \
                her p_0 ± r·(P[rule] − p_0) + r²·E[max |p̂ − c|], where c = 1 − 1/{q}", q = q),
            fact!("floor": "|P[rule] − c^{q}| is at most {q}·(1 − c^{q}) = {from:.4} times this \
                E[max]. So if r is at least {from:.4}, every such Bob pays her at least c^{q} = {floor:.6}",
                q = q, from = Limit::at_most(*from_ratio),
                floor = Limit::at_least(*floor)),
            fact!("open": "either the proof of Lemma A.4 has a gap in the step from drawn answers \
                to true ones, or Fig. 2 means something else; see docs/results/open-finding.md"),
        ];
        facts.splice(3..3, found);
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{Knowledge, Rule, WorldDistribution, uniform};
    use crate::protocol::prover_estimator::StatedRatio;
    use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
    use crate::protocol::prover_estimator::players::prover::{BestResponseProver, ProverStrategy};
    use crate::protocol::prover_estimator::solve::average_payoff;
    use crate::work::CancelToken;
    use proptest::prelude::*;

    fn sign(q: usize, first: f64) -> f64 {
        let off = floor(q) - first;
        if off.abs() < 1e-12 { 0.0 } else { off.signum() }
    }

    /// The payment of this Alice if Bob states `first` for her answer, and `next(answers)` after
    /// these drawn answers: p_0 + r·sign(c^q − p_0)·(P\[rule\] − p_0) + r²·E[max |p̂_i − c|]. The
    /// last term is correct because each subclaim is true with probability c, whatever was drawn.
    fn paid(q: usize, ratio: f64, first: f64, next: &impl Fn(&[bool]) -> f64) -> f64 {
        fn off(
            q: usize,
            next: &impl Fn(&[bool]) -> f64,
            drawn: &mut Vec<bool>,
            most: f64,
        ) -> (f64, f64) {
            if drawn.len() == q {
                return (f64::from(drawn.iter().all(|&answer| answer)), most);
            }
            let p = next(drawn);
            let most = most.max((p - (1.0 - 1.0 / q as f64)).abs());
            let mut sum = (0.0, 0.0);
            for (answer, chance) in [(true, p), (false, 1.0 - p)] {
                drawn.push(answer);
                let (rule, off) = off(q, next, drawn, most);
                drawn.pop();
                sum = (sum.0 + chance * rule, sum.1 + chance * off);
            }
            sum
        }
        let (rule, off) = off(q, next, &mut Vec::new(), 0.0);
        first + ratio * sign(q, first) * (rule - first) + ratio * ratio * off
    }

    fn finding(q: usize, ratio: f64) -> OpenFinding {
        let tree = uniform("x", Rule::ALL, q, 1).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
            .known_to(Knowledge::root(), Knowledge::root());
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        open_finding(&case, stakes, &CancelToken::default()).unwrap().unwrap()
    }

    #[test]
    fn the_best_bob_pays_a_wrong_and_ignorant_alice_the_floor() {
        for (q, expected) in [(4, 0.316_406_25), (8, 0.343_608_9)] {
            for ratio in [q as f64 * (1.0 - floor(q)), 30.0] {
                let found = finding(q, ratio);
                assert!((found.floor - expected).abs() < 1e-7, "{found:?}");
                assert!((found.least.unwrap() - expected).abs() < 1e-7, "{found:?}");
            }
        }
    }

    #[test]
    fn a_bob_who_ignores_the_draws_pays_exactly_the_lower_bound() {
        for q in [2, 4, 8] {
            let c = 1.0 - 1.0 / q as f64;
            let own = paid(q, 30.0, floor(q), &|_: &[bool]| c);
            assert!((own - floor(q)).abs() < 1e-12, "{own}");
        }
    }

    #[test]
    fn the_calculation_is_that_of_the_rules() {
        // The solver must give the same payments in three cases: for this Alice against a
        // calibrated Bob, for this Alice against a Bob who ignores the draws, and for the best
        // response to the calibrated Bob.
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
            .known_to(Knowledge::root(), Knowledge::root());
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(3.0)).unwrap();
        let calibrated = |drawn: &[bool]| {
            let left = 4 - drawn.len();
            if drawn.iter().all(|&answer| answer) { 1.0 - 1.0 / left as f64 } else { 1.0 }
        };
        let ignorant = ProverStrategy::Ignorant;
        let of = |bob: &EstimatorStrategy| {
            average_payoff(&case, stakes, (&ignorant, bob), &CancelToken::default()).unwrap()
        };
        let own = paid(4, 3.0, 0.0, &calibrated);
        let solved = of(&EstimatorStrategy::Calibrated);
        assert!((solved.value() - own).abs() < 1e-9 && solved.right == 0.0, "{solved:?} {own}");
        let deaf = of(&EstimatorStrategy::Independent { false_parts: 1.0, root: None });
        assert!((deaf.value() - floor(4)).abs() < 1e-9, "{deaf:?}");
        let best = BestResponseProver::new(&case, stakes, &EstimatorStrategy::Calibrated)
            .payoff_uninformed()
            .unwrap()
            .0
            .mean;
        // Both Alices are paid 3/8·r² below the root. The best response also answers correctly.
        assert!(
            (own - 0.375 * 9.0).abs() < 1e-12 && (best - own - 1.0).abs() < 1e-9,
            "{own} {best}"
        );
    }

    #[test]
    fn a_bob_who_sees_the_world_is_not_bound() {
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(3.0)).unwrap();
        assert_eq!(open_finding(&case, stakes, &CancelToken::default()), Ok(None));
    }

    proptest! {
        #[test]
        fn no_bob_at_all_pays_less(
            q in 2usize..5, first in 0.0f64..1.0, more in 0.0f64..20.0, near in 0.0f64..1.0,
            numbers in proptest::collection::vec(0.0f64..1.0, 16),
        ) {
            let c = 1.0 - 1.0 / q as f64;
            let ratio = q as f64 * (1.0 - floor(q)) + more;
            // Any table of numbers for the drawn answers. Some of the numbers are close to c.
            let next = |drawn: &[bool]| {
                let at = drawn.iter().fold(1, |at, &answer| 2 * at + usize::from(answer));
                c + near * near * (numbers[at % 16] - c)
            };
            let own = paid(q, ratio, first, &next);
            prop_assert!(own >= floor(q) - 1e-9, "{own}");
        }
    }
}
