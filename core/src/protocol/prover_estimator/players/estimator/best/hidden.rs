//! Bob's best response within one argument whose parts are leaves, to an honest Alice who knows more
//! of the leaves than he does: branch and bound over his numbers.
//!
//! She goes on where he is furthest off, so that what she is paid in a world depends on the largest of
//! his errors there alone. Between the numbers at which the order of errors changes, what she does is
//! fixed. There the last two numbers are found exactly: for each of finitely many choices of the last,
//! what she is paid is a quadratic in the one before. The numbers before these are searched by cutting
//! cells in two: what she is paid changes by no more than `steep` times the change of a number, as long
//! as no error crosses the one she lets pass, and cells end where one does.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::round::Ends;
use crate::machine::claims::{Rule, Tally};
use crate::work::{Stopped, Token};

/// Worlds that differ in what Alice knows of the parts.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) weight: f64,
    /// Whether each part is true.
    pub(super) truths: Vec<bool>,
}

/// An argument over leaves after what Alice said of its claim.
#[derive(Debug)]
pub(super) struct Hidden {
    rule: Rule,
    /// What she is paid if the argument holds, and if it fails.
    gain: [f64; 2],
    views: Vec<View>,
    /// r^{k+1} of the next round.
    stake: f64,
    /// The error she lets pass.
    slack: f64,
    /// How much less than an error she is paid for it, because the judge may err.
    noise: f64,
    /// How near to each other the ends of the search are brought, at first.
    near: f64,
}

/// Errors that differ by less are one to her.
const SLIVER: f64 = 2e-12;
/// Errors that the searches of an argument look at, at most.
const MOST: usize = 100_000_000;
/// Cells that a number is cut into, at most.
const MOST_CELLS: usize = 60_000;

/// What is still paid, and the number that comes to the upper end.
type Least = (Ends, f64);

impl Hidden {
    /// The argument, and what it comes to: a bracket, whose upper end is what [`Hidden::next`] comes to.
    pub(super) fn solved(
        rule: Rule,
        gain: [f64; 2],
        views: Vec<View>,
        (stake, slack, noise): (f64, f64, f64),
        token: &Token,
    ) -> Result<(Ends, Self), Stopped> {
        let mut own = Self { rule, gain, views, stake, slack, noise, near: 0.0 };
        let tally = rule.tally(own.parts());
        let none = vec![0.0; own.views.len()];
        // Coarse searches first: each costs more than the one before. Bob searches no finer than what was
        // searched through.
        let scale = stake + own.steep();
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        own.near = scale;
        let mut left = MOST;
        for near in [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
            let near = near * scale;
            let found = own.least(0, &none, tally, near, &mut left, token)?.0;
            low = low.max(found.low);
            if left == 0 {
                break;
            }
            if found.high < high {
                (own.near, high) = (near, found.high);
            }
            if high - low <= 2e-7 * high.abs().max(1.0) {
                break;
            }
        }
        let mut left = usize::MAX;
        let high = own.played(0, &none, tally, &mut left, token)?;
        Ok((Ends { low: low.min(high), high }, own))
    }

    fn parts(&self) -> usize {
        self.views.first().map_or(0, |view| view.truths.len())
    }

    /// By how much more than a number what is paid can change with it.
    fn steep(&self) -> f64 {
        (self.gain[0] - self.gain[1]).abs() + self.stake
    }

    /// What she is paid for her largest error in each world, on average.
    fn named(&self, errors: impl Iterator<Item = f64>) -> f64 {
        let paid = |(view, error): (&View, f64)| match error > self.slack + SLIVER / 2.0 {
            true => view.weight * self.stake * (error - self.noise),
            false => 0.0,
        };
        self.views.iter().zip(errors).map(paid).sum()
    }

    /// The largest errors after a number for a part.
    fn after<'a>(&'a self, at: usize, errors: &'a [f64], p: f64) -> impl Iterator<Item = f64> + 'a {
        self.views
            .iter()
            .zip(errors)
            .map(move |(view, error)| error.max(if view.truths[at] { 1.0 - p } else { p }))
    }

    /// What is paid if `p` is stated last.
    fn last(&self, errors: &[f64], tally: Tally, p: f64) -> f64 {
        let at = self.parts() - 1;
        let after = [false, true].map(|yes| self.gain[usize::from(!tally.with(yes).holds())]);
        mix(p, after) + self.named(self.after(at, errors, p))
    }

