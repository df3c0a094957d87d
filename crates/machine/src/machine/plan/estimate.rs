//! Estimates P[output = 1] and K from runs, for plans that are too wide for exact values.

use rand::RngExt;

use super::Plan;
use crate::chance::{Nature, Z};
use crate::machine::Step;
use crate::work::{CancelToken, Cancelled};

/// The mean of many draws, with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanEstimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

impl MeanEstimate {
    /// The mean of these draws. `most` is the largest possible distance of a draw from 0.
    pub fn from_draws(draws: &[f64], most: f64) -> Self {
        let n = draws.len() as f64;
        let mean = draws.iter().sum::<f64>() / n;
        let square = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>();
        // If all draws are equal, there may still be values that were not drawn. If the probability
        // of a value is above Z²/n, the draws contain this value with a probability of 98 %.
        let sd = (square / (n - 1.0).max(1.0)).sqrt();
        Self { mean, error: (Z * sd / n.sqrt()).max(Z * Z * most / n) }
    }
}

/// The results of runs of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanEstimate {
    /// The number of runs.
    pub runs: usize,
    /// P[output = 1].
    pub truth: MeanEstimate,
    /// The rate at which the output changes if the answers to all uncertain questions change in the same direction. K
    /// is at least this rate.
    pub together: MeanEstimate,
    /// The probability that the output flips if one answer flips and the later random numbers stay the same, summed
    /// over all questions. As ε goes to 0, Δ(ε)/ε is at most this sum.
    pub turned: MeanEstimate,
}

/// Runs the plan `runs` times. Each time, runs it again with one answer flipped. The same seed gives the same results.
///
/// Let D be the difference between the outputs for the two answers to a question, with the same later random numbers.
/// The influence I of the question is the mean of D. As ε goes to 0, the output changes by Σ |I|, averaged over the
/// runs. This is between |Σ I| and the mean of Σ |D|. Each run flips one random question, which represents all of
/// them.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn estimate(
    plan: &Plan,
    runs: usize,
    seed: u64,
    token: &CancelToken,
) -> Result<PlanEstimate, Cancelled> {
    let asks: Vec<Step> = plan.asks().collect();
    let (mut outputs, mut together, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..runs.max(1) {
        token.check()?;
        let output = |turned: Option<Step>| {
            let mut coins = Nature::new(seed).rng(run as u64, 0);
            let answers = plan.run_through(|step, chance| {
                // Every question uses a random number, even if its answer is certain.
                let coin: f64 = coins.random();
                (coin < chance.get()) != (turned == Some(step))
            });
            (answers.at(plan.output().index()), answers)
        };
        let (one, answers) = output(None);
        outputs.push(f64::from(one));
        if asks.is_empty() {
            together.push(0.0);
            turned.push(0.0);
            continue;
        }
        let ask = asks[Nature::new(seed).rng(run as u64, 1).random_range(0..asks.len())];
        let (other, _) = output(Some(ask));
        let rises = f64::from(i8::from(one) - i8::from(other));
        let sign = if answers.at(ask.index()) { 1.0 } else { -1.0 };
        let influence = asks.len() as f64 * sign * rises;
        // An answer with probability 0 or 1 can change in one direction only.
        let moves = plan.chance_in(ask, &answers).as_certain().is_none();
        together.push(if moves { influence } else { 0.0 });
        turned.push(influence.abs());
    }
    // The one flipped answer represents all questions, so its effect is multiplied by their number.
    let most = asks.len() as f64;
    let together = MeanEstimate::from_draws(&together, most);
    Ok(PlanEstimate {
        runs: outputs.len(),
        truth: MeanEstimate::from_draws(&outputs, 1.0),
        together: MeanEstimate { mean: together.mean.abs(), ..together },
        turned: MeanEstimate::from_draws(&turned, most),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chance::Probability;
    use crate::machine::plan::families::votes;
    use crate::machine::plan::{UnrolledPlan, lipschitz};
    use crate::machine::{Ask, Op, PlanBuilder, Source};

    fn checked(plan: &Plan, seed: u64) -> PlanEstimate {
        let (found, token) =
            (estimate(plan, 4_000, seed, &CancelToken::default()).unwrap(), CancelToken::default());
        let unrolled = UnrolledPlan::new(plan, &token).unwrap();
        let (truth, k) = (unrolled.truth(&token).unwrap(), lipschitz(&unrolled, &token).unwrap());
        // Allows four times the half-width of a 95 % interval, about eight standard errors. The distribution of a rare
        // event is skewed.
        let far = |mean: MeanEstimate| 4.0 * mean.error;
        assert!((found.truth.mean - truth).abs() <= far(found.truth), "{found:?} {truth}");
        assert!(found.together.mean - far(found.together) <= k.local, "{found:?} {k:?}");
        assert!(found.turned.mean + far(found.turned) >= k.local, "{found:?} {k:?}");
        found
    }

    #[test]
    fn both_bounds_of_a_majority_are_k() {
        let plan = votes("Is it so?", 9, Probability::new(0.75).unwrap(), Op::Majority).unwrap();
        let found = checked(&plan, 3);
        assert!((found.together.mean - found.turned.mean).abs() < 1e-12, "{found:?}");
        assert!((found.turned.mean - 0.778_656).abs() < 3.0 * found.turned.error, "{found:?}");
    }

    #[test]
    fn an_exclusive_or_turns_whenever_an_answer_does() {
        let plan = votes("Is it so?", 9, Probability::new(0.75).unwrap(), Op::Xor).unwrap();
        assert_eq!(checked(&plan, 3).turned.mean, 9.0);
    }

    #[test]
    fn a_certain_estimate_still_has_an_interval() {
        let plan = votes("Is it so?", 9, Probability::ONE, Op::Majority).unwrap();
        let found = estimate(&plan, 100, 1, &CancelToken::default()).unwrap();
        assert_eq!(found.truth.mean, 1.0);
        assert!(found.truth.error >= 0.01);
        assert!(estimate(&plan, 100, 1, &CancelToken::limited(0)).is_err());
    }

    #[test]
    fn steps_never_seen_to_turn_the_output_may_still_be_k() {
        // All of 13 answers out of 200 must be yes. Each flips the output with probability 2⁻¹², so
        // K is 13 · 2⁻¹².
        let mut plan = PlanBuilder::over([]);
        let ask = plan.question(Ask::constant("Is it so?", Probability::HALF));
        let asks = (0..200).map(|_| plan.step(Op::Ask(ask), &[]).map(Source::step));
        let asks: Vec<Source> = asks.collect::<Result<_, _>>().unwrap();
        plan.step(Op::And, &asks[..13]).unwrap();
        let plan = plan.finish().unwrap();
        let k = 13.0 / 4096.0;
        for seed in 0..4 {
            let found = estimate(&plan, 1_000, seed, &CancelToken::default()).unwrap();
            assert!(found.turned.mean + found.turned.error >= k, "{found:?}");
        }
    }

    proptest! {
        #[test]
        fn votes_of_any_kind_are_within_their_intervals(
            n in 1usize..8, yes in 0.05f64..0.95, xor in any::<bool>(), seed in any::<u64>()
        ) {
            let gate = if xor { Op::Xor } else { Op::Majority };
            checked(&votes("Is it so?", n, Probability::new(yes).unwrap(), gate).unwrap(), seed);
        }
    }
}
