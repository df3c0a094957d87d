//! A table of Bob's numbers that is made better one number after another: the upper end of a search.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::argued::{Argued, Budget, SearchPlace, mix};
use super::pursuit::Pursuit;

/// His numbers for the parts of an argument by the answers drawn before: the first is at 1, and after the one
/// at i come those at 2i (no) and 2i + 1 (yes).
#[derive(Clone, Debug)]
pub(super) struct NumberTable(Vec<f64>);

impl NumberTable {
    pub(super) fn first(&self) -> f64 {
        self.0[1]
    }

    pub(super) fn after(&self, drawn: &[bool]) -> f64 {
        self.0[drawn.iter().fold(1, |at, answer| 2 * at + usize::from(*answer))]
    }
}

/// So many times a table is gone through, at most.
const MOST_ROUNDS: usize = 12;

impl<P: Pursuit> Argued<P> {
    /// A table in which no number alone can be bettered, and what it comes to from a place on.
    pub(super) fn table(
        &self,
        place: &SearchPlace<P::Stated>,
        drawn_starts: usize,
        budget: &mut Budget<'_>,
    ) -> (f64, NumberTable) {
        let targets = self.pursuit.targets();
        let first = self.count - place.left;
        let only = |part: usize| {
            let own = targets.first().map(|view| view[part]);
            own.filter(|own| targets.iter().all(|view| view[part] == *own))
        };
        let kept = |known: bool, p: f64| {
            let number = |at: usize| match at.checked_ilog2() {
                Some(stage) => known.then(|| only(first + stage as usize)).flatten().unwrap_or(p),
                None => p,
            };
            NumberTable((0..1 << place.left).map(number).collect())
        };
        let drawn = |rng: &mut ChaCha8Rng| {
            let number = |at: usize| {
                let part = first + at.checked_ilog2().map_or(0, |stage| stage as usize);
                let kinks = self.pursuit.fixed(&place.stated, part.min(self.count - 1));
                kinks.get(rng.random_range(0..=kinks.len())).copied().unwrap_or(0.5).clamp(0.0, 1.0)
            };
            NumberTable((0..1 << place.left).map(number).collect())
        };
        // Of parts that she does not know, what she takes them to be, or the same as of all others.
        let starts = [(true, 0.5), (false, 0.5), (true, 0.0), (true, 1.0)];
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let more = std::iter::repeat_with(|| drawn(&mut rng)).take(drawn_starts);
        let mut best: Option<(f64, NumberTable)> = None;
        for mut table in starts.map(|(known, p)| kept(known, p)).into_iter().chain(more) {
            let mut value = f64::INFINITY;
            for _ in 0..MOST_ROUNDS {
                let own = self.bettered(place, &mut table, 1, budget);
                if own > value - 1e-10 * value.abs().max(1.0) {
                    break;
                }
                value = own;
            }
            if best.as_ref().is_none_or(|best| value < best.0 - 1e-12) {
                best = Some((value, table));
            }
        }
        best.unwrap_or((f64::INFINITY, NumberTable(vec![0.5; 2])))
    }

    /// What a table comes to from one of its places on.
    fn comes_to(&self, place: &SearchPlace<P::Stated>, table: &NumberTable, at: usize) -> f64 {
        let p = table.0[at];
        if place.left == 1 {
            return self.pursuit.paid(&place.stated, p) + mix(p, self.outcomes(place.tally));
        }
        let stated = self.after(place, p);
        let each = [false, true].map(|answer| {
            if p == f64::from(!answer) {
                return 0.0;
            }
            let after = place.then(p, stated.clone(), place.tally.with(answer));
            self.comes_to(&after, table, 2 * at + usize::from(answer))
        });
        mix(p, each)
    }

    /// Betters the numbers from a place on, the last first.
    fn bettered(
        &self,
        place: &SearchPlace<P::Stated>,
        table: &mut NumberTable,
        at: usize,
        budget: &mut Budget<'_>,
    ) -> f64 {
        if place.left == 1 {
            let [(value, p)] = self.one(&place.stated, [place.tally], budget);
            table.0[at] = p;
            return value;
        }
        for answer in [false, true] {
            let after = self.answered(place, table.0[at], answer);
            self.bettered(&after, table, 2 * at + usize::from(answer), budget);
        }
        let mut best = (self.comes_to(place, table, at), table.0[at]);
        let mut numbers = self.pursuit.fixed(&place.stated, self.count - place.left);
        numbers.push(0.5);
        for p in self.beside(numbers, place.left).into_iter().chain([0.0, 1.0]) {
            if !(0.0..=1.0).contains(&p) {
                continue;
            }
            table.0[at] = p;
            let value = self.comes_to(place, table, at);
            if value < best.0 - 1e-13 {
                best = (value, p);
            }
        }
        table.0[at] = best.1;
        best.0
    }
}