    /// The numbers at which what she does can change, the errors being these so far.
    fn kinks(&self, errors: &[f64]) -> Vec<f64> {
        let slack = [self.slack, self.slack + SLIVER];
        let each = errors.iter().copied().chain(slack).chain([0.0, 0.5]);
        let mut all: Vec<f64> = each.flat_map(|error| [error, 1.0 - error]).collect();
        all.retain(|p| (0.0..=1.0).contains(p));
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < SLIVER / 4.0);
        all
    }

    /// The best last number.
    fn one(&self, errors: &[f64], tally: Tally) -> (f64, f64) {
        let each = self.kinks(errors).into_iter().map(|p| (self.last(errors, tally, p), p));
        each.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0.5))
    }

    /// What is paid if `p` is stated last but one, and the best after it.
    fn last_but_one(&self, errors: &[f64], tally: Tally, p: f64) -> f64 {
        let after: Vec<f64> = self.after(self.parts() - 2, errors, p).collect();
        mix(p, [false, true].map(|answer| self.one(&after, tally.with(answer)).0))
    }

    /// The best number last but one: between neighbouring kinks what is paid for each choice of the last
    /// number is linear in it, for either answer.
    fn two(&self, errors: &[f64], tally: Tally) -> (f64, f64) {
        let at = self.parts() - 2;
        let kinks = self.kinks(errors);
        let mut best = (f64::INFINITY, 0.5);
        let mut see = |p: f64| {
            let value = self.last_but_one(errors, tally, p);
            if value < best.0 {
                best = (value, p);
            }
        };
        kinks.iter().for_each(|&p| see(p));
        let mut inner = best;
        for pair in kinks.windows(2).filter(|pair| pair[1] - pair[0] > 4.0 * SLIVER) {
            let (a, b) = (pair[0], pair[1]);
            let inside = [a + (b - a) / 4.0, b - (b - a) / 4.0];
            let states = inside.map(|p| self.after(at, errors, p).collect::<Vec<f64>>());
            // The last number goes with this one, or stays where it is.
            let choices = inside.map(|p| kinks.iter().copied().chain([p, 1.0 - p]));
            let lines = [false, true].map(|answer| {
                let (tally, [near, far]) = (tally.with(answer), choices.clone());
                let line = |(near, far)| {
                    let [y, z] = [(0, near), (1, far)]
                        .map(|(end, last)| self.last(&states[end], tally, last));
                    let slope = (z - y) / (inside[1] - inside[0]);
                    (y - slope * inside[0], slope)
                };
                near.zip(far).map(line).collect::<Vec<_>>()
            });
            for &(c0, s0) in &lines[0] {
                for &(c1, s1) in &lines[1] {
                    // (1 − p)(c0 + s0 p) + p (c1 + s1 p)
                    let (square, linear) = (s1 - s0, s0 - c0 + c1);
                    let lowest = -linear / (2.0 * square);
                    let turns = square > 0.0 && lowest > a && lowest < b;
                    let ends = [a + SLIVER, b - SLIVER];
                    for p in ends.into_iter().chain(turns.then_some(lowest)) {
                        let value = c0 + linear * p + square * p * p;
                        if value < inner.0 {
                            inner = (value, p);
                        }
                    }
                }
            }
        }
        if inner.0 < best.0 {
            best = (self.last_but_one(errors, tally, inner.1).min(best.0), inner.1);
        }
        best
    }

    /// The least from a part on, to within `near`, if looking at `left` errors is enough.
    fn least(
        &self,
        at: usize,
        errors: &[f64],
        tally: Tally,
        near: f64,
        left: &mut usize,
        token: &Token,
    ) -> Result<Least, Stopped> {
        let exact = |(value, p): (f64, f64)| (Ends::at(value), p);
        match self.parts() - at {
            1 => return Ok(exact(self.one(errors, tally))),
            2 => {
                let kinks = self.kinks(errors).len();
                *left = left.saturating_sub(4 * kinks * kinks * self.views.len());
                return Ok(exact(self.two(errors, tally)));
            }
            _ => {}
        }
        let value = |p: f64, left: &mut usize| -> Result<Ends, Stopped> {
            token.check()?;
            let after: Vec<f64> = self.after(at, errors, p).collect();
            let [no, yes] = [false, true].map(|answer| {
                self.least(at + 1, &after, tally.with(answer), near / 2.0, left, token)
            });
            let (no, yes) = (no?.0, yes?.0);
            Ok(Ends { low: mix(p, [no.low, yes.low]), high: mix(p, [no.high, yes.high]) })
        };
        let mut edges = vec![0.0, self.slack, self.slack + SLIVER];
        edges.extend([1.0 - self.slack - SLIVER, 1.0 - self.slack, 1.0]);
        edges.sort_by(f64::total_cmp);
        let mut best = (f64::INFINITY, 0.5);
        let mut known: Vec<(f64, Ends)> = Vec::new();
        for p in edges {
            let ends = value(p, left)?;
            if ends.high < best.0 {
                best = (ends.high, p);
            }
            known.push((p, ends));
        }
        let mut open: BinaryHeap<Cell> = known
            .windows(2)
            .map(|pair| {
                Cell::new((pair[0].0, pair[0].1.low), (pair[1].0, pair[1].1.low), self.steep())
            })
            .collect();
        let mut spent = 0;
        while let Some(cell) = open.peek() {
            spent += 1;
            if best.0 - cell.least <= near || spent > MOST_CELLS {
                break;
            }
            let Some(cell) = open.pop() else { break };
            let p = cell.cut;
            let ends = value(p, left)?;
            if ends.high < best.0 {
                best = (ends.high, p);
            }
            for (from, to) in [(cell.from, (p, ends.low)), ((p, ends.low), cell.to)] {
                open.push(Cell::new(from, to, self.steep()));
            }
            if *left == 0 {
                break;
            }
        }
        let low = open.peek().map_or(best.0, |cell| cell.least).min(best.0);
        Ok((Ends { low, high: best.0 }, best.1))
    }

    /// What the Bob of [`Hidden::next`] comes to.
    fn played(
        &self,
        at: usize,
        errors: &[f64],
        tally: Tally,
        left: &mut usize,
        token: &Token,
    ) -> Result<f64, Stopped> {
        let (ends, p) = self.least(at, errors, tally, self.within(at), left, token)?;
        if self.parts() - at <= 2 {
            return Ok(ends.high);
        }
        let after: Vec<f64> = self.after(at, errors, p).collect();
        let [no, yes] = [false, true]
            .map(|answer| self.played(at + 1, &after, tally.with(answer), left, token));
        Ok(mix(p, [no?, yes?]))
    }

    /// How near the ends of a search from a part on are brought.
    fn within(&self, at: usize) -> f64 {
        self.near / f64::from(1u32 << at.min(31))
    }

    /// What the Bob of the upper end states next, after these numbers and answers.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn next(
        &self,
        stated: &[f64],
        drawn: &[bool],
        token: &Token,
    ) -> Result<f64, Stopped> {
        let mut errors = vec![0.0; self.views.len()];
        let mut tally = self.rule.tally(self.parts());
        for (at, (&p, &answer)) in stated.iter().zip(drawn).enumerate() {
            errors = self.after(at, &errors, p).collect();
            tally = tally.with(answer);
        }
        let at = stated.len();
        let found =
            self.least(at, &errors, tally, self.within(at), &mut usize::MAX.clone(), token)?;
        Ok(found.1)
    }
}

/// Numbers between two that were looked at, with what these come to at the least.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    from: (f64, f64),
    to: (f64, f64),
    /// No number in it comes to less.
    least: f64,
    /// Where it is cut.
    cut: f64,
}

impl Cell {
    fn new(from: (f64, f64), to: (f64, f64), steep: f64) -> Self {
        let width = to.0 - from.0;
        let least = ((from.1 + to.1) - steep * width) / 2.0;
        let cut = (from.0 + to.0) / 2.0 + (from.1 - to.1) / (2.0 * steep);
        let cut = cut.clamp(from.0 + width / 8.0, to.0 - width / 8.0);
        // A sliver is no cell: its ends are all that is in it.
        let least = if width <= 4.0 * SLIVER { from.1.min(to.1) } else { least };
        Self { from, to, least, cut }
    }
}

impl Eq for Cell {}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        other.least.total_cmp(&self.least)
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The mean of what follows the answers no and yes.
fn mix(p: f64, [no, yes]: [f64; 2]) -> f64 {
    (1.0 - p) * no + p * yes
}
