//! Bob's best response within one argument whose parts are leaves, to an honest Alice who knows more
//! of the leaves than he does: branch and bound over his numbers.
//!
//! She goes on where he is furthest off, so that what she is paid in a world depends on the largest of
//! his errors there alone, and is linear in it above what she lets pass. So between neighbouring
//! *kinks*, the numbers at which the order of errors changes, what follows either answer to a number p
//! (the least over all of his later numbers) is nearly concave in p: with G for what the rule decides
//! about, S for the stake and m numbers after p, its second derivative is at most
//!
//!   2S(m − 1)(A + 2B) + 2m(m − 1)G,
//!
//! A and B being the weights of the worlds in which an error there can be the largest and the part is
//! what p makes less likely (A) or more likely (B). *Proof.* Take his best later numbers at p and move
//! them with it: with x for the distance of a number from 1/2, move every x between the two kinks by a
//! map that keeps the kinks and the order and is linear on either side of p. All that x decides stays as
//! it was, so that errors move linearly and no more than p does. What is paid is then a polynomial in the
//! move, of which two factors move at a time: two chances, or a chance and an error. An answer is worth
//! at most G, since what follows one can follow the other. An error moves by no more than p, up where it is
//! above 1/2 and down where it is below, and where p is off by more than 1/2 none below is the largest. The
//! last chance decides about no error. His best numbers elsewhere come to no more than these. ∎
//!
//! A cell of such numbers is bounded by the lines between its ends, one an answer, less the bow that this
//! allows: the bound is as near as the square of the cell's width. Other cells are bounded by how steep it
//! is. Of the last two numbers kink-free cells are solved exactly: for each of finitely many choices of
//! the last, what she is paid is a quadratic in the one before.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use smallvec::SmallVec;

use super::round::Ends;
use crate::machine::claims::{Rule, Tally};
use crate::work::{Stopped, Token};

/// Worlds that differ in what Alice knows of the parts.
#[derive(Clone, Debug)]
pub(super) struct PartsKnown {
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
    start: Errors,
    /// r^{k+1} of the next round.
    stake: f64,
    /// The error she lets pass.
    slack: f64,
    /// How much less than an error she is paid for it, because the judge may err.
    noise: f64,
    /// How near to each other the ends of a search are brought.
    near: f64,
    /// What the Bob of the upper end states after these answers to his own numbers, but for the last two.
    states: HashMap<Vec<bool>, f64>,
}

/// Errors that differ by less are one to her.
const SLIVER: f64 = 2e-12;
/// Numbers before the last that the searches of an argument look at, at most: some seconds.
const MOST: usize = 2_000_000;
/// How near the ends are brought, for a unit of what is paid.
const NEAR: f64 = 1e-7;

/// What is still paid, and the number that comes to the upper end.
type Least = (Ends, f64);

/// The largest errors so far.
#[derive(Clone, Debug)]
struct Errors {
    /// How many parts are still to be stated.
    left: usize,
    each: SmallVec<[f64; 8]>,
    /// The weight of each error's worlds by the truths of the parts left, that of the next in the lowest
    /// bit.
    weights: SmallVec<[f64; 64]>,
}

impl Errors {
    fn none(views: &[PartsKnown]) -> Self {
        let left = views.first().map_or(0, |view| view.truths.len());
        let mut weights = SmallVec::from_elem(0.0, 1 << left);
        for view in views {
            let word = view.truths.iter().rev().fold(0, |word, &yes| word << 1 | usize::from(yes));
            weights[word] += view.weight;
        }
        Self { left, each: SmallVec::from_slice(&[0.0]), weights }
    }

    /// After a number for the next part.
    fn after(&self, p: f64) -> Self {
        let words = 1 << (self.left - 1);
        let mut own = Self { left: self.left - 1, each: SmallVec::new(), weights: SmallVec::new() };
        for (error, weights) in self.iter() {
            for (yes, off) in [(0, p), (1, 1.0 - p)] {
                let part = weights.iter().skip(yes).step_by(2);
                if part.clone().all(|weight| *weight == 0.0) {
                    continue;
                }
                let largest = error.max(off);
                let at = own.each.iter().position(|own| *own == largest).unwrap_or_else(|| {
                    own.each.push(largest);
                    own.weights.extend(std::iter::repeat_n(0.0, words));
                    own.each.len() - 1
                });
                let sums = own.weights[at * words..].iter_mut();
                sums.zip(part).for_each(|(sum, weight)| *sum += weight);
            }
        }
        own
    }

