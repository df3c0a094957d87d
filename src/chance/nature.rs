//! Nature: trusted randomness that can be repeated.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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

    /// The generator for one draw: ChaCha8 whose key is (seed, place, draw).
    pub fn rng(self, place: u64, draw: u64) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&place.to_le_bytes());
        key[16..24].copy_from_slice(&draw.to_le_bytes());
        ChaCha8Rng::from_seed(key)
    }

    /// Lets chance fall at a place of the debate; `draw` counts the draws made there.
    pub fn draw(self, law: &Law, place: u64, draw: u64) -> Fall {
        law.draw(&mut self.rng(place, draw))
    }
}

/// A uniform number in [0, 1) on the lattice of step 2^-53.
pub fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;

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
}
