//! Computes how much the output changes when the oracle's answers change, each answer by its own
//! amount, which may depend on all answers before it (Lean `Oracle.lipschitz`).

use super::{UnrolledPlan, UnrolledStep};
use crate::work::{CancelToken, Cancelled};

/// The two Lipschitz constants of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LipschitzConstants {
    /// Δ(ε)/ε as ε goes to 0: a derivative.
    pub local: f64,
    /// The largest Δ(ε)/ε found in the range of the search, by default (0, 1].
    pub worst: f64,
    /// The ε of this largest value. 0 if the value is the limit as ε goes to 0.
    pub at: f64,
    /// An upper bound on Δ(ε)/ε in the range. The plan is K-Lipschitz if K is at least this number, and it is not if K
    /// is below `worst`.
    pub at_most: f64,
}

impl LipschitzConstants {
    /// Takes the larger of the two values of each constant. The result holds for both plans.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            local: self.local.max(other.local),
            worst: self.worst.max(other.worst),
            at: if self.worst >= other.worst { self.at } else { other.at },
            at_most: self.at_most.max(other.at_most),
        }
    }
}

/// Δ(ε): the largest decrease and the largest increase of P[output = 1], both at least 0. The
/// probability of every question may change by at most `epsilon` within [0, 1], and the change may
/// depend on earlier answers.
///
/// # Errors
/// Returns an error if the work was cancelled. All functions of this module do this.
pub fn change(
    unrolled: &UnrolledPlan,
    epsilon: f64,
    token: &CancelToken,
) -> Result<(f64, f64), Cancelled> {
    let [least, truth, most] =
        unrolled.sweep([[0.0; 3], [1.0; 3]], token, |_, spot, [zero, one]: [[f64; 3]; 2]| {
            let reach = |side: usize| {
                let (zero, one) = (zero[side], one[side]);
                let UnrolledStep::Ask { p, .. } = spot else { return spot.mean([zero, one]) };
                let towards = if side == 0 { zero > one } else { one > zero };
                let p = if towards { p.get() + epsilon } else { p.get() - epsilon };
                let p = p.clamp(0.0, 1.0);
                p * one + (1.0 - p) * zero
            };
            [reach(0), spot.mean([zero[1], one[1]]), reach(2)]
        })?;
    Ok((truth - least, most - truth))
}

/// The plan's Lipschitz constants over every ε in (0, 1]. See [`lipschitz_up_to`].
pub fn lipschitz(
    unrolled: &UnrolledPlan,
    token: &CancelToken,
) -> Result<LipschitzConstants, Cancelled> {
    lipschitz_up_to(unrolled, 1.0, token)
}

/// A lower and an upper bound on the plan's Lipschitz constant over every ε in (0, 1], from a few
/// passes. The local constant is exact.
pub fn lipschitz_bracket(
    unrolled: &UnrolledPlan,
    token: &CancelToken,
) -> Result<LipschitzConstants, Cancelled> {
    let local = slope(unrolled, 0.0, token)?;
    let mut found = LipschitzConstants { local, worst: local, at: 0.0, at_most: local };
    for epsilon in [0.01, 0.03, 0.1, 0.3, 1.0] {
        let (down, up) = change(unrolled, epsilon, token)?;
        let ratio = down.max(up) / epsilon;
        if ratio > found.worst + lost(epsilon) {
            (found.worst, found.at) = (ratio, epsilon);
        }
    }
    found.at_most = slope(unrolled, 1.0, token)?.max(found.worst);
    Ok(found)
}

/// A range of ε, `low < ε ≤ high`, and an upper bound on Δ(ε)/ε in it.
struct EpsilonRange {
    low: f64,
    high: f64,
    bound: f64,
}

