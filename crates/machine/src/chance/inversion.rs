//! Fast draws from a fixed binomial distribution, by a table of its running sums.

use std::ops::RangeInclusive;

use rand::Rng;

use super::{Binomial, Probability};

/// Draws counts from one distribution in constant time. To draw a count, it draws a uniform number,
/// and searches the running sums for the first sum above this number. The guide gives the index
/// where the search starts.
#[derive(Clone, Debug)]
pub struct InversionSampler {
    first: u64,
    sums: Vec<f64>,
    /// `guide[j]` is the index of the first running sum that exceeds `j / guide.len()`.
    guide: Vec<u32>,
}

/// A uniform number in [0, 1), a multiple of 2^-53.
#[inline]
pub fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// The largest variance of a distribution that gets a table. Such a table is about 20 standard deviations wide and
/// holds 1.3·10^5 numbers.
const WIDEST: f64 = 4.3e7;

impl InversionSampler {
    /// The table for the number of ones among `n` bits, each of them 1 with probability `p`. `None` if the table would
    /// be too long. This depends only on `n` and `p`.
    pub fn for_binomial(n: u64, p: Probability) -> Option<Self> {
        let variance = n as f64 * p.get() * (1.0 - p.get());
        (variance <= WIDEST).then(|| Binomial::new(n, p).ok().map(|law| Self::new(&law)))?
    }

    /// The table of a distribution, however wide it is.
    pub fn new(law: &Binomial) -> Self {
        let mut sum = 0.0;
        let mut sums: Vec<f64> = law.window().iter().map(|w| (sum += w, sum).1).collect();
        if let Some(last) = sums.last_mut() {
            // The last sum is above every number in [0, 1), so every search ends.
            *last = 1.0;
        }
        let mut guide = Vec::with_capacity(sums.len());
        let mut at = 0;
        for j in 0..sums.len() {
            while sums[at] <= j as f64 / sums.len() as f64 {
                at += 1;
            }
            guide.push(at as u32);
        }
        Self { first: law.first(), sums, guide }
    }

    /// Draws a count.
    #[inline]
    pub fn draw(&self, rng: &mut impl Rng) -> u64 {
        self.first + self.place(unit(rng)) as u64
    }

    /// The first count of the table.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The number of counts in the table, at least 1.
    pub fn places(&self) -> usize {
        self.sums.len()
    }

    /// The range of uniform numbers that give these counts. It includes the first number returned, and excludes the
    /// second.
    pub fn numbers(&self, counts: RangeInclusive<u64>) -> (f64, f64) {
        let below = |count: u64| match count.checked_sub(self.first) {
            None | Some(0) => 0.0,
            Some(places) => self.sums[(places as usize).min(self.sums.len()) - 1],
        };
        (below(*counts.start()), below(counts.end().saturating_add(1)))
    }

    /// The count that a number in [0, 1) gives, minus [`InversionSampler::first`].
    #[inline]
    pub fn place(&self, u: f64) -> usize {
        let j = ((u * self.guide.len() as f64) as usize).min(self.guide.len() - 1);
        let mut at = self.guide[j] as usize;
        // Most searches end within two steps. A processor adds a comparison faster than it predicts a branch.
        at += usize::from(self.sums[at] <= u);
        at += usize::from(self.sums[at] <= u);
        while self.sums[at] <= u {
            at += 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Nature, Probability};

    #[test]
    fn every_number_falls_on_the_count_whose_share_covers_it() {
        let law = Binomial::new(40, Probability::new(0.35).unwrap()).unwrap();
        let table = InversionSampler::new(&law);
        for i in 0..10_000 {
            let u = f64::from(i) / 10_000.0;
            let k = table.first() + table.place(u) as u64;
            assert!(u < law.at_most(k) + 1e-15, "{u} {k}");
            assert!(k == 0 || u + 1e-15 >= law.at_most(k - 1), "{u} {k}");
            for counts in [0..=3, 9..=14, 14..=60, k..=k, 50..=60] {
                let (from, to) = table.numbers(counts.clone());
                assert_eq!(counts.contains(&k), from <= u && u < to, "{u} {k} {counts:?}");
            }
        }
    }

    #[test]
    fn mean_and_variance_are_those_of_the_law() {
        let (n, p) = (100_000u64, 0.2);
        let table = InversionSampler::new(&Binomial::new(n, Probability::new(p).unwrap()).unwrap());
        let mut rng = Nature::new(9).rng(0, 0);
        let draws = 200_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..draws {
            let off = table.draw(&mut rng) as f64 - n as f64 * p;
            sum += off;
            squares += off * off;
        }
        let variance = n as f64 * p * (1.0 - p);
        assert!((sum / draws as f64).abs() < 5.0 * (variance / draws as f64).sqrt());
        assert!((squares / draws as f64 / variance - 1.0).abs() < 0.02);
    }
}
