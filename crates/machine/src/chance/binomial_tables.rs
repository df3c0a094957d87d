//! Tables for repeated draws from the same binomial distributions.

use std::collections::HashMap;
use std::sync::Arc;

use rand::Rng;

use super::{ChanceOutcome, Distribution, InversionSampler};

/// All tables together hold at most this many numbers. If a new table does not fit, all others are dropped.
const MOST_HELD: usize = 1 << 22;

/// The tables of the binomial distributions used so far. They make draws faster and never change
/// the outcome of [`Distribution::draw`].
#[derive(Clone, Debug, Default)]
pub struct BinomialTables {
    known: HashMap<(u64, u64), Arc<InversionSampler>>,
    held: usize,
}

impl BinomialTables {
    /// Draws the same outcome as [`Distribution::draw`].
    pub fn draw(&mut self, law: &Distribution, rng: &mut impl Rng) -> ChanceOutcome {
        let Distribution::Binomial { n, p } = *law else { return law.draw(rng) };
        let key = (n, p.get().to_bits());
        if let Some(table) = self.known.get(&key) {
            return ChanceOutcome::Count(table.draw(rng));
        }
        let Some(table) = InversionSampler::for_binomial(n, p) else { return law.draw(rng) };
        if self.held + table.places() > MOST_HELD {
            *self = Self::default();
        }
        self.held += table.places();
        let count = table.draw(rng);
        self.known.insert(key, Arc::new(table));
        ChanceOutcome::Count(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Nature, Probability};

    #[test]
    fn the_drawn_outcome_does_not_depend_on_the_tables() {
        let mut tables = BinomialTables::default();
        for (n, p) in [(36_889, 0.75), (1, 0.5), (400, 0.0), (1 << 50, 0.3), (36_889, 0.75)] {
            let law = Distribution::binomial(n, Probability::new(p).unwrap()).unwrap();
            for place in 0..50 {
                let with = tables.draw(&law, &mut Nature::new(3).rng(place, 0));
                assert_eq!(with, Nature::new(3).draw(&law, place, 0), "{law:?}");
                assert!(law.allows(with));
            }
        }
    }
}
