//! The distributions of random draws. Each can draw an outcome, list all outcomes, and check an outcome.

use std::sync::Arc;

use rand::Rng;
use rand_distr::Distribution as _;

use super::{Binomial, ChanceOutcome, InversionSampler, Probability, TooManyTrials, unit};

/// 95 % of a normal distribution lie within this many standard deviations of the mean.
pub const Z: f64 = 1.959_963_984_540_054;

/// A distribution with more outcomes than this cannot be listed.
pub const MOST_OUTCOMES: u64 = 1 << 22;

/// A distribution of a random draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// A bit that is 1 with this probability. Gives [`ChanceOutcome::Bit`].
    Bernoulli(Probability),
    /// The number of ones among `n` independent bits. Gives [`ChanceOutcome::Count`]. There are at most 2^53
    /// bits.
    Binomial {
        /// The number of bits.
        n: u64,
        /// The probability that a bit is 1.
        p: Probability,
    },
    /// A uniform number in [0, 1). Gives [`ChanceOutcome::Real`]. `cuts` are increasing numbers in (0, 1). All numbers
    /// between two neighbouring cuts have the same effect, so exact evaluation needs one outcome for each interval.
    Uniform {
        /// The numbers at which the effect changes.
        cuts: Arc<[f64]>,
    },
    /// An index, drawn with probabilities proportional to these weights. Gives [`ChanceOutcome::Index`].
    Weighted(Arc<[f64]>),
    /// An index below this number, each equally likely. Gives [`ChanceOutcome::Index`].
    Index {
        /// The number of indices.
        below: u64,
    },
}

/// Why a distribution does not exist, or cannot be listed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// A weight is negative, infinite or NaN, or no weight is positive.
    #[error("weights must be numbers from 0 up, and at least one of them must be above 0")]
    Weights,
    /// There are no indices.
    #[error("there is nothing to choose from")]
    Empty,
    /// There are more than 2^53 trials.
    #[error("there are {0} trials, but there can be at most 2^53")]
    TooMany(u64),
    /// There are more outcomes than [`MOST_OUTCOMES`].
    #[error("{0} outcomes are too many to list")]
    TooLong(u64),
    /// A binomial distribution is too wide to list.
    #[error(transparent)]
    Binomial(#[from] TooManyTrials),
}

impl Distribution {
    /// A binomial distribution. It has at most 2^53 trials, because a float counts exactly up to this number.
    pub fn binomial(n: u64, p: Probability) -> Result<Self, DistributionError> {
        if n > 1 << 53 { Err(DistributionError::TooMany(n)) } else { Ok(Self::Binomial { n, p }) }
    }

    /// A uniform number in [0, 1). Its effect changes at `cuts`. Sorts the cuts, and drops those outside (0, 1).
    pub fn uniform(cuts: impl IntoIterator<Item = f64>) -> Self {
        let mut cuts: Vec<f64> = cuts.into_iter().filter(|&c| c > 0.0 && c < 1.0).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        Self::Uniform { cuts: cuts.into() }
    }

    /// An index, drawn with probabilities proportional to these weights.
    pub fn weighted(weights: impl Into<Arc<[f64]>>) -> Result<Self, DistributionError> {
        let weights = weights.into();
        let total: f64 = weights.iter().sum();
        let fine = weights.iter().all(|w| *w >= 0.0) && total > 0.0 && total.is_finite();
        if fine { Ok(Self::Weighted(weights)) } else { Err(DistributionError::Weights) }
    }

    /// An index from 0 to `below - 1`.
    pub fn index(below: u64) -> Result<Self, DistributionError> {
        if below == 0 { Err(DistributionError::Empty) } else { Ok(Self::Index { below }) }
    }

    /// Draws an outcome.
    pub fn draw(&self, rng: &mut impl Rng) -> ChanceOutcome {
        match self {
            Self::Bernoulli(p) => ChanceOutcome::Bit(unit(rng) < p.get()),
            Self::Binomial { n, p } => {
                ChanceOutcome::Count(match InversionSampler::for_binomial(*n, *p) {
                    Some(table) => table.draw(rng),
                    None => wide_binomial(*n, *p, rng),
                })
            }
            Self::Uniform { .. } => ChanceOutcome::Real(unit(rng)),
            Self::Weighted(weights) => ChanceOutcome::Index(pick(weights, unit(rng))),
            Self::Index { below } => {
                ChanceOutcome::Index(rand::RngExt::random_range(rng, 0..*below))
            }
        }
    }

