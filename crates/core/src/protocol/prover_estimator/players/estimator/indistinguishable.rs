//! Online gradient descent on the simplex (2025 paper, Lemma A.3 and Algorithm 1). It learns
//! probabilities that a family of tests cannot distinguish from the truth.

use crate::work::{CancelToken, Cancelled};

/// The training data: for each observable input, its weight and the true distribution of its
/// outcomes.
#[derive(Clone, Debug)]
pub struct TrainingInputs {
    /// The weights π(x), which sum to 1.
    pub weights: Vec<f64>,
    /// The true distributions g*(x), with one probability for each outcome.
    pub truth: Vec<Vec<f64>>,
}

impl TrainingInputs {
    /// |Y|, the number of outcomes of an input.
    pub(super) fn outcomes(&self) -> usize {
        self.truth.first().map_or(1, Vec::len)
    }
}

/// The result of the learning.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedFit {
    /// The learned distributions g(x), with one probability for each outcome.
    pub laws: Vec<Vec<f64>>,
    /// The number of gradient steps.
    pub steps: u64,
    /// The largest remaining advantage |E f(g − g*)| of a test.
    pub advantage: f64,
}

/// ⌈9·|Y|/(2δ²)⌉, the lemma's upper bound on the number of steps, for |Y| = `outcomes`.
pub fn step_bound(outcomes: usize, delta: f64) -> u64 {
    (9.0 * outcomes as f64 / (2.0 * delta * delta)).ceil() as u64
}

/// Learns distributions until no test has an advantage above `delta`. Starts with uniform distributions. Step t uses
/// the test with the largest advantage. If several tests have this advantage, step t uses the first of them. Step t
/// moves g(x) by −η_t·sign·f(x, ·) with η_t = √(2/(|Y|·t)), and then projects g(x) onto the simplex.
///
/// `test(laws, f, x, y)` is the value of test number f, in [−1, 1]. There are `tests` tests. A test may depend on the
/// distributions learned so far, because the lemma allows adaptive losses.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn fit(
    inputs: &TrainingInputs,
    tests: usize,
    test: impl Fn(&[Vec<f64>], usize, usize, usize) -> f64,
    delta: f64,
    token: &CancelToken,
) -> Result<LearnedFit, Cancelled> {
    let outcomes = inputs.outcomes();
    let mut laws = vec![vec![1.0 / outcomes as f64; outcomes]; inputs.truth.len()];
    let mut steps = 0u64;
    loop {
        let signed = |f: usize| -> f64 {
            let each = inputs.weights.iter().enumerate().map(|(x, weight)| {
                let own = laws[x].iter().zip(&inputs.truth[x]).enumerate();
                weight * own.map(|(y, (g, truth))| test(&laws, f, x, y) * (g - truth)).sum::<f64>()
            });
            each.sum()
        };
        let mut worst = (0, 0.0f64);
        for f in 0..tests {
            token.check()?;
            let advantage = signed(f);
            if advantage.abs() > worst.1.abs() + 1e-15 {
                worst = (f, advantage);
            }
        }
        // The lemma proves this limit on the steps. The check ends the loop even if rounding errors
        // would keep it going.
        if worst.1.abs() <= delta || steps >= step_bound(outcomes, delta) {
            return Ok(LearnedFit { laws, steps, advantage: worst.1.abs() });
        }
        steps += 1;
        let step = (2.0 / (outcomes as f64 * steps as f64)).sqrt() * worst.1.signum();
        let before = laws.clone();
        for (x, law) in laws.iter_mut().enumerate() {
            for (y, g) in law.iter_mut().enumerate() {
                *g -= step * test(&before, worst.0, x, y);
            }
            onto_simplex(law);
        }
    }
}

/// The largest advantage |E f(g − g*)| of any test with values in [−1, 1]: Σ_x π(x)·‖g(x) −
/// g*(x)‖₁.
pub fn over_all_tests(inputs: &TrainingInputs, laws: &[Vec<f64>]) -> f64 {
    let each = inputs.weights.iter().zip(laws).zip(&inputs.truth);
    each.map(|((weight, law), truth)| {
        weight * law.iter().zip(truth).map(|(g, t)| (g - t).abs()).sum::<f64>()
    })
    .sum()
}

/// Moves a point to the nearest distribution: the Euclidean projection to the simplex (Duchi et al.
/// 2008).
pub fn onto_simplex(point: &mut [f64]) {
    let mut sorted = point.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut shift = 0.0;
    for (at, value) in sorted.iter().enumerate() {
        sum += value;
        let candidate = (sum - 1.0) / (at + 1) as f64;
        if value - candidate > 0.0 {
            shift = candidate;
        }
    }
    for value in point {
        *value = (*value - shift).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_projection_is_the_nearest_law() {
        let mut point = [0.5, 0.5, 0.5];
        onto_simplex(&mut point);
        assert!(point.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-15));
        let mut point = [2.0, 0.0];
        onto_simplex(&mut point);
        assert_eq!(point, [1.0, 0.0]);
        let mut law = [0.2, 0.3, 0.5];
        onto_simplex(&mut law);
        assert!(law.iter().zip([0.2, 0.3, 0.5]).all(|(a, b)| (a - b).abs() < 1e-15));
    }

    #[test]
    fn the_step_bound_is_that_of_the_lemma() {
        assert_eq!(step_bound(8, 0.1), 3600);
        assert_eq!(step_bound(2, 0.05), 3600);
    }

    #[test]
    fn nothing_is_learned_when_no_test_sees_a_difference() {
        let inputs = TrainingInputs { weights: vec![1.0], truth: vec![vec![0.0, 1.0]] };
        let learned = fit(&inputs, 1, |_, _, _, _| 1.0, 0.1, &CancelToken::default()).unwrap();
        assert_eq!((learned.steps, &learned.laws[0][..]), (0, &[0.5, 0.5][..]));
    }

    proptest! {
        #[test]
        fn tests_are_satisfied_within_the_bound(
            raw in proptest::collection::vec(proptest::collection::vec(0.01f64..1.0, 4), 1..4),
            table in proptest::collection::vec(-1.0f64..1.0, 48), delta in 0.05f64..0.3,
        ) {
            let truth: Vec<Vec<f64>> = raw.iter().map(|row| {
                let sum: f64 = row.iter().sum();
                row.iter().map(|v| v / sum).collect()
            }).collect();
            let inputs = TrainingInputs { weights: vec![1.0 / raw.len() as f64; raw.len()], truth };
            let learned = fit(&inputs, 4, |_, f, x, y| table[f * 12 + x * 4 + y], delta, &CancelToken::default()).unwrap();
            prop_assert!(learned.advantage <= delta);
            prop_assert!(learned.steps <= step_bound(4, delta));
            for law in &learned.laws {
                prop_assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-9 && law.iter().all(|&g| g >= 0.0));
            }
        }

        #[test]
        fn no_law_is_nearer_than_the_projection(
            point in proptest::collection::vec(-2.0f64..2.0, 3), a in 0.0f64..1.0, b in 0.0f64..1.0,
        ) {
            let mut near = point.clone();
            onto_simplex(&mut near);
            let other = [a.min(b), (a - b).abs(), 1.0 - a.max(b)];
            let distance = |law: &[f64]| -> f64 {
                law.iter().zip(&point).map(|(l, p)| (l - p) * (l - p)).sum()
            };
            prop_assert!(distance(&near) <= distance(&other) + 1e-12);
        }
    }
}
