//! Amplification: independent repetitions and a majority of their outcomes.

use crate::chance::{Binomial, Probability};
use crate::protocol::stochastic::players::values::{Solved, SolverError};

/// Several independent debates, won by whoever wins more than half of them.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Amplified {
    /// How many debates.
    pub repetitions: u64,
    /// P[Alice wins strictly more than half].
    pub value: f64,
    /// Alice's expected oracle queries in all.
    pub alice_queries: f64,
    /// Bob's.
    pub bob_queries: f64,
    /// The judge's.
    pub judge_queries: f64,
}

/// What `repetitions` independent debates of the same two players come to.
pub fn amplify(one: &Solved, repetitions: u64) -> Result<Amplified, SolverError> {
    let wins = Binomial::new(repetitions, Probability::clamped(one.value))?;
    let times = repetitions as f64;
    Ok(Amplified {
        repetitions,
        value: wins.at_least(repetitions / 2 + 1),
        alice_queries: times * one.alice_queries,
        bob_queries: times * one.bob_queries,
        judge_queries: times * one.judge_queries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_debates_of_three_fifths() {
        let one = Solved { value: 0.6, judge_queries: 10.0, ..Solved::default() };
        let three = amplify(&one, 3).unwrap();
        // 0.6³ + 3·0.6²·0.4
        assert!((three.value - 0.648).abs() < 1e-14);
        assert_eq!(three.judge_queries, 30.0);
        assert!(amplify(&one, 201).unwrap().value > 0.99);
        assert!((amplify(&one, 1).unwrap().value - 0.6).abs() < 1e-14);
    }
}