    fn iter(&self) -> impl Iterator<Item = (f64, &[f64])> {
        self.each.iter().copied().zip(self.weights.chunks(1 << self.left))
    }
}

impl Hidden {
    /// The argument, and what it comes to: a bracket, whose upper end is what [`Hidden::next`] comes to.
    pub(super) fn solved(
        rule: Rule,
        gain: [f64; 2],
        views: &[PartsKnown],
        (stake, slack, noise): (f64, f64, f64),
        token: &Token,
    ) -> Result<(Ends, Self), Stopped> {
        let start = Errors::none(views);
        let states = HashMap::new();
        let mut own = Self { rule, gain, start, stake, slack, noise, near: 0.0, states };
        let tally = rule.tally(own.start.left);
        let mut left = MOST;
        // Coarse searches first: each costs more than the one before. Bob searches no finer than what was
        // searched through.
        own.near = stake + own.decided();
        let (mut low, mut best) = (f64::NEG_INFINITY, (f64::INFINITY, 0.5));
        for near in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, NEAR] {
            let near = near * best.0.abs().clamp(1.0, own.near.max(1.0));
            let aim = (near, f64::INFINITY);
            let (ends, p) = own.least(&own.start, tally, aim, &mut left, token)?;
            low = low.max(ends.low);
            if ends.high <= best.0 {
                best = (ends.high, p);
            }
            if left == 0 {
                own.near = (best.0 - low) / 8.0;
                break;
            }
            own.near = near;
            let exact = NEAR * best.0.abs().max(1.0);
            if best.0 - low <= exact {
                own.near = exact;
                break;
            }
        }
        let mut states = HashMap::new();
        let mut left = MOST;
        let seen = (own.start.clone(), Vec::new());
        let high = own.played(seen, tally, Some(best.1), &mut states, &mut left, token)?;
        own.states = states;
        Ok((Ends { low: low.min(high), high }, own))
    }

    /// What the rule decides about.
    fn decided(&self) -> f64 {
        (self.gain[0] - self.gain[1]).abs()
    }

    /// Whether answers still to come decide about what she is paid.
    fn is_open(&self, tally: Tally, left: usize) -> bool {
        self.decided() > 0.0 && tally.can(left) == [true; 2]
    }

    /// What she is paid for an error.
    fn named(&self, error: f64) -> f64 {
        if error > self.slack + SLIVER / 2.0 { self.stake * (error - self.noise) } else { 0.0 }
    }

    /// What is paid for the largest errors if `p` is stated last.
    fn last(&self, errors: &Errors, p: f64) -> f64 {
        let paid = |(error, weights): (f64, &[f64])| {
            weights[0] * self.named(error.max(p)) + weights[1] * self.named(error.max(1.0 - p))
        };
        errors.iter().map(paid).sum()
    }

    /// What the last answer, no or yes, decides.
    fn outcomes(&self, tally: Tally) -> [f64; 2] {
        [false, true].map(|yes| self.gain[usize::from(!tally.with(yes).holds())])
    }

    /// The numbers at which what she does can change.
    fn kinks(&self, errors: &Errors) -> SmallVec<[f64; 32]> {
        let each = errors.each.iter().copied();
        let each = each.chain([self.slack, self.slack + SLIVER, 0.0, 0.5]);
        let mut all: SmallVec<[f64; 32]> = each.flat_map(|error| [error, 1.0 - error]).collect();
        all.retain(|p| (0.0..=1.0).contains(p));
        all.sort_unstable_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < SLIVER / 4.0);
        all
    }

    /// The best last number after each of these tallies.
    fn one<const N: usize>(&self, errors: &Errors, tallies: [Tally; N]) -> [(f64, f64); N] {
        let outcomes = tallies.map(|tally| self.outcomes(tally));
        let mut best = [(f64::INFINITY, 0.5); N];
        let slack = [self.slack, self.slack + SLIVER, 0.0];
        for p in errors.each.iter().copied().chain(slack).flat_map(|error| [error, 1.0 - error]) {
            let named = self.last(errors, p);
            for (best, outcomes) in best.iter_mut().zip(outcomes) {
                let value = named + mix(p, outcomes);
                if value < best.0 {
                    *best = (value, p);
                }
            }
        }
        best
    }

    /// What follows the answers no and yes if `p` is stated, as near as `aim` asks: to within the first,
    /// or to know that both come to the second or more.
    fn value(
        &self,
        errors: &Errors,
        tally: Tally,
        p: f64,
        (near, enough): (f64, f64),
        left: &mut usize,
        token: &Token,
    ) -> Result<[Ends; 2], Stopped> {
        let after = errors.after(p);
        let tallies = [false, true].map(|answer| tally.with(answer));
        if after.left == 1 {
            *left = left.saturating_sub(1);
            let [no, yes] = self.one(&after, tallies);
            return Ok([Ends::at(no.0), Ends::at(yes.0)]);
        }
        token.check()?;
        if !tallies.iter().any(|tally| self.is_open(*tally, after.left)) {
            // What is decided is decided: the rest is one after either answer.
            let [no, yes] = tallies.map(|tally| self.gain[usize::from(tally.can(after.left)[0])]);
            let aim = (near, enough - p * (yes - no));
            let ends = self.least(&after, tallies[0], aim, left, token)?.0;
            let more = yes - no;
            return Ok([ends, Ends { low: ends.low + more, high: ends.high + more }]);
        }
        // The likelier answer first: it may be enough.
        let likely = usize::from(p >= 0.5);
        let chances = [1.0 - p, p];
        let mut each = [Ends::at(0.0); 2];
        let all = enough;
        let mut rest = all - chances[1 - likely] * self.floor(&after);
        for at in [likely, 1 - likely] {
            let enough = if chances[at] > 0.0 { rest / chances[at] } else { f64::INFINITY };
            each[at] = self.least(&after, tallies[at], (near, enough), left, token)?.0;
            rest = all - chances[at] * each[at].low;
        }
        Ok(each)
    }

    /// What is paid for the errors so far, whatever comes, and the less of what the rule decides.
    fn floor(&self, errors: &Errors) -> f64 {
        if self.noise > self.slack {
            return f64::MIN;
        }
        let paid =
            |(error, weights): (f64, &[f64])| weights.iter().sum::<f64>() * self.named(error);
        errors.iter().map(paid).sum::<f64>() + self.gain[0].min(self.gain[1])
    }

    /// The least from the next part on, as near as `aim` asks, if looking at `left` numbers is enough.
    fn least(
        &self,
        errors: &Errors,
        tally: Tally,
        (near, enough): (f64, f64),
        left: &mut usize,
        token: &Token,
    ) -> Result<Least, Stopped> {
        if errors.left == 1 {
            let [(value, p)] = self.one(errors, [tally]);
            return Ok((Ends::at(value), p));
        }
        let mut cells = Cells {
            of: self,
            errors,
            tally,
            kinks: self.kinks(errors),
            looked: Vec::new(),
            best: (f64::INFINITY, 0.5),
        };
        let coarse = near.max((self.stake + self.decided()) / 20.0);
        let mut open = BinaryHeap::new();
        for p in [0.0, 1.0] {
            cells.look(p, (coarse, enough), left, token)?;
        }
        open.push(cells.between(0, 1));
        while let Some(cell) = open.pop() {
            // Its ends may have been looked at again.
            let now = cells.between(cell.from, cell.to);
            if now.least > cell.least {
                open.push(now);
                continue;
            }
            let is_over = *left == 0 && errors.left > 2;
            if cells.best.0 - now.least <= near || now.least >= enough || is_over {
                open.push(now);
                break;
            }
            if errors.left == 2 && now.is_plain {
                cells.solve(&now);
                continue;
            }
            // Its ends need be known no better than the bound is near.
            let want = (near / 2.0).max(now.dip / 8.0);
            let aim = (want, cells.best.0 + now.dip);
            let rough = [now.from, now.to].into_iter().find(|at| {
                let end = &cells.looked[*at];
                end.wide() > want && end.near > near / 2.0
            });
            if let Some(at) = rough {
                let nearer = (cells.looked[at].near / 4.0).min(want).max(near / 2.0);
                cells.look_again(at, (nearer, aim.1), left, token)?;
                open.push(cells.between(now.from, now.to));
                continue;
            }
            let at = cells.look(now.cut, aim, left, token)?;
            open.push(cells.between(now.from, at));
            open.push(cells.between(at, now.to));
        }
        let high = cells.best.0;
        Ok((
            Ends { low: open.peek().map_or(high, |cell| cell.least).min(high), high },
            cells.best.1,
        ))
    }

    /// What the Bob of [`Hidden::next`] comes to; what he states goes to `states`.
    fn played(
        &self,
        (errors, drawn): (Errors, Vec<bool>),
        tally: Tally,
        first: Option<f64>,
        states: &mut HashMap<Vec<bool>, f64>,
        left: &mut usize,
        token: &Token,
    ) -> Result<f64, Stopped> {
        let aim = (self.near, f64::INFINITY);
        let p = match first {
            Some(p) if errors.left > 2 => p,
            _ => {
                let (ends, p) = self.least(&errors, tally, aim, left, token)?;
                if errors.left <= 2 {
                    return Ok(ends.high);
                }
                p
            }
        };
        states.insert(drawn.clone(), p);
        let mut each = [0.0; 2];
        for answer in [false, true] {
            let drawn = drawn.iter().copied().chain([answer]).collect();
            let seen = (errors.after(p), drawn);
            each[usize::from(answer)] =
                self.played(seen, tally.with(answer), None, states, left, token)?;
        }
        Ok(mix(p, each))
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
        let own = |at: usize| self.states.get(&drawn[..at]);
        if stated.iter().enumerate().all(|(at, p)| own(at) == Some(p))
            && let Some(&p) = own(stated.len())
        {
            return Ok(p);
        }
        let mut errors = self.start.clone();
        let mut tally = self.rule.tally(errors.left);
        for (&p, &answer) in stated.iter().zip(drawn) {
            errors = errors.after(p);
            tally = tally.with(answer);
        }
        let aim = (self.near, f64::INFINITY);
        Ok(self.least(&errors, tally, aim, &mut MOST.clone(), token)?.1)
    }
}

