//! Nature: trusted and repeatable randomness.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::{ChanceOutcome, Distribution};

/// A source of trusted randomness. A draw depends only on the seed, the place in the debate, and
/// the number of the draw at that place. So a move that is undone and made again draws the same
/// outcome, however many draws came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nature {
    seed: u64,
}

/// The seed of a debate, prepared for many draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NatureKey(u64);

impl NatureKey {
    /// A uniform number in [0, 1) for each of these places: the number that [`unit`](super::unit) gives for the first
    /// draw there. The processor computes numbers that do not depend on each other side by side.
    #[inline]
    pub fn units<const N: usize>(self, places: [u64; N]) -> [f64; N] {
        let mut numbers = [0.0; N];
        // The compiler does not inline `map` of an array at our level of optimisation.
        for (number, place) in numbers.iter_mut().zip(places) {
            *number = super::unit(&mut generator(mixed(mixed(self.0 ^ place))));
        }
        numbers
    }
}

impl Nature {
    /// Nature with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The seed of this source.
    pub const fn seed(self) -> u64 {
        self.seed
    }

    /// The part of each draw that is the same for the whole debate.
    #[inline]
    pub fn key(self) -> NatureKey {
        NatureKey(mixed(self.seed))
    }

    /// The random number generator for one draw. SplitMix64 itself mixes the seed, the place and the draw into its
    /// key. A debate needs a new generator for each draw, so the setup must be fast.
    #[inline]
    pub fn rng(self, place: u64, draw: u64) -> SplitMix64 {
        generator(mixed(mixed(mixed(self.seed) ^ place) ^ draw))
    }

    /// Draws an outcome at a place of the debate. `draw` is the number of the draw at that place.
    pub fn draw(self, law: &Distribution, place: u64, draw: u64) -> ChanceOutcome {
        law.draw(&mut self.rng(place, draw))
    }
}

/// The seed with this number in the series of a seed. It has at most 53 bits, so that every JSON reader keeps
/// it. The series of two seeds share no more numbers than random ones would.
#[inline]
pub fn seed_in_series(seed: u64, number: u64) -> u64 {
    mixed(mixed(seed) ^ number) >> 11
}

#[inline]
fn generator(state: u64) -> SplitMix64 {
    SplitMix64::from_seed(state.to_le_bytes())
}

#[inline]
fn mixed(word: u64) -> u64 {
    generator(word).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Probability, unit};

    #[test]
    fn a_draw_repeated_is_the_same_draw() {
        let law = Distribution::binomial(1_000_000, Probability::HALF).unwrap();
        let first = Nature::new(5).draw(&law, 12, 1);
        Nature::new(5).draw(&law, 3, 0);
        assert_eq!(first, Nature::new(5).draw(&law, 12, 1));
    }

    #[test]
    fn numbers_that_are_computed_together_are_those_of_single_draws() {
        let places = [0, 1, 7, u64::MAX];
        let alone = places.map(|place| unit(&mut Nature::new(5).rng(place, 0)));
        assert_eq!(Nature::new(5).key().units(places), alone);
    }

    #[test]
    fn seed_place_and_number_each_change_the_draw() {
        let law = Distribution::uniform([]);
        let base = Nature::new(5).draw(&law, 12, 1);
        assert_ne!(base, Nature::new(6).draw(&law, 12, 1));
        assert_ne!(base, Nature::new(5).draw(&law, 13, 1));
        assert_ne!(base, Nature::new(5).draw(&law, 12, 2));
    }

    #[test]
    fn neighbouring_seeds_places_and_draws_are_independent_to_the_eye() {
        // Draws 2^18 numbers for a grid of keys, and counts them in sixteen equal bins and as pairs of neighbours.
        let mut bins = [0u64; 16];
        let mut pairs = [0u64; 4];
        let mut last = false;
        for seed in 0..64 {
            for place in 0..1024 {
                for draw in 0..4 {
                    let u = unit(&mut Nature::new(seed).rng(place, draw));
                    bins[(u * 16.0) as usize] += 1;
                    let high = u >= 0.5;
                    pairs[usize::from(last) * 2 + usize::from(high)] += 1;
                    last = high;
                }
            }
        }
        let n = f64::from(1 << 18);
        let chi = |counts: &[u64]| -> f64 {
            let expected = n / counts.len() as f64;
            counts.iter().map(|&c| (c as f64 - expected).powi(2) / expected).sum()
        };
        // With true random numbers, one of 10^4 runs exceeds these limits (15 and 3 degrees of
        // freedom).
        assert!(chi(&bins) < 44.3, "{bins:?}");
        assert!(chi(&pairs) < 21.1, "{pairs:?}");
    }
}
