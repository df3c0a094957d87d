//! Where the order of Alice's errors can change while Bob's numbers for the parts of an argument change.
//!
//! Between two parts an error of one is that of the other, in what she knows, where their numbers differ by
//! some distance, or add up to some sum; and an error is one fixed before, or the one she lets pass, at
//! some number. These are the *kinks* of a number, as the numbers before it are given. Two kinks of a
//! number cross where the numbers before it have a kink: the last numbers are taken out one after another,
//! each leaving what its own kinks say of the others.

use smallvec::SmallVec;

use crate::protocol::prover_estimator::reward::SAME_ERROR;

/// Numbers so far apart are on either side of a kink: twice what errors may differ by and be one to her.
pub(super) const SLIVER: f64 = 2.0 * SAME_ERROR;

/// Numbers at which something changes, ascending.
pub(super) type Kinks = SmallVec<[f64; 32]>;

/// Of two numbers, an earlier x and a later y: where y has a kink by x.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    /// At x + d.
    pub(super) apart: Vec<f64>,
    /// At s − x.
    pub(super) across: Vec<f64>,
}

impl Between {
    fn add(&mut self, other: &Self) {
        self.apart.extend(&other.apart);
        self.across.extend(&other.across);
        self.tidy();
    }

    /// What is at the edge of all numbers is no kink.
    fn tidy(&mut self) {
        tidy(&mut self.apart, (-1.0, 1.0));
        tidy(&mut self.across, (0.0, 2.0));
    }

    /// The kinks of the later number, by the earlier.
    pub(super) fn of(&self, x: f64) -> impl Iterator<Item = f64> + '_ {
        let apart = self.apart.iter().map(move |d| x + d);
        apart.chain(self.across.iter().map(move |s| s - x))
    }

    /// Where the later number is at a kink of its own, the earlier is at one of these.
    fn back(&self, y: f64) -> impl Iterator<Item = f64> + '_ {
        let apart = self.apart.iter().map(move |d| y - d);
        apart.chain(self.across.iter().map(move |s| s - y))
    }
}

fn tidy(all: &mut Vec<f64>, (from, to): (f64, f64)) {
    all.retain(|x| *x > from + SLIVER && *x < to - SLIVER);
    all.sort_unstable_by(f64::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < SLIVER / 4.0);
}

/// How the numbers of an argument hang together.
#[derive(Clone, Debug)]
pub(super) struct KinkOrder {
    /// By the number that is taken out, and by the one before it: the relation of these two once all after
    /// both are taken out.
    pairs: Vec<Vec<Between>>,
    /// By a number: kinks that it has by itself once all after it are taken out.
    own: Vec<Vec<f64>>,
    /// Whether there are more than can be gone through.
    pub(super) is_full: bool,
}

/// Kinks of a number by another, at most.
const MOST: usize = 64;

impl KinkOrder {
    /// Of an argument over parts: what Alice can take each to be, in each of her views.
    pub(super) fn new(views: &[Vec<f64>]) -> Self {
        let count = views.first().map_or(0, Vec::len);
        let pair = |x: usize, y: usize| {
            let mut own = Between::default();
            for view in views {
                own.apart.push(view[y] - view[x]);
                own.across.push(view[x] + view[y]);
            }
            own.tidy();
            own
        };
        let mut left: Vec<Vec<Between>> =
            (0..count).map(|y| (0..y).map(|x| pair(x, y)).collect()).collect();
        let mut own = vec![Vec::new(); count];
        let (mut pairs, mut is_full) = (vec![Vec::new(); count], false);
        for last in (0..count).rev() {
            let of_last = left.pop().unwrap_or_default();
            for (x, one) in of_last.iter().enumerate() {
                for d in &one.apart {
                    own[x].extend(one.across.iter().map(|s| (s - d) / 2.0));
                }
                // A number goes no further than to the edges of all.
                let kinks = own[last].iter().chain(&[0.0, 1.0]);
                let back: Vec<f64> = kinks.flat_map(|y| one.back(*y)).collect();
                own[x].extend(back);
                tidy(&mut own[x], (0.0, 1.0));
                for (y, other) in of_last.iter().enumerate().take(x) {
                    let mut met = Between::default();
                    for d in &other.apart {
                        met.apart.extend(one.apart.iter().map(|e| d - e));
                        met.across.extend(one.across.iter().map(|s| s - d));
                    }
                    for s in &other.across {
                        met.across.extend(one.apart.iter().map(|e| s - e));
                        met.apart.extend(one.across.iter().map(|t| t - s));
                    }
                    left[x][y].add(&met);
                    is_full |= left[x][y].apart.len() + left[x][y].across.len() > MOST;
                }
                is_full |= own[x].len() > MOST;
            }
            pairs[last] = of_last;
            if is_full {
                break;
            }
        }
        Self { pairs, own, is_full }
    }

    /// The relation of a number to one before it.
    pub(super) fn pair(&self, earlier: usize, later: usize) -> &Between {
        &self.pairs[later][earlier]
    }

    /// The kinks of the number at `at`, the first that is not given yet, where those from it on have
    /// these by what was given.
    pub(super) fn kinks(&self, at: usize, given: impl Fn(usize) -> Kinks) -> Kinks {
        let count = self.pairs.len();
        let mut each: SmallVec<[Kinks; 8]> = (at..count).map(given).collect();
        for last in (at + 1..count).rev() {
            let kinks = each.pop().unwrap_or_default();
            for (one, own) in self.pairs[last][at..].iter().zip(&mut each) {
                own.extend(kinks.iter().flat_map(|y| one.back(*y)));
                ordered(own);
            }
        }
        let mut own = each.pop().unwrap_or_default();
        own.extend(self.own[at].iter().copied());
        ordered(&mut own);
        own
    }
}

/// Numbers as kinks: chances, ascending, no two that are one.
pub(super) fn ordered(all: &mut Kinks) {
    all.retain(|p| (0.0..=1.0).contains(p));
    all.sort_unstable_by(f64::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < SLIVER / 4.0);
}
