//! Nature: trusted randomness that can be repeated.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::{Fall, Law};

/// A source of trusted randomness. What it draws depends only on the seed, the place in the debate
/// and the number of the draw at that place: taking a move back and making it again draws the
/// same, and no draw depends on how many were made before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nature {
    seed: u64,
}

impl Nature {
    /// The nature with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Its seed.
    pub const fn seed(self) -> u64 {
        self.seed
    }

    /// The generator for one draw: SplitMix64 from a key into which seed, place and draw were mixed
    /// by SplitMix64 itself, one after the other. A debate takes one such generator a draw, so it has
    /// to be quick to set up.
    #[inline]
    pub fn rng(self, place: u64, draw: u64) -> SplitMix64 {
        generator(mixed(mixed(mixed(self.seed) ^ place) ^ draw))
    }

    /// Lets chance fall at a place of the debate; `draw` counts the draws made there.
    pub fn draw(self, law: &Law, place: u64, draw: u64) -> Fall {
        law.draw(&mut self.rng(place, draw))
    }
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
        let law = Law::binomial(1_000_000, Probability::HALF).unwrap();
        let first = Nature::new(5).draw(&law, 12, 1);
        Nature::new(5).draw(&law, 3, 0);
        assert_eq!(first, Nature::new(5).draw(&law, 12, 1));
    }

    #[test]
    fn seed_place_and_number_each_change_the_draw() {
        let law = Law::uniform([]);
        let base = Nature::new(5).draw(&law, 12, 1);
        assert_ne!(base, Nature::new(6).draw(&law, 12, 1));
        assert_ne!(base, Nature::new(5).draw(&law, 13, 1));
        assert_ne!(base, Nature::new(5).draw(&law, 12, 2));
    }

    #[test]
    fn neighbouring_seeds_places_and_draws_are_independent_to_the_eye() {
        // 2^18 numbers over a grid of keys: sixteen equal bins, and pairs of neighbours.
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
        // Exceeded once in 10^4 if all were as it should be (15 and 3 degrees of freedom).
        assert!(chi(&bins) < 44.3, "{bins:?}");
        assert!(chi(&pairs) < 21.1, "{pairs:?}");
    }
}
