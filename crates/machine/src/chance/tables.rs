//! Drawing from the same laws again and again: a table for each.

use std::collections::HashMap;
use std::sync::Arc;

use rand::Rng;

use super::{Fall, Inversion, Law};

/// Tables of more numbers than this in all are forgotten and made anew.
const MOST_HELD: usize = 1 << 22;

/// The tables of the binomial laws drawn from so far. They change how quickly a law is drawn from,
/// never what falls: [`Tables::draw`] is [`Law::draw`].
#[derive(Clone, Debug, Default)]
pub struct Tables {
    known: HashMap<(u64, u64), Arc<Inversion>>,
    held: usize,
}

impl Tables {
    /// Lets chance fall once, as [`Law::draw`] would.
    pub fn draw(&mut self, law: &Law, rng: &mut impl Rng) -> Fall {
        let Law::Binomial { n, p } = *law else { return law.draw(rng) };
        let key = (n, p.get().to_bits());
        if let Some(table) = self.known.get(&key) {
            return Fall::Count(table.draw(rng));
        }
        let Some(table) = Inversion::of(n, p) else { return law.draw(rng) };
        if self.held + table.places() > MOST_HELD {
            *self = Self::default();
        }
        self.held += table.places();
        let count = table.draw(rng);
        self.known.insert(key, Arc::new(table));
        Fall::Count(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Nature, Probability};

    #[test]
    fn what_falls_does_not_depend_on_the_tables() {
        let mut tables = Tables::default();
        for (n, p) in [(36_889, 0.75), (1, 0.5), (400, 0.0), (1 << 50, 0.3), (36_889, 0.75)] {
            let law = Law::binomial(n, Probability::new(p).unwrap()).unwrap();
            for place in 0..50 {
                let with = tables.draw(&law, &mut Nature::new(3).rng(place, 0));
                assert_eq!(with, Nature::new(3).draw(&law, place, 0), "{law:?}");
                assert!(law.allows(with));
            }
        }
    }
}