    /// Checks that an outcome has positive probability (or density, for a real number).
    pub fn allows(&self, fall: ChanceOutcome) -> bool {
        match (self, fall) {
            (Self::Bernoulli(p), ChanceOutcome::Bit(bit)) => {
                p.as_certain().is_none_or(|only| only == bit)
            }
            (Self::Binomial { n, p }, ChanceOutcome::Count(count)) => match p.as_certain() {
                Some(bit) => count == if bit { *n } else { 0 },
                None => count <= *n,
            },
            (Self::Uniform { .. }, ChanceOutcome::Real(real)) => (0.0..1.0).contains(&real),
            (Self::Weighted(weights), ChanceOutcome::Index(at)) => {
                usize::try_from(at).is_ok_and(|at| weights.get(at).is_some_and(|w| *w > 0.0))
            }
            (Self::Index { below }, ChanceOutcome::Index(at)) => at < *below,
            _ => false,
        }
    }

    /// The outcomes with their probabilities, which sum to 1. For a uniform number, each interval between cuts has one
    /// outcome, its middle. A binomial distribution is listed without its tails. They sum to less than 10^-20.
    pub fn outcomes(&self) -> Result<Vec<(ChanceOutcome, f64)>, DistributionError> {
        Ok(match self {
            Self::Bernoulli(p) => {
                let both = [(true, p.get()), (false, 1.0 - p.get())];
                both.into_iter()
                    .filter(|o| o.1 > 0.0)
                    .map(|(b, w)| (ChanceOutcome::Bit(b), w))
                    .collect()
            }
            Self::Binomial { n, p } => {
                let law = Binomial::new(*n, *p)?;
                if law.window().len() as u64 > MOST_OUTCOMES {
                    return Err(DistributionError::TooLong(law.window().len() as u64));
                }
                law.iter().map(|(k, w)| (ChanceOutcome::Count(k), w)).collect()
            }
            Self::Uniform { cuts } => {
                let starts = std::iter::once(0.0).chain(cuts.iter().copied());
                let ends = cuts.iter().copied().chain(std::iter::once(1.0));
                starts
                    .zip(ends)
                    .map(|(a, b)| (ChanceOutcome::Real(a + (b - a) / 2.0), b - a))
                    .collect()
            }
            Self::Weighted(weights) => {
                let total: f64 = weights.iter().sum();
                let some = weights.iter().enumerate().filter(|(_, w)| **w > 0.0);
                some.map(|(at, w)| (ChanceOutcome::Index(at as u64), w / total)).collect()
            }
            Self::Index { below } => {
                if *below > MOST_OUTCOMES {
                    return Err(DistributionError::TooLong(*below));
                }
                (0..*below).map(|at| (ChanceOutcome::Index(at), 1.0 / *below as f64)).collect()
            }
        })
    }

    /// The possible outcomes, in words.
    pub fn domain(&self) -> String {
        match self {
            Self::Bernoulli(p) => match p.as_certain() {
                Some(bit) => format!("only {}", u8::from(bit)),
                None => "0 or 1".to_owned(),
            },
            Self::Binomial { n, p } => match p.as_certain() {
                Some(bit) => format!("only {}", if bit { *n } else { 0 }),
                None => format!("a count from 0 to {n}"),
            },
            Self::Uniform { .. } => "a number that is at least 0 and less than 1".to_owned(),
            Self::Weighted(weights) => {
                format!(
                    "the index of one of {} weights. The first weight has the index 0",
                    weights.len()
                )
            }
            Self::Index { below } => format!("a number from 0 to {}", below - 1),
        }
    }
}

fn pick(weights: &[f64], u: f64) -> u64 {
    let total: f64 = weights.iter().sum();
    let mut left = u * total;
    let mut last = 0;
    for (at, w) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
        last = at as u64;
        if left < *w {
            return last;
        }
        left -= w;
    }
    last
}

