//! One question with one probability: what each way of stating it, and of answering the
//! statement, leads to.

use super::round::Outcome;
use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::protocol::stochastic::Samples;

/// Someone who checks a stated probability against a mean of samples: the judge, or Bob.
#[derive(Debug)]
pub struct Checker {
    law: Binomial,
    samples: Samples,
}

impl Checker {
    /// Checks against `samples` of a question answered "yes" with probability `p`.
    pub fn new(samples: Samples, p: Probability) -> Result<Self, TooManyTrials> {
        Ok(Self { law: Binomial::new(samples.count, p)?, samples })
    }

    /// P[the mean is near enough to `stated`].
    pub fn passes(&self, stated: f64) -> f64 {
        self.samples.passing(stated).range().map_or(0.0, |counts| self.law.within(counts))
    }

    /// P[the mean is too far from `stated`].
    pub fn objects(&self, stated: f64) -> f64 {
        self.samples.passing(stated).range().map_or(1.0, |counts| self.law.beyond(counts))
    }

    /// The stated probabilities at which some count that matters begins or ceases to pass.
    fn edges(&self) -> impl Iterator<Item = f64> + '_ {
        let (n, tolerance) = (self.samples.count as f64, self.samples.tolerance);
        self.law.iter().flat_map(move |(count, _)| {
            let mean = count as f64 / n;
            [mean - tolerance, mean + tolerance]
        })
    }
}

/// How a Bob answers a statement, as far as one round goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Draws samples and aborts if their mean is too far off.
    Checks(Samples),
    /// Aborts or not by the bit: after 0, after 1.
    Settled([bool; 2]),
    /// Aborts where that is worth less to Alice than what follows.
    Best,
}

impl Answer {
    /// Whether Bob aborts after each bit, where the judge accepts with probability `accepted` and
    /// what follows is worth `values`; none if that depends on his samples.
    fn aborts(self, accepted: f64, values: [f64; 2]) -> Option<[bool; 2]> {
        match self {
            Self::Checks(_) => None,
            Self::Settled(aborts) => Some(aborts),
            Self::Best => Some(values.map(|value| accepted < value)),
        }
    }
}

fn by_bits(stated: f64, accepted: f64, aborts: [bool; 2]) -> Outcome {
    Outcome::of(stated, accepted, aborts.map(|abort| f64::from(u8::from(abort))))
}

/// Alice states one number.
pub fn exactly(
    stated: f64,
    judge: &Checker,
    bob: Option<&Checker>,
    answer: Answer,
    values: [f64; 2],
) -> Outcome {
    let accepted = judge.passes(stated);
    match (answer.aborts(accepted, values), bob) {
        (Some(aborts), _) => by_bits(stated, accepted, aborts),
        (None, Some(bob)) => Outcome::of(stated, accepted, [bob.objects(stated); 2]),
        (None, None) => by_bits(stated, accepted, [false; 2]),
    }
}

/// Alice states the mean of samples: her numbers by how willingly the judge accepts them, with
/// running sums, so that each answer is found without going through them again.
#[derive(Debug)]
pub(super) struct Mean {
    /// Increasing.
    accepted: Vec<f64>,
    /// `below[i]`: the outcome summed over the `i` least accepted numbers, if Bob aborts on all.
    below: Vec<[f64; 4]>,
}

/// Places in a running sum: weight of bit 0 and of bit 1, the same times acceptance.
const WEIGHTS: [usize; 2] = [0, 1];
const WINS: [usize; 2] = [2, 3];

impl Mean {
    pub fn new(law: &Binomial, judge: &Checker) -> Self {
        let mut numbers: Vec<(f64, f64, f64)> = law
            .iter()
            .map(|(count, weight)| {
                let stated = count as f64 / law.n() as f64;
                (judge.passes(stated), stated, weight)
            })
            .collect();
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = [0.0; 4];
        let mut below = vec![sum];
        for &(accepted, stated, weight) in &numbers {
            for (bit, share) in [weight * (1.0 - stated), weight * stated].into_iter().enumerate() {
                sum[WEIGHTS[bit]] += share;
                sum[WINS[bit]] += share * accepted;
            }
            below.push(sum);
        }
        Self { accepted: numbers.into_iter().map(|number| number.0).collect(), below }
    }

    /// The round, where Bob aborts by the bit or does his best.
    pub fn outcome(&self, answer: Answer, values: [f64; 2]) -> Outcome {
        let all = self.accepted.len();
        let end = self.below[all];
        let mut outcome = Outcome::default();
        for bit in [0, 1] {
            let aborted = match answer {
                Answer::Settled(aborts) => usize::from(aborts[bit]) * all,
                _ => self.accepted.partition_point(|&accepted| accepted < values[bit]),
            };
            let sum = self.below[aborted];
            outcome.win += sum[WINS[bit]];
            outcome.abort += sum[WEIGHTS[bit]];
            let goes_on = end[WEIGHTS[bit]] - sum[WEIGHTS[bit]];
            if bit == 1 {
                outcome.one = goes_on;
            } else {
                outcome.zero = goes_on;
            }
        }
        outcome
    }