/// The plan's Lipschitz constants over every ε in (0, `most`]. The local constant is exact. The
/// worst constant has a lower and an upper bound.
///
/// The search repeatedly halves the range of ε with the largest upper bound. Δ grows with ε, so
/// Δ(ε)/ε ≤ Δ(high)/low. `slope` gives another upper bound.
pub fn lipschitz_up_to(
    unrolled: &UnrolledPlan,
    most: f64,
    token: &CancelToken,
) -> Result<LipschitzConstants, Cancelled> {
    let local = slope(unrolled, 0.0, token)?;
    let reach = |epsilon: f64| {
        let (down, up) = change(unrolled, epsilon, token)?;
        Ok(down.max(up))
    };
    let mut best = LipschitzConstants { local, worst: local, at: 0.0, at_most: local };
    let mut found = |epsilon: f64, reach: f64| {
        if reach / epsilon > best.worst + lost(epsilon) {
            (best.worst, best.at) = (reach / epsilon, epsilon);
        }
        best.worst
    };
    let range = |low: f64, high: f64, reach: f64| {
        let by_reach = if low > 0.0 { reach / low } else { f64::INFINITY };
        Ok(EpsilonRange { low, high, bound: by_reach.min(slope(unrolled, high, token)?) })
    };
    // Wide plans get fewer cuts, because each cut computes all situations.
    let cuts = (20_000_000 / unrolled.situations().max(1)).clamp(8, 256);
    for corner in corners(unrolled, cuts).into_iter().filter(|&corner| corner <= most) {
        found(corner, reach(corner)?);
    }
    let whole = reach(most)?;
    let mut worst = found(most, whole);
    let mut ranges = vec![range(0.0, most, whole)?];
    for _ in 0..cuts {
        let open = (0..ranges.len()).max_by(|&a, &b| ranges[a].bound.total_cmp(&ranges[b].bound));
        let Some(open) = open.filter(|&at| ranges[at].bound > worst * (1.0 + 1e-6)) else { break };
        let EpsilonRange { low, high, .. } = ranges.swap_remove(open);
        let middle = if low > 0.0 { (low * high).sqrt() } else { high / 4.0 };
        let lower = reach(middle)?;
        worst = found(middle, lower);
        ranges.push(range(low, middle, lower)?);
        ranges.push(range(middle, high, reach(high)?)?);
    }
    // Only the range around the largest value so far can still contain a larger one.
    if best.at > 0.0 {
        let (low, high) = (best.at * 0.9, (best.at * 1.1).min(most));
        let (at, ratio) = climb(&|epsilon| Ok(reach(epsilon)? / epsilon), low, high, cuts.min(40))?;
        if ratio > best.worst + lost(at) {
            (best.worst, best.at) = (ratio, at);
        }
    }
    best.at_most = ranges.iter().map(|range| range.bound).fold(best.worst, f64::max);
    Ok(best)
}

/// The rounding error of a division by `epsilon`. A value that is larger by less than this does not count as larger.
fn lost(epsilon: f64) -> f64 {
    1e-9 + 1e-14 / epsilon
}

/// An upper bound on Δ(ε')/ε' for every ε' ≤ `epsilon`. For `epsilon` = 0, it is the derivative at 0.
///
/// If answers change by at most ε', the output changes by at most ε' times a sum over the
/// questions. Each question adds its effect on the output of the unchanged plan. A question adds
/// nothing if its probability cannot change in the harmful direction. The sum is taken along the
/// path of the changed answers. The bound is the larger of the sums for a decrease and for an
/// increase.
fn slope(unrolled: &UnrolledPlan, epsilon: f64, token: &CancelToken) -> Result<f64, Cancelled> {
    let start = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let [down, _, up] = unrolled.sweep(start, token, |_, spot, [zero, one]| {
        let truth = spot.mean([zero[1], one[1]]);
        let slope = |side: usize| {
            let UnrolledStep::Ask { p, .. } = spot else {
                return spot.mean([zero[side], one[side]]);
            };
            let gain = one[1] - zero[1];
            let rises = if side == 0 { gain < 0.0 } else { gain > 0.0 };
            let room = if rises { 1.0 - p.get() } else { p.get() };
            let towards = if one[side] > zero[side] { epsilon } else { -epsilon };
            let moved = (p.get() + towards).clamp(0.0, 1.0);
            let later = moved * one[side] + (1.0 - moved) * zero[side];
            later + if room > 0.0 { gain.abs() } else { 0.0 }
        };
        [slope(0), truth, slope(2)]
    })?;
    Ok(down.max(up))
}

/// Finds the highest point of a hill by golden-section search. Stops after at most 40 steps.
fn climb(
    height: &impl Fn(f64) -> Result<f64, Cancelled>,
    mut low: f64,
    mut high: f64,
    sections: usize,
) -> Result<(f64, f64), Cancelled> {
    let section = (5f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - section * (high - low), low + section * (high - low));
    let (mut at_a, mut at_b) = (height(a)?, height(b)?);
    for _ in 0..sections.min(40) {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - section * (high - low);
            at_a = height(a)?;
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + section * (high - low);
            at_b = height(b)?;
        }
    }
    Ok(if at_a >= at_b { (a, at_a) } else { (b, at_b) })
}

