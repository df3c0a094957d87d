//! The fewest votes with which the right side of one plan keeps the promise of Thm 6.2, beside the
//! votes that are proved to be enough.

use crate::machine::Plan;
use crate::machine::plan::{change, lipschitz};
use crate::protocol::stochastic::players::values::{Solver, SolverError, StrategyProfile};
use crate::protocol::stochastic::{ConstantSet, Constants, LipschitzBound, Tolerances};
use crate::work::CancelToken;

/// The promise of Thm 6.2.
const PROMISED: f64 = 0.6;

/// With a smaller K, Bob's tolerance b would be above 1.
const LEAST_K: f64 = 0.05;

/// The search tries each K of a series with this ratio, from the largest down.
const RATIO: f64 = 1.1;

/// The votes of one plan. The constants have the shape of the Lean defaults: c, s and b are 1, 2 and
/// 5 hundredths of 1/K, q = 1/(100 T) and v = 1/100. Only K varies.
#[derive(Clone, Copy, Debug)]
pub struct VotePrice {
    /// P[output = 1].
    pub truth: f64,
    /// The smallest K by prefix that Thm 6.2 allows.
    pub k: f64,
    /// With this K, the change that the theorem subtracts: K·c if the claim is right, otherwise K·b.
    pub by_k: f64,
    /// The change that this plan allows instead: Δ↓(c) if the claim is right, otherwise Δ↑(b).
    pub by_plan: f64,
    /// The judge's votes: with this K; for the fewest that the plan's own Δ↓(c) or Δ↑(b) proves to be
    /// enough; and for the fewest that are enough.
    pub votes: [u64; 3],
}

impl VotePrice {
    /// Searches for the votes. `None` if neither side of the plan is right by Thm 6.2.
    ///
    /// # Errors
    /// Returns an error if a value is too expensive to compute, or if the work was cancelled.
    pub fn new(plan: &Plan, token: &CancelToken) -> Result<Option<Self>, SolverError> {
        let steps = plan.len() as u64;
        let own = |k: f64| {
            let shape = ConstantSet::Custom(Tolerances::lean(1.0 / (100.0 * k), steps));
            LipschitzBound::new(k).and_then(|k| Constants::new(shape, k, steps))
        };
        let Ok(smallest) = own(LEAST_K) else { return Ok(None) };
        let solver = Solver::new(plan, smallest, token)?;
        let unrolled = solver.unrolled();
        let truth = solver.truth(token)?;
        let right = truth >= 2.0 / 3.0;
        if !right && truth > 1.0 / 3.0 {
            return Ok(None);
        }
        let changes = |t: Tolerances| {
            Ok::<_, SolverError>([change(unrolled, t.c, token)?.0, change(unrolled, t.b, token)?.1])
        };
        let proved = |k: f64| {
            let t = Tolerances::lean(1.0 / (100.0 * k), steps);
            let bounds = t.proved(steps, truth, changes(t)?);
            Ok(if right { bounds.completeness } else { bounds.soundness } >= PROMISED)
        };
        let kept = |k: f64| {
            let Ok(constants) = own(k) else { return Ok(false) };
            let solver = Solver::new(plan, constants, token)?;
            let worst = if right { StrategyProfile::BEST_BOB } else { StrategyProfile::BEST_ALICE };
            let value = solver.solve(worst, token)?.value;
            Ok(if right { value } else { 1.0 - value } >= PROMISED)
        };
        let k = lipschitz(unrolled, token)?.at_most.max(LEAST_K);
        let t = Tolerances::lean(1.0 / (100.0 * k), steps);
        let [down, up] = changes(t)?;
        let mut votes = [k; 3];
        votes[1] = least(k, proved)?;
        votes[2] = least(votes[1], kept)?;
        Ok(Some(Self {
            truth,
            k,
            by_k: k * if right { t.c } else { t.b },
            by_plan: if right { down } else { up },
            votes: votes.map(|k| own(k).map_or(0, |constants| constants.judge.count)),
        }))
    }
}

/// The smallest K for which this holds, up to a thousandth, if it holds for every larger K of the
/// series up to `from`.
fn least(from: f64, holds: impl Fn(f64) -> Result<bool, SolverError>) -> Result<f64, SolverError> {
    let mut high = from;
    let mut low = loop {
        let next = (high / RATIO).max(LEAST_K);
        if high <= LEAST_K {
            return Ok(LEAST_K);
        }
        if !holds(next)? {
            break next;
        }
        high = next;
    };
    while high > low * 1.001 {
        let middle = (low * high).sqrt();
        *(if holds(middle)? { &mut high } else { &mut low }) = middle;
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::votes;

    /// Each number of votes is enough by its own reason, and the next smaller shape is not.
    #[test]
    fn the_fewest_votes_keep_the_promise_and_the_theorem_asks_for_more() {
        let token = CancelToken::default();
        for (yes, gate) in [(0.75, Op::Majority), (0.25, Op::Majority), (0.05, Op::Xor)] {
            let plan = votes(3, yes, gate);
            let found = VotePrice::new(&plan, &token).unwrap().unwrap();
            let [by_k, by_plan, enough] = found.votes;
            assert!(by_k >= by_plan && by_plan >= enough, "{found:?}");
            assert!(found.by_plan <= found.by_k + 1e-12, "{found:?}");
            let value = |scale: f64| {
                // The judge's votes are ln 200 / (2 (1/(200 K))²).
                let k = scale * (enough as f64 / (20_000.0 * 200f64.ln())).sqrt();
                let k = LipschitzBound::new(k).unwrap();
                let shape = Tolerances::lean(1.0 / (100.0 * k.get()), plan.len() as u64);
                let constants =
                    Constants::new(ConstantSet::Custom(shape), k, plan.len() as u64).unwrap();
                let solver = Solver::new(&plan, constants, &token).unwrap();
                let solve = |players| solver.solve(players, &token).unwrap().value;
                match found.truth > 0.5 {
                    true => solve(StrategyProfile::BEST_BOB),
                    false => 1.0 - solve(StrategyProfile::BEST_ALICE),
                }
            };
            assert!(value(1.002) >= PROMISED, "{found:?}");
        }
        assert!(VotePrice::new(&votes(1, 0.5, Op::Majority), &token).unwrap().is_none());
    }
}