/// A number that was looked at.
#[derive(Clone, Copy, Debug)]
struct Looked {
    p: f64,
    /// What follows the answers no and yes.
    each: [Ends; 2],
    /// How near it was looked at.
    near: f64,
}

impl Looked {
    fn ends(&self) -> Ends {
        let [no, yes] = self.each;
        Ends { low: mix(self.p, [no.low, yes.low]), high: mix(self.p, [no.high, yes.high]) }
    }

    fn wide(&self) -> f64 {
        let Ends { low, high } = self.ends();
        high - low
    }
}

/// A search among the numbers for one part.
struct Cells<'a> {
    of: &'a Hidden,
    errors: &'a Errors,
    tally: Tally,
    kinks: SmallVec<[f64; 32]>,
    looked: Vec<Looked>,
    best: (f64, f64),
}

impl Cells<'_> {
    fn see(&mut self, value: f64, p: f64) {
        if value < self.best.0 {
            self.best = (value, p);
        }
    }

    fn look(
        &mut self,
        p: f64,
        aim: (f64, f64),
        left: &mut usize,
        token: &Token,
    ) -> Result<usize, Stopped> {
        let each = self.of.value(self.errors, self.tally, p, aim, left, token)?;
        let looked = Looked { p, each, near: aim.0 };
        self.see(looked.ends().high, p);
        self.looked.push(looked);
        Ok(self.looked.len() - 1)
    }

    fn look_again(
        &mut self,
        at: usize,
        aim: (f64, f64),
        left: &mut usize,
        token: &Token,
    ) -> Result<(), Stopped> {
        let Looked { p, each: old, .. } = self.looked[at];
        let new = self.of.value(self.errors, self.tally, p, aim, left, token)?;
        let each = [new[0].and(old[0]), new[1].and(old[1])];
        self.looked[at] = Looked { p, each, near: aim.0 };
        self.see(self.looked[at].ends().high, p);
        Ok(())
    }

    /// The numbers between two that were looked at.
    fn between(&self, from: usize, to: usize) -> Between {
        let (start, end) = (&self.looked[from], &self.looked[to]);
        let (a, b, low_a, low_b) = (start.p, end.p, start.ends().low, end.ends().low);
        let (width, ends) = (b - a, low_a.min(low_b));
        // A sliver is no cell: its ends are all that is in it.
        if width <= 4.0 * SLIVER {
            let cut = a + width / 2.0;
            return Between { from, to, least: ends, dip: 0.0, cut, is_plain: false };
        }
        let Hidden { stake, slack, noise, .. } = *self.of;
        let decided = match self.of.is_open(self.tally, self.errors.left) {
            true => self.of.decided(),
            false => 0.0,
        };
        // The weights of worlds in which these errors can be the largest, by the part's truth, in which an
        // error of any later number here can be, and in which one goes past what she lets pass.
        let (mut own, mut any, mut jump) = ([0.0; 2], [0.0; 2], 0.0);
        for (error, weights) in self.errors.iter() {
            for (truth, [least, most]) in [(0, [a, b]), (1, [1.0 - b, 1.0 - a])] {
                let weight: f64 = weights.iter().skip(truth).step_by(2).sum();
                if error < most {
                    own[truth] += weight;
                }
                if error < b.max(1.0 - a) {
                    any[truth] += weight;
                }
                let passed = slack + SLIVER / 2.0;
                if error <= passed && least <= passed && passed < most {
                    jump += weight * stake * (slack + SLIVER - noise).abs();
                }
            }
        }
        let [rise, fall] = own.map(|weight| decided + stake * weight);
        let steepest = rise + fall;
        let (mut least, mut cut) = (low_a.max(low_b), a + width / 2.0);
        if steepest > 0.0 {
            let at = ((low_a - low_b + rise * width) / steepest).clamp(0.0, width);
            (least, cut) = ((low_a - fall * at).max(low_b - rise * (width - at)) - jump, a + at);
        }
        let inside = |p: &f64| *p > a + SLIVER / 4.0 && *p < b - SLIVER / 4.0;
        let kinks = self.kinks.iter().copied().filter(inside);
        let nearest = kinks.min_by(|p, q| (p - cut).abs().total_cmp(&(q - cut).abs()));
        let is_plain = nearest.is_none();
        if let Some(kink) = nearest {
            cut = kink;
        } else {
            let m = self.errors.left as f64 - 1.0;
            let [no, yes] = any;
            let (less, more) = if a + b > 1.0 { (no, yes) } else { (yes, no) };
            let bend = 2.0 * (m - 1.0) * (stake * (less + 2.0 * more) + m * decided);
            let [no, yes] = [0, 1].map(|at: usize| end.each[at].low - start.each[at].low);
            let bow = bend * width * width / 2.0 + width * (yes - no);
            let by = low_b - low_a;
            let (bound, at) = match by.abs() < bow {
                true => (low_a - (bow - by).powi(2) / (4.0 * bow), (bow - by) / (2.0 * bow)),
                false => (ends, 0.5),
            };
            if bound > least {
                (least, cut) = (bound, a + width * at);
            }
            cut = cut.clamp(a + width / 8.0, b - width / 8.0);
        }
        Between { from, to, least, dip: (ends - least).max(0.0), cut, is_plain }
    }

    /// Solves a cell without kinks where one number is left after this: for each choice of the last, for
    /// either answer, what is paid is linear in this one.
    fn solve(&mut self, cell: &Between) {
        let (a, b) = (self.looked[cell.from].p, self.looked[cell.to].p);
        let inside = [a + (b - a) / 4.0, b - (b - a) / 4.0];
        let after = inside.map(|p| self.errors.after(p));
        let tallies = [false, true].map(|answer| self.tally.with(answer));
        let outcomes = tallies.map(|tally| self.of.outcomes(tally));
        let mut lines: [Vec<(f64, f64)>; 2] = Default::default();
        // The last number stays where it is, or goes with this one.
        let stays = self.kinks.iter().map(|&last| [last; 2]);
        for last in stays.chain([inside, inside.map(|p| 1.0 - p)]) {
            let named = [0, 1].map(|end| self.of.last(&after[end], last[end]));
            for (lines, outcomes) in lines.iter_mut().zip(outcomes) {
                let [y, z] = [0, 1].map(|end| named[end] + mix(last[end], outcomes));
                let slope = (z - y) / (inside[1] - inside[0]);
                lines.push((y + slope * (a - inside[0]), y + slope * (b - inside[0])));
            }
        }
        for lines in &mut lines {
            let lowest = |end: fn(&(f64, f64)) -> f64| {
                lines.iter().copied().min_by(|x, y| end(x).total_cmp(&end(y)))
            };
            let low = lowest(|line| line.0 + line.1);
            // The others of no two ends that are lower are nowhere the lowest.
            lines.retain(|line| {
                low.is_none_or(|low| *line == low || line.0 < low.0 || line.1 < low.1)
            });
        }
        let mut inner = (f64::INFINITY, 0.5);
        for &(no_a, no_b) in &lines[0] {
            for &(yes_a, yes_b) in &lines[1] {
                let [no, yes] = [(no_a, no_b), (yes_a, yes_b)].map(|(at_a, at_b)| {
                    let slope = (at_b - at_a) / (b - a);
                    (at_a - slope * a, slope)
                });
                // (1 − p)(no.0 + no.1 p) + p (yes.0 + yes.1 p)
                let (square, linear) = (yes.1 - no.1, no.1 - no.0 + yes.0);
                let lowest = -linear / (2.0 * square);
                let turns = square > 0.0 && lowest > a && lowest < b;
                for p in [a + SLIVER, b - SLIVER].into_iter().chain(turns.then_some(lowest)) {
                    let value = no.0 + linear * p + square * p * p;
                    if value < inner.0 {
                        inner = (value, p);
                    }
                }
            }
        }
        if inner.0 < self.best.0 {
            let own = self.of.one(&self.errors.after(inner.1), tallies).map(|best| best.0);
            self.see(mix(inner.1, own), inner.1);
        }
    }
}

