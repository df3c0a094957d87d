//! P[output = 1] and K of a plan that is too wide to go through: estimated from runs.

use rand::RngExt;

use super::Plan;
use crate::chance::{Nature, Z};
use crate::machine::Step;
use crate::work::{Stopped, Token};

/// A mean of many draws, and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the interval's width.
    pub error: f64,
}

impl Mean {
    /// That of these draws, none of which is further from 0 than `most`.
    pub fn of(draws: &[f64], most: f64) -> Self {
        let n = draws.len() as f64;
        let mean = draws.iter().sum::<f64>() / n;
        let square = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>();
        // Where all are alike the law may still have what was not drawn: of a chance above Z²/n one
        // would have been seen with 98 %.
        let sd = (square / (n - 1.0).max(1.0)).sqrt();
        Self { mean, error: (Z * sd / n.sqrt()).max(Z * Z * most / n) }
    }
}

/// What runs of a plan tell of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many runs.
    pub runs: usize,
    /// P[output = 1].
    pub truth: Mean,
    /// How fast the output moves if all asks that are not certain move the same way: K is no less.
    pub together: Mean,
    /// How often the output turns if one answer is turned and the later coins stay, summed over
    /// all asks: as ε goes to 0, Δ(ε)/ε is no more.
    pub turned: Mean,
}

/// Runs the plan so often, each time with one ask turned as well; the same seed gives the same.
///
/// The influence I of an ask on what is to come is the mean of D, how the output differs between
/// its answers with the same later coins; as ε goes to 0 the output moves by Σ |I|, averaged over the
/// runs, which lies between |Σ I| and the mean of Σ |D|. One ask a run, each as likely as the others,
/// stands for all of them.
///
/// # Errors
/// If the work was stopped.
pub fn estimate(plan: &Plan, runs: usize, seed: u64, token: &Token) -> Result<Estimate, Stopped> {
    let asks: Vec<Step> = plan.asks().collect();
    let (mut outputs, mut together, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..runs.max(1) {
        token.check()?;
        let output = |turned: Option<Step>| {
            let mut coins = Nature::new(seed).rng(run as u64, 0);
            let answers = plan.run_through(|step, chance| {
                // Every ask has its coin, whether or not it needs one.
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
        // A certain answer moves one way only.
        let moves = plan.chance_in(ask, &answers).as_certain().is_none();
        together.push(if moves { influence } else { 0.0 });
        turned.push(influence.abs());
    }
    // A turned answer counts for all asks.
    let most = asks.len() as f64;
    let together = Mean::of(&together, most);
    Ok(Estimate {
        runs: outputs.len(),
        truth: Mean::of(&outputs, 1.0),
        together: Mean { mean: together.mean.abs(), ..together },
        turned: Mean::of(&turned, most),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chance::Probability;
    use crate::machine::plan::families::votes;
    use crate::machine::plan::{Unrolled, lipschitz};
    use crate::machine::{Ask, Op, PlanBuilder, Source};

    fn checked(plan: &Plan, seed: u64) -> Estimate {
        let (found, token) =
            (estimate(plan, 4_000, seed, &Token::default()).unwrap(), Token::default());
        let unrolled = Unrolled::new(plan, &token).unwrap();
        let (truth, k) = (unrolled.truth(&token).unwrap(), lipschitz(&unrolled, &token).unwrap());
        // Four widths of a 95 % interval are eight standard errors: of rare events the law is skewed.
        let far = |mean: Mean| 4.0 * mean.error;
        assert!((found.truth.mean - truth).abs() <= far(found.truth), "{found:?} {truth}");
        assert!(found.together.mean - far(found.together) <= k.local, "{found:?} {k:?}");
        assert!(found.turned.mean + far(found.turned) >= k.local, "{found:?} {k:?}");
        found
    }

    #[test]
    fn of_a_majority_both_ends_are_k() {
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
    fn what_is_certain_still_has_an_interval() {
        let plan = votes("Is it so?", 9, Probability::ONE, Op::Majority).unwrap();
        let found = estimate(&plan, 100, 1, &Token::default()).unwrap();
        assert_eq!(found.truth.mean, 1.0);
        assert!(found.truth.error >= 0.01);
        assert!(estimate(&plan, 100, 1, &Token::limited(0)).is_err());
    }

    #[test]
    fn what_was_never_seen_to_turn_the_output_may_still_be_k() {
        // All of 13 answers of 200 must be yes: one turns the output with 2⁻¹², and K is 13 · 2⁻¹².
        let mut plan = PlanBuilder::over([]);
        let ask = plan.question(Ask::constant("Is it so?", Probability::HALF));
        let asks = (0..200).map(|_| plan.step(Op::Ask(ask), &[]).map(Source::step));
        let asks: Vec<Source> = asks.collect::<Result<_, _>>().unwrap();
        plan.step(Op::And, &asks[..13]).unwrap();
        let plan = plan.finish().unwrap();
        let k = 13.0 / 4096.0;
        for seed in 0..4 {
            let found = estimate(&plan, 1_000, seed, &Token::default()).unwrap();
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