/// Draws from a binomial distribution that is too wide for an [`InversionSampler`].
fn wide_binomial(n: u64, p: Probability, rng: &mut impl Rng) -> u64 {
    match rand_distr::Binomial::new(n, p.get()) {
        Ok(law) => law.sample(rng).min(n),
        // This cannot happen: a `Probability` is in [0, 1].
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Nature;

    fn laws() -> Vec<Distribution> {
        let p = |x| Probability::new(x).unwrap();
        vec![
            Distribution::Bernoulli(p(0.3)),
            Distribution::Bernoulli(Probability::ONE),
            Distribution::binomial(12, p(0.6)).unwrap(),
            Distribution::binomial(500, Probability::ZERO).unwrap(),
            Distribution::uniform([0.25, 0.7, 1.5, 0.25]),
            Distribution::weighted(vec![0.0, 2.0, 1.0, 0.0]).unwrap(),
            Distribution::index(5).unwrap(),
        ]
    }

    #[test]
    fn every_drawn_or_listed_outcome_is_allowed_and_reads_back() {
        for law in laws() {
            let listed = law.outcomes().unwrap();
            assert!((listed.iter().map(|o| o.1).sum::<f64>() - 1.0).abs() < 1e-12, "{law:?}");
            let drawn = (0..200).map(|at| Nature::new(7).draw(&law, at, 0));
            for fall in listed.into_iter().map(|o| o.0).chain(drawn) {
                assert!(law.allows(fall), "{law:?} {fall}");
                assert_eq!(fall.to_string().parse(), Ok(fall));
            }
        }
    }

    #[test]
    fn draws_have_the_frequencies_that_the_list_gives() {
        let draws = 40_000;
        for law in laws().into_iter().filter(|law| !matches!(law, Distribution::Uniform { .. })) {
            let listed = law.outcomes().unwrap();
            let falls: Vec<ChanceOutcome> =
                (0..draws).map(|at| Nature::new(1).draw(&law, at, 3)).collect();
            for (fall, weight) in listed {
                let rate = falls.iter().filter(|f| **f == fall).count() as f64 / draws as f64;
                let sigma = (weight * (1.0 - weight) / draws as f64).sqrt();
                assert!((rate - weight).abs() <= 5.0 * sigma + 1e-12, "{law:?} {fall}: {rate}");
            }
        }
    }

    #[test]
    fn falls_of_the_wrong_kind_or_chance_zero_are_refused() {
        let coin = Distribution::Bernoulli(Probability::ZERO);
        assert!(!coin.allows(ChanceOutcome::Bit(true)));
        assert!(!coin.allows(ChanceOutcome::Count(0)));
        assert!(coin.domain().contains("only 0"));
        let weighted = Distribution::weighted(vec![0.0, 1.0]).unwrap();
        assert!(!weighted.allows(ChanceOutcome::Index(0)));
        assert!(!weighted.allows(ChanceOutcome::Index(9)));
        assert!(!Distribution::uniform([]).allows(ChanceOutcome::Real(1.0)));
        assert!("real nan".parse::<ChanceOutcome>().is_err());
    }

    #[test]
    fn laws_that_cannot_be_are_refused() {
        assert_eq!(Distribution::weighted(vec![0.0]), Err(DistributionError::Weights));
        assert_eq!(Distribution::weighted(vec![f64::NAN, 1.0]), Err(DistributionError::Weights));
        assert_eq!(Distribution::weighted(vec![-1.0, 3.0]), Err(DistributionError::Weights));
        assert_eq!(Distribution::index(0), Err(DistributionError::Empty));
        assert_eq!(
            Distribution::binomial((1 << 53) + 1, Probability::HALF),
            Err(DistributionError::TooMany((1 << 53) + 1))
        );
    }

    #[test]
    fn a_binomial_of_2_to_the_53_coins_is_drawn_at_once() {
        let law = Distribution::binomial(1 << 53, Probability::HALF).unwrap();
        let mean = (1u64 << 52) as f64;
        for at in 0..100 {
            let ChanceOutcome::Count(count) = Nature::new(0).draw(&law, at, 0) else {
                panic!("a count")
            };
            assert!((count as f64 - mean).abs() < 8.0 * 4.75e7);
        }
    }
}
