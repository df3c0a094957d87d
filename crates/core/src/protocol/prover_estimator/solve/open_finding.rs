//! An open finding: where exactly one of q subclaims is false and nobody knows which, an Alice who
//! answers wrongly is paid (1 − 1/q)^q by every Bob who does not see the world, where Thm 6.1
//! promises that some Bob pays her about nothing. `docs/results/open-finding.md` has the calculation.

use serde::Serialize;

use super::{BestBob, best_bob};
use crate::analysis::Fact;
use crate::chance::Probability;
use crate::fact;
use crate::machine::claims::{Case, ClaimId, Quorum};
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::work::{Stopped, Token};

/// What an ignorant Alice with the wrong answer is paid on "all of q, exactly one false".
///
/// She says yes. With c = 1 − 1/q, the chance of each subclaim, she calls p_0 too low below c^q and
/// too high above it, goes on with the subclaim whose p̂ is furthest from c, and calls it likewise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OpenFinding {
    /// q.
    pub subclaims: usize,
    /// (1 − 1/q)^q: the floor.
    pub floor: f64,
    /// q·(1 − (1 − 1/q)^q): from this r on the floor is a theorem.
    pub from_ratio: f64,
    /// r.
    pub ratio: f64,
    /// What the best Bob pays her, to a millionth; none where that is not known.
    pub least: Option<f64>,
    /// How many numbers a Bob of the search could choose from at each estimate: he is held to none.
    pub levels: Option<usize>,
}

/// The finding, where the case is of that kind: a root over q leaves, all of them needed, exactly
/// one false, each as likely, and a Bob who knows no more.
///
/// # Errors
/// If the work was stopped.
pub fn open_finding(
    case: &Case,
    stakes: Stakes,
    token: &Token,
) -> Result<Option<OpenFinding>, Stopped> {
    let Some(subclaims) = one_false_of(case, stakes) else { return Ok(None) };
    let best = TooLarge::if_within(best_bob(case, stakes, &Prover::Ignorant, token))?;
    let least = best.filter(BestBob::is_exact).map(|best| best.value);
    let (floor, ratio) = (floor(subclaims), stakes.ratio.get());
    let from_ratio = subclaims as f64 * (1.0 - floor);
    Ok(Some(OpenFinding { subclaims, floor, from_ratio, ratio, least, levels: None }))
}

/// q, where the case is of that kind.
fn one_false_of(case: &Case, stakes: Stakes) -> Option<usize> {
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

/// (1 − 1/q)^q.
fn floor(q: usize) -> f64 {
    (1.0 - 1.0 / q as f64).powi(q as i32)
}

impl OpenFinding {
    /// The calculation.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let Self { subclaims: q, floor, from_ratio, ratio, least, .. } = self;
        let found = least.map(|least| {
            fact!("found-here": "here r = {r:.4}, and the best of these Bobs pays her {least:.6}; she is \
                `ignorant` at the table", r = ratio, least = least)
        });
        let mut facts = vec![
            fact!("wrong-alice": "all of {q}, exactly one false, and nobody knows which: an Alice who \
                says yes is always wrong, and Thm 6.1 promises a Bob who pays her about 0", q = q),
            fact!("her-payment": "in our reading of Fig. 2 she is paid p_0 ± r·(P[rule] − p_0) + \
                r²·E[max |p̂ − c|], c = 1 − 1/{q}, by a Bob who does not see the world", q = q),
            fact!("floor": "|P[rule] − c^{q}| is at most {from:.4} = {q}·(1 − c^{q}) times that \
                E[max], so for r from {from:.4} on every such Bob pays her c^{q} = {floor:.6} or more",
                q = q, from = from_ratio, floor = floor),
            fact!("open": "either the proof of Lemma A.4 has a gap where it passes from drawn answers \
                to true ones, or Fig. 2 means something else: docs/results/open-finding.md"),
        ];
        facts.splice(3..3, found);
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{Knowledge, Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::Stated;
    use crate::protocol::prover_estimator::players::estimator::Estimator;
    use crate::protocol::prover_estimator::players::prover::{Hunter, Prover};
    use crate::protocol::prover_estimator::solve::average_payoff;
    use crate::work::Token;
    use proptest::prelude::*;

    fn sign(q: usize, first: f64) -> f64 {
        let off = floor(q) - first;
        if off.abs() < 1e-12 { 0.0 } else { off.signum() }
    }

    /// What this Alice is paid by a Bob who states `first` for her answer and then, after answers
    /// drawn, `next(answers)`: p_0 + r·sign(c^q − p_0)·(P\[rule\] − p_0) + r²·E[max |p̂_i − c|]. The last
    /// term is hers because the truth of a subclaim is c on average whatever was drawn.
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
        let case =
            Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root());
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        open_finding(&case, stakes, &Token::default()).unwrap().unwrap()
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
    fn a_bob_who_says_the_same_whatever_is_drawn_pays_exactly_the_floor() {
        for q in [2, 4, 8] {
            let c = 1.0 - 1.0 / q as f64;
            let own = paid(q, 30.0, floor(q), &|_: &[bool]| c);
            assert!((own - floor(q)).abs() < 1e-12, "{own}");
        }
    }

    #[test]
    fn the_calculation_is_that_of_the_rules() {
        // The same Alice against a calibrated and a deaf Bob, and the best response to the
        // calibrated one, as the solver reckons them.
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case =
            Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root());
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
        let calibrated = |drawn: &[bool]| {
            let left = 4 - drawn.len();
            if drawn.iter().all(|&answer| answer) { 1.0 - 1.0 / left as f64 } else { 1.0 }
        };
        let ignorant = Prover::Ignorant;
        let of = |bob: &Estimator| {
            average_payoff(&case, stakes, (&ignorant, bob), &Token::default()).unwrap()
        };
        let own = paid(4, 3.0, 0.0, &calibrated);
        let solved = of(&Estimator::Calibrated);
        assert!((solved.value() - own).abs() < 1e-9 && solved.right == 0.0, "{solved:?} {own}");
        let deaf = of(&Estimator::Independent { false_parts: 1.0, root: None });
        assert!((deaf.value() - floor(4)).abs() < 1e-9, "{deaf:?}");
        let best = Hunter::new(&case, stakes, &Estimator::Calibrated).blind().unwrap().0.mean;
        // Both are paid 3/8·r² below the root; the best response is right besides.
        assert!(
            (own - 0.375 * 9.0).abs() < 1e-12 && (best - own - 1.0).abs() < 1e-9,
            "{own} {best}"
        );
    }

    #[test]
    fn a_bob_who_sees_the_world_is_not_bound() {
        let tree = uniform("x", Rule::ALL, 4, 1).unwrap();
        let case = Case::drawn(Worlds::one_false(&tree));
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
        assert_eq!(open_finding(&case, stakes, &Token::default()), Ok(None));
    }

    proptest! {
        #[test]
        fn no_bob_at_all_pays_less(
            q in 2usize..5, first in 0.0f64..1.0, more in 0.0f64..20.0, near in 0.0f64..1.0,
            numbers in proptest::collection::vec(0.0f64..1.0, 16),
        ) {
            let c = 1.0 - 1.0 / q as f64;
            let ratio = q as f64 * (1.0 - floor(q)) + more;
            // Any table of numbers by what was drawn, some of them close to c.
            let next = |drawn: &[bool]| {
                let at = drawn.iter().fold(1, |at, &answer| 2 * at + usize::from(answer));
                c + near * near * (numbers[at % 16] - c)
            };
            let own = paid(q, ratio, first, &next);
            prop_assert!(own >= floor(q) - 1e-9, "{own}");
        }
    }
}