/// The values of ε that push some probability to 0 or 1.
fn corners(unrolled: &UnrolledPlan, most: usize) -> Vec<f64> {
    let plan = unrolled.plan();
    let mut corners = Vec::new();
    for step in plan.asks() {
        for p in plan.ask(step).iter().flat_map(|ask| ask.yes.iter()) {
            corners.extend([p.get(), 1.0 - p.get()].into_iter().filter(|&epsilon| epsilon > 0.0));
        }
        corners.sort_by(f64::total_cmp);
        corners.dedup();
        if corners.len() > most {
            return Vec::new();
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::machine::plan::families;
    use crate::machine::testing::forked;
    use crate::machine::{Ask, Op, Plan, PlanBuilder, Source};
    use proptest::prelude::*;

    fn votes(n: usize, yes: f64, gate: Op) -> Plan {
        families::votes("Is it so?", n, Probability::new(yes).unwrap(), gate).unwrap()
    }

    fn token() -> CancelToken {
        CancelToken::default()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn no_epsilon_moves_the_output_by_more_than_the_bracket_allows(
            n in 1usize..6, p in 0.0f64..=1.0, xor in any::<bool>(), most in 0.01f64..=1.0
        ) {
            let plan = votes(n, p, if xor { Op::Xor } else { Op::Majority });
            let unrolled = UnrolledPlan::new(&plan, &token()).unwrap();
            let found = lipschitz_up_to(&unrolled, most, &token()).unwrap();
            prop_assert!(found.worst <= found.at_most && found.local <= found.worst);
            for i in 1..=200 {
                let epsilon = most * f64::from(i) / 200.0;
                let (down, up) = change(&unrolled, epsilon, &token()).unwrap();
                prop_assert!(down.max(up) / epsilon <= found.at_most + 1e-9);
            }
        }
    }

    #[test]
    fn steps_that_no_answer_can_move_are_not_counted() {
        for first in [0.6, 0.64, 0.7, 0.75] {
            let mut plan = PlanBuilder::over([]);
            let ask = Ask::constant("q", Probability::new(first).unwrap());
            let one = plan.ask(ask, &[]).unwrap();
            let same = [Probability::ZERO, Probability::ONE];
            let ask = Ask { question: "q".into(), yes: same.into() };
            plan.ask(ask, &[Source::step(one)]).unwrap();
            let unrolled = UnrolledPlan::new(&plan.finish().unwrap(), &token()).unwrap();
            // If all probabilities decrease by ε, P[output = 1] decreases by p − (p − ε)(1 − ε).
            let by_hand = 1.0 + first;
            for most in [0.03, 1.0] {
                let found = lipschitz_up_to(&unrolled, most, &token()).unwrap();
                assert!((found.local - by_hand).abs() < 1e-12, "{found:?}");
                assert!((found.worst - by_hand).abs() < 1e-6, "{found:?}");
                assert!(found.at_most <= by_hand * 1.01, "{found:?}");
            }
        }
    }

    #[test]
    fn the_search_says_how_near_it_came() {
        for plan in [forked(), votes(9, 0.75, Op::Majority), votes(3, 0.3, Op::Xor)] {
            let found = lipschitz(&UnrolledPlan::new(&plan, &token()).unwrap(), &token()).unwrap();
            assert!(found.at_most <= found.worst * 1.02, "{found:?}");
        }
    }

    #[test]
    fn the_constants_are_those_worked_out_by_hand() {
        let of = |plan| lipschitz(&UnrolledPlan::new(&plan, &token()).unwrap(), &token()).unwrap();
        let majority = of(votes(9, 0.75, Op::Majority));
        assert!((majority.local - 0.778656).abs() < 5e-7, "{majority:?}");
        let xor = of(votes(9, 0.75, Op::Xor));
        // Each vote changes the output by |1 − 2p|^(number of later votes), for all earlier answers.
        let by_hand: f64 = (0..9).map(|left| 0.5f64.powi(left)).sum();
        assert!((xor.local - by_hand).abs() < 1e-12 && (by_hand - 1.996094).abs() < 5e-7);
        assert!(majority.worst >= majority.local);
        let forked = UnrolledPlan::new(&forked(), &token()).unwrap();
        assert!((lipschitz(&forked, &token()).unwrap().local - 2.05).abs() < 0.005);
        let (_, up) = change(&forked, 0.1, &token()).unwrap();
        assert!((up / 0.1 - 2.12).abs() < 0.005, "{up}");
    }
}
