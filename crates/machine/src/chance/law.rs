//! The laws that nature draws from: each can be drawn, listed and asked what it allows.

use std::sync::Arc;

use rand::Rng;
use rand_distr::Distribution;

use super::{Binomial, Fall, Inversion, Probability, TooManyTrials, unit};

/// Within so many standard deviations of its middle lies 95 % of a normal law.
pub const Z: f64 = 1.959_963_984_540_054;

/// A law with more outcomes than this is not listed.
pub const MOST_OUTCOMES: u64 = 1 << 22;

/// How chance falls.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// A coin that shows 1 with this probability; gives [`Fall::Bit`].
    Bernoulli(Probability),
    /// How many of `n` independent coins show 1; gives [`Fall::Count`]. At most 2^53 coins.
    Binomial {
        /// How many coins.
        n: u64,
        /// The probability that one shows 1.
        p: Probability,
    },
    /// A uniform number in [0, 1); gives [`Fall::Real`]. `cuts` are the places, in (0, 1) and
    /// increasing, where what follows from the number changes: the classes between them are what
    /// an exact evaluation lists.
    Uniform {
        /// Where what follows changes.
        cuts: Arc<[f64]>,
    },
    /// One of several things with these weights; gives [`Fall::Index`].
    Weighted(Arc<[f64]>),
    /// One of this many things, all equally likely; gives [`Fall::Index`].
    Index {
        /// How many things.
        below: u64,
    },
}

/// Why there is no such law, or it cannot be listed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LawError {
    /// A negative, infinite or NaN weight, or no positive one.
    #[error("weights must be numbers from 0 up, at least one of them above 0")]
    Weights,
    /// A choice among nothing.
    #[error("there is nothing to choose from")]
    Empty,
    /// A count above 2^53.
    #[error("{0} is more trials than 2^53")]
    TooMany(u64),
    /// More outcomes than [`MOST_OUTCOMES`].
    #[error("{0} outcomes are too many to list")]
    TooLong(u64),
    /// A binomial too wide to list.
    #[error(transparent)]
    Binomial(#[from] TooManyTrials),
}

impl Law {
    /// Counts of up to 2^53 trials, the most that a floating-point number counts exactly.
    pub fn binomial(n: u64, p: Probability) -> Result<Self, LawError> {
        if n > 1 << 53 { Err(LawError::TooMany(n)) } else { Ok(Self::Binomial { n, p }) }
    }

    /// A uniform number in [0, 1) on which what follows changes at `cuts`: those outside (0, 1)
    /// are dropped, the rest sorted.
    pub fn uniform(cuts: impl IntoIterator<Item = f64>) -> Self {
        let mut cuts: Vec<f64> = cuts.into_iter().filter(|&c| c > 0.0 && c < 1.0).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        Self::Uniform { cuts: cuts.into() }
    }

    /// One of several things in proportion to these weights.
    pub fn weighted(weights: impl Into<Arc<[f64]>>) -> Result<Self, LawError> {
        let weights = weights.into();
        let total: f64 = weights.iter().sum();
        let fine = weights.iter().all(|w| *w >= 0.0) && total > 0.0 && total.is_finite();
        if fine { Ok(Self::Weighted(weights)) } else { Err(LawError::Weights) }
    }

    /// One of `below` things.
    pub fn index(below: u64) -> Result<Self, LawError> {
        if below == 0 { Err(LawError::Empty) } else { Ok(Self::Index { below }) }
    }

    /// Lets chance fall once.
    pub fn draw(&self, rng: &mut impl Rng) -> Fall {
        match self {
            Self::Bernoulli(p) => Fall::Bit(unit(rng) < p.get()),
            Self::Binomial { n, p } => Fall::Count(match Inversion::of(*n, *p) {
                Some(table) => table.draw(rng),
                None => wide_binomial(*n, *p, rng),
            }),
            Self::Uniform { .. } => Fall::Real(unit(rng)),
            Self::Weighted(weights) => Fall::Index(pick(weights, unit(rng))),
            Self::Index { below } => Fall::Index(rand::RngExt::random_range(rng, 0..*below)),
        }
    }

    /// Whether chance can fall so: the outcome has positive probability (density, if real).
    pub fn allows(&self, fall: Fall) -> bool {
        match (self, fall) {
            (Self::Bernoulli(p), Fall::Bit(bit)) => p.as_certain().is_none_or(|only| only == bit),
            (Self::Binomial { n, p }, Fall::Count(count)) => match p.as_certain() {
                Some(bit) => count == if bit { *n } else { 0 },
                None => count <= *n,
            },
            (Self::Uniform { .. }, Fall::Real(real)) => (0.0..1.0).contains(&real),
            (Self::Weighted(weights), Fall::Index(at)) => {
                usize::try_from(at).is_ok_and(|at| weights.get(at).is_some_and(|w| *w > 0.0))
            }
            (Self::Index { below }, Fall::Index(at)) => at < *below,
            _ => false,
        }
    }