    /// The round, where Bob checks Alice's mean against one of his own.
    pub fn checked(law: &Binomial, judge: &Checker, bob: &Checker) -> Outcome {
        let mut outcome = Outcome::default();
        for (count, weight) in law.iter() {
            let stated = count as f64 / law.n() as f64;
            let objects = bob.objects(stated);
            outcome.add(weight, Outcome::of(stated, judge.passes(stated), [objects; 2]));
        }
        outcome
    }
}

/// Every number that could be Alice's best: between two neighbouring edges of the judge's and
/// Bob's acceptance nothing changes but the coin, so a best number lies next to an edge (or is 0,
/// 1 or the truth). Numbers are kept a hair (10^-12) inside; the value is short by no more.
#[derive(Debug)]
pub(super) struct Candidates {
    numbers: Vec<f64>,
    accepted: Vec<f64>,
    objects: Vec<f64>,
}

const HAIR: f64 = 1e-12;

impl Candidates {
    pub fn new(p: Probability, judge: &Checker, bob: Option<&Checker>) -> Self {
        let edges = judge.edges().chain(bob.into_iter().flat_map(Checker::edges));
        let mut numbers: Vec<f64> = edges
            .flat_map(|edge| [edge - HAIR, edge, edge + HAIR])
            .filter(|number| (0.0..=1.0).contains(number))
            .chain([0.0, 1.0])
            .collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        // The truth comes first, so that a tie goes to it.
        numbers.insert(0, p.get());
        let accepted = numbers.iter().map(|&number| judge.passes(number)).collect();
        let objects =
            numbers.iter().map(|&number| bob.map_or(0.0, |bob| bob.objects(number))).collect();
        Self { numbers, accepted, objects }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The best number, and what comes of it.
    pub fn best(&self, answer: Answer, values: [f64; 2]) -> (f64, Outcome) {
        let outcome = |at: usize| {
            let (stated, accepted) = (self.numbers[at], self.accepted[at]);
            match answer.aborts(accepted, values) {
                Some(aborts) => by_bits(stated, accepted, aborts),
                None => Outcome::of(stated, accepted, [self.objects[at]; 2]),
            }
        };
        let (mut best, mut most) = (0, outcome(0).worth(values));
        for at in 1..self.numbers.len() {
            let worth = outcome(at).worth(values);
            if worth > most {
                (best, most) = (at, worth);
            }
        }
        (self.numbers[best], outcome(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(count: u64, tolerance: f64) -> Samples {
        Samples { count, tolerance }
    }

    #[test]
    fn an_outcome_is_a_probability_distribution() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(500, 0.05), p).unwrap();
        let bob = Checker::new(samples(100, 0.1), p).unwrap();
        let law = Binomial::new(200, p).unwrap();
        let mean = Mean::new(&law, &judge);
        let values = [0.2, 0.97];
        for outcome in [
            Mean::checked(&law, &judge, &bob),
            mean.outcome(Answer::Best, values),
            mean.outcome(Answer::Settled([true, false]), values),
            exactly(0.33, &judge, Some(&bob), Answer::Checks(samples(100, 0.1)), values),
            Candidates::new(p, &judge, Some(&bob)).best(Answer::Best, values).1,
        ] {
            let total = outcome.abort + outcome.one + outcome.zero;
            assert!((total - 1.0).abs() < 1e-12, "{outcome:?}");
            assert!(outcome.win <= outcome.abort + 1e-12);
        }
    }

    #[test]
    fn the_best_answer_to_a_mean_is_found_without_going_through_it() {
        let p = Probability::new(0.4).unwrap();
        let judge = Checker::new(samples(300, 0.04), p).unwrap();
        let law = Binomial::new(150, p).unwrap();
        let values = [0.31, 0.88];
        let mut slow = Outcome::default();
        for (count, weight) in law.iter() {
            let stated = count as f64 / 150.0;
            slow.add(weight, exactly(stated, &judge, None, Answer::Best, values));
        }
        let fast = Mean::new(&law, &judge).outcome(Answer::Best, values);
        assert!((fast.worth(values) - slow.worth(values)).abs() < 1e-14);
        assert!((fast.abort - slow.abort).abs() < 1e-14);
    }

    #[test]
    fn no_grid_finds_a_better_number_than_the_candidates() {
        let p = Probability::new(0.3).unwrap();
        let judge = Checker::new(samples(400, 0.05), p).unwrap();
        let check = samples(90, 0.12);
        let bob = Checker::new(check, p).unwrap();
        let candidates = Candidates::new(p, &judge, Some(&bob));
        for values in [[0.1, 0.9], [0.9, 0.1], [0.5, 0.6], [0.99, 1.0], [0.0, 0.02]] {
            for answer in [Answer::Checks(check), Answer::Best] {
                let best = candidates.best(answer, values).1.worth(values);
                for i in 0..=20_000 {
                    let stated = f64::from(i) / 20_000.0;
                    let other = exactly(stated, &judge, Some(&bob), answer, values).worth(values);
                    assert!(other <= best + 1e-10, "{stated} gives {other}, not {best}");
                }
            }
        }
    }
}