/// Numbers between two that were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Between {
    from: usize,
    to: usize,
    /// No number in it comes to less.
    least: f64,
    /// By how much less that is than at its ends.
    dip: f64,
    /// Where it is cut.
    cut: f64,
    /// Whether there are no kinks in it.
    is_plain: bool,
}

impl Eq for Between {}

impl Ord for Between {
    fn cmp(&self, other: &Self) -> Ordering {
        other.least.total_cmp(&self.least)
    }
}

impl PartialOrd for Between {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The mean of what follows the answers no and yes.
fn mix(p: f64, [no, yes]: [f64; 2]) -> f64 {
    (1.0 - p) * no + p * yes
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// A law over the leaves of `at least k of q` given the root, and what she is paid if it holds or not.
    struct Case {
        rule: Rule,
        views: Vec<PartsKnown>,
        gain: [f64; 2],
        stakes: (f64, f64, f64),
    }

    fn case(q: usize, rng: &mut ChaCha8Rng) -> Case {
        let k = rng.random_range(1..=q);
        let (ratio, holds) = ([1.3, 3.0, 28.8][rng.random_range(0..3)], rng.random_bool(0.5));
        let given = |word: &usize| (word.count_ones() as usize >= k) == holds;
        let mut views: Vec<PartsKnown> = (0..1usize << q)
            .filter(given)
            .map(|word| PartsKnown {
                weight: rng.random_range(0.0..1.0f64).powi(2),
                truths: (0..q).map(|part| word >> part & 1 == 1).collect(),
            })
            .collect();
        let all: f64 = views.iter().map(|view| view.weight).sum();
        views.iter_mut().for_each(|view| view.weight /= all);
        let gain = ratio * [-1.0, 0.0, 1.0][rng.random_range(0..3)];
        Case {
            rule: Rule::at_least(k as u32),
            views,
            gain: if holds { [gain, 0.0] } else { [0.0, gain] },
            stakes: (ratio * ratio, 0.1, [0.0, 0.05][rng.random_range(0..2)]),
        }
    }

    /// What a Bob pays, by the rules: over his draws and the worlds, in each of which she goes on where
    /// he is furthest off.
    fn paid(case: &Case, stated: &mut Vec<f64>, drawn: &mut Vec<bool>, bob: &mut Bob<'_>) -> f64 {
        let Case { rule, views, gain, stakes: (stake, slack, noise) } = case;
        if stated.len() == views[0].truths.len() {
            let onward = views.iter().map(|PartsKnown { weight, truths }| {
                let off = |(p, yes): (&f64, &bool)| (p - f64::from(u8::from(*yes))).abs();
                let error = stated.iter().zip(truths).map(off).fold(0.0, f64::max);
                if error > slack + 1e-12 { weight * stake * (error - noise) } else { 0.0 }
            });
            let holds = rule.holds(drawn.iter().copied());
            return gain[usize::from(!holds)] + onward.sum::<f64>();
        }
        let p = bob(stated, drawn);
        stated.push(p);
        let each = [false, true].map(|answer| {
            drawn.push(answer);
            let value = paid(case, stated, drawn, bob);
            drawn.pop();
            value
        });
        stated.pop();
        mix(p, each)
    }

    type Bob<'a> = dyn FnMut(&[f64], &[bool]) -> f64 + 'a;

    #[test]
    fn the_best_bob_pays_what_is_said_and_no_numbers_near_his_or_far_pay_less() {
        let mut rng = ChaCha8Rng::seed_from_u64(25);
        let token = Token::default();
        for round in 0..12 {
            let case = case(3 + usize::from(round > 8), &mut rng);
            let solved = Hidden::solved(case.rule, case.gain, &case.views, case.stakes, &token);
            let (Ends { low, high }, own) = solved.unwrap();
            let near = 1e-6 * high.abs().max(1.0);
            assert!(low <= high && high - low <= near, "{low} {high}");
            let best = |stated: &[f64], drawn: &[bool]| own.next(stated, drawn, &token).unwrap();
            let mut table: HashMap<Vec<bool>, f64> = HashMap::new();
            let played = paid(&case, &mut Vec::new(), &mut Vec::new(), &mut |stated, drawn| {
                *table.entry(drawn.to_vec()).or_insert_with(|| best(stated, drawn))
            });
            assert!((played - high).abs() <= 1e-9 * high.abs().max(1.0), "{played} {high}");
            for _ in 0..100 {
                let far = [1e-3, 0.03, 0.3, 1.0][rng.random_range(0..4)];
                let mut other: HashMap<Vec<bool>, f64> = HashMap::new();
                let value = paid(&case, &mut Vec::new(), &mut Vec::new(), &mut |stated, drawn| {
                    *other.entry(drawn.to_vec()).or_insert_with(|| {
                        let own = table.get(drawn).copied().unwrap_or(0.5);
                        match rng.random_range(0..6) {
                            0 | 1 => own,
                            2 => [0.1, 0.9, 0.0, 1.0][rng.random_range(0..4)],
                            3 if !stated.is_empty() => stated[rng.random_range(0..stated.len())],
                            4 if !stated.is_empty() => {
                                1.0 - stated[rng.random_range(0..stated.len())]
                            }
                            _ => (own + far * rng.random_range(-1.0..1.0)).clamp(0.0, 1.0),
                        }
                    })
                });
                assert!(value >= low - 1e-9 * high.abs().max(1.0), "{value} {low}");
            }
        }
    }
}