    /// The outcomes with their probabilities, which sum to 1: every class of a uniform number by
    /// its middle; a binomial without the tails that add up to less than 10^-20.
    pub fn outcomes(&self) -> Result<Vec<(Fall, f64)>, LawError> {
        Ok(match self {
            Self::Bernoulli(p) => {
                let both = [(true, p.get()), (false, 1.0 - p.get())];
                both.into_iter().filter(|o| o.1 > 0.0).map(|(b, w)| (Fall::Bit(b), w)).collect()
            }
            Self::Binomial { n, p } => {
                let law = Binomial::new(*n, *p)?;
                if law.window().len() as u64 > MOST_OUTCOMES {
                    return Err(LawError::TooLong(law.window().len() as u64));
                }
                law.iter().map(|(k, w)| (Fall::Count(k), w)).collect()
            }
            Self::Uniform { cuts } => {
                let starts = std::iter::once(0.0).chain(cuts.iter().copied());
                let ends = cuts.iter().copied().chain(std::iter::once(1.0));
                starts.zip(ends).map(|(a, b)| (Fall::Real(a + (b - a) / 2.0), b - a)).collect()
            }
            Self::Weighted(weights) => {
                let total: f64 = weights.iter().sum();
                let some = weights.iter().enumerate().filter(|(_, w)| **w > 0.0);
                some.map(|(at, w)| (Fall::Index(at as u64), w / total)).collect()
            }
            Self::Index { below } => {
                if *below > MOST_OUTCOMES {
                    return Err(LawError::TooLong(*below));
                }
                (0..*below).map(|at| (Fall::Index(at), 1.0 / *below as f64)).collect()
            }
        })
    }

    /// What may come, in words.
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
            Self::Uniform { .. } => "a number from 0 up to, but not, 1".to_owned(),
            Self::Weighted(weights) => {
                format!("one of the {} that have a weight, from 0", weights.len())
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

/// A law too wide for a table.
fn wide_binomial(n: u64, p: Probability, rng: &mut impl Rng) -> u64 {
    match rand_distr::Binomial::new(n, p.get()) {
        Ok(law) => law.sample(rng).min(n),
        // Unreachable: a `Probability` is in [0, 1].
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Nature;

    fn laws() -> Vec<Law> {
        let p = |x| Probability::new(x).unwrap();
        vec![
            Law::Bernoulli(p(0.3)),
            Law::Bernoulli(Probability::ONE),
            Law::binomial(12, p(0.6)).unwrap(),
            Law::binomial(500, Probability::ZERO).unwrap(),
            Law::uniform([0.25, 0.7, 1.5, 0.25]),
            Law::weighted(vec![0.0, 2.0, 1.0, 0.0]).unwrap(),
            Law::index(5).unwrap(),
        ]
    }

    #[test]
    fn what_is_drawn_or_listed_is_allowed_and_reads_back() {
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
        for law in laws().into_iter().filter(|law| !matches!(law, Law::Uniform { .. })) {
            let listed = law.outcomes().unwrap();
            let falls: Vec<Fall> = (0..draws).map(|at| Nature::new(1).draw(&law, at, 3)).collect();
            for (fall, weight) in listed {
                let rate = falls.iter().filter(|f| **f == fall).count() as f64 / draws as f64;
                let sigma = (weight * (1.0 - weight) / draws as f64).sqrt();
                assert!((rate - weight).abs() <= 5.0 * sigma + 1e-12, "{law:?} {fall}: {rate}");
            }
        }
    }

    #[test]
    fn falls_of_the_wrong_kind_or_chance_zero_are_refused() {
        let coin = Law::Bernoulli(Probability::ZERO);
        assert!(!coin.allows(Fall::Bit(true)));
        assert!(!coin.allows(Fall::Count(0)));
        assert!(coin.domain().contains("only 0"));
        let weighted = Law::weighted(vec![0.0, 1.0]).unwrap();
        assert!(!weighted.allows(Fall::Index(0)));
        assert!(!weighted.allows(Fall::Index(9)));
        assert!(!Law::uniform([]).allows(Fall::Real(1.0)));
        assert!("real nan".parse::<Fall>().is_err());
    }

    #[test]
    fn laws_that_cannot_be_are_refused() {
        assert_eq!(Law::weighted(vec![0.0]), Err(LawError::Weights));
        assert_eq!(Law::weighted(vec![f64::NAN, 1.0]), Err(LawError::Weights));
        assert_eq!(Law::weighted(vec![-1.0, 3.0]), Err(LawError::Weights));
        assert_eq!(Law::index(0), Err(LawError::Empty));
        assert_eq!(
            Law::binomial((1 << 53) + 1, Probability::HALF),
            Err(LawError::TooMany((1 << 53) + 1))
        );
    }

    #[test]
    fn a_binomial_of_2_to_the_53_coins_is_drawn_at_once() {
        let law = Law::binomial(1 << 53, Probability::HALF).unwrap();
        let mean = (1u64 << 52) as f64;
        for at in 0..100 {
            let Fall::Count(count) = Nature::new(0).draw(&law, at, 0) else { panic!("a count") };
            assert!((count as f64 - mean).abs() < 8.0 * 4.75e7);
        }
    }
}
