//! A search among Bob's numbers for one part: cells between numbers that were looked at, the one of which the
//! least is known first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::super::committed::{Committed, Plan};
use super::super::kinks::{Kinks, SLIVER};
use super::super::pursuit::Pursuit;
use super::super::round::Ends;
use super::{Argued, Budget, Least, SearchPlace, mix};
use crate::work::Stopped;

/// How far a search came.
#[derive(Debug)]
pub(super) struct PausedSearch {
    kinks: Kinks,
    committed: Option<Committed>,
    looked: Vec<Looked>,
    best: (f64, f64),
    open: BinaryHeap<NumberCell>,
}

impl<P: Pursuit> Argued<P> {
    /// What she can plan before so many parts, where that is worth its work.
    pub(super) fn committed(
        &self,
        place: &SearchPlace<P::Stated>,
        budget: &Budget<'_>,
    ) -> Option<Committed> {
        if !budget.plans || place.left < if self.pursuit.jumps() { 3 } else { 4 } {
            return None;
        }
        let (groups, named) = self.pursuit.committed(&place.stated)?;
        Committed::new(&groups, named, place.tally, self.gain)
    }

    /// The least from the next part on, to within `near`, or until it is known to be `enough` or more. It may be
    /// wider once the budget is spent.
    pub(super) fn least(
        &self,
        place: &SearchPlace<P::Stated>,
        (near, enough): (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<Least, Stopped> {
        if place.left == 1 {
            let [(value, p)] = self.one(&place.stated, [place.tally], budget);
            return Ok((Ends::at(value), p));
        }
        // `near` is infinite where the caller has no bound yet. A number looked at so would not be looked at again,
        // also once this search is gone on with.
        let near = near.min(self.pursuit.most() + self.decided());
        let (mut cells, mut open) = self.cells(place, (near, enough), budget)?;
        while let Some(cell) = open.pop() {
            budget.token.check()?;
            // Its ends may have been looked at again.
            let now = cells.between(cell.from, cell.to, cell.held);
            if now.least > cell.least {
                open.push(now);
                continue;
            }
            let is_over = budget.is_spent() && place.left > 2;
            if cells.best.0 - now.least <= near || now.least >= enough || is_over {
                open.push(now);
                break;
            }
            if place.left == 2 && now.is_plain {
                cells.solve(&now, budget);
                continue;
            }
            // Its ends need be known no better than the bound is near.
            let want = (near / 2.0).max(now.dip / 8.0);
            let mut aim = (want, cells.best.0 + now.dip);
            let goal = (cells.best.0 - near).min(enough);
            let rough = [now.from, now.to].into_iter().find(|at| {
                let end = &cells.looked[*at];
                match end.near == f64::INFINITY {
                    true => end.ends().low < goal,
                    // A search that is gone on with asks for more than it did before.
                    false => {
                        let is_short = end.ends().low < goal && end.enough < goal;
                        end.wide() > want && (end.near > near / 2.0 || is_short)
                    }
                }
            });
            if rough.is_some_and(|at| cells.looked[at].near == f64::INFINITY) {
                aim.1 = cells.best.0.min(enough);
            }
            if let Some(at) = rough {
                let nearer = (cells.looked[at].near / 4.0).min(want).max(near / 2.0);
                cells.look_again(at, (nearer, aim.1), budget)?;
                open.push(cells.between(now.from, now.to, now.held));
                continue;
            }
            let aim = (aim.0, aim.1, goal);
            let at = cells.look(now.cut, &[now.from, now.to], aim, budget)?;
            open.push(cells.cell(now.from, at, now.least));
            open.push(cells.cell(at, now.to, now.least));
        }
        let (high, p) = cells.best;
        let low = open.peek().map_or(high, |cell| cell.least).min(high);
        if self.is_kept(place) {
            let Cells { kinks, committed, looked, best, .. } = cells;
            let kept = PausedSearch { kinks, committed, looked, best, open };
            budget.kept.insert(place.key(), kept);
        }
        Ok((Ends { low, high }, p))
    }

    /// Whether a search is kept, to be gone on with: those of which there are few, and which take long.
    fn is_kept(&self, place: &SearchPlace<P::Stated>) -> bool {
        place.left > 2 && place.left + 2 >= self.count
    }

    /// A search that was kept, or its start: both ends looked at.
    fn cells<'c>(
        &'c self,
        place: &'c SearchPlace<P::Stated>,
        (near, enough): (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<(Cells<'c, P>, BinaryHeap<NumberCell>), Stopped> {
        if self.is_kept(place)
            && let Some(kept) = budget.kept.remove(&place.key())
        {
            let PausedSearch { kinks, committed, looked, best, open } = kept;
            return Ok((Cells { of: self, place, kinks, committed, looked, best }, open));
        }
        let kinks = self.kinks(place);
        let committed = self.committed(place, budget);
        let best = (f64::INFINITY, 0.5);
        let mut cells = Cells { of: self, place, kinks, committed, looked: Vec::new(), best };
        if cells.committed.is_some() {
            let (value, table) = self.table(place, 0, budget);
            cells.see(value, table.first());
        }
        let coarse = near.max((self.pursuit.most() + self.decided()) / 20.0);
        let mut open = BinaryHeap::new();
        for (at, p) in [0.0, 1.0].into_iter().enumerate() {
            cells.look(p, &[], (coarse, enough, f64::INFINITY), budget)?;
            if at > 0 {
                open.push(cells.cell(at - 1, at, f64::NEG_INFINITY));
            }
        }
        Ok((cells, open))
    }
}

/// A number that was looked at.
#[derive(Clone, Debug)]
struct Looked {
    p: f64,
    /// What follows the answers no and yes.
    each: [Ends; 2],
    /// A plan of hers that was made for it.
    plan: Option<Rc<Plan>>,
    /// How near it was looked at.
    near: f64,
    /// What it was asked to come to, at the most.
    enough: f64,
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

    /// Where what may be looked at is spent, it may not be as near as was asked for.
    fn unless_spent(mut self, budget: &Budget<'_>) -> Self {
        if budget.is_spent() {
            self.near = self.near.max(self.wide());
        }
        self
    }
}

/// A search among the numbers for one part.
struct Cells<'a, P: Pursuit> {
    of: &'a Argued<P>,
    place: &'a SearchPlace<P::Stated>,
    kinks: Kinks,
    committed: Option<Committed>,
    looked: Vec<Looked>,
    best: (f64, f64),
}

impl<P: Pursuit> Cells<'_, P> {
    fn see(&mut self, value: f64, p: f64) {
        if value < self.best.0 {
            self.best = (value, p);
        }
    }

    /// Looks at a number. A plan that was made for a number beside it serves if it comes to `goal`.
    fn look(
        &mut self,
        p: f64,
        beside: &[usize],
        (near, enough, goal): (f64, f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<usize, Stopped> {
        let known: Vec<_> = beside.iter().filter_map(|&at| self.looked[at].plan.as_ref()).collect();
        let planned = self.committed.as_ref().and_then(|committed| {
            budget.take(8 * committed.work());
            committed.planned(p, &known, goal)
        });
        let looked = match planned {
            Some((least, plan)) => {
                let each = least.map(|low| Ends { low, high: f64::INFINITY });
                Looked { p, each, plan: Some(plan), near: f64::INFINITY, enough }
            }
            None => {
                let each = self.of.value(self.place, p, (near, enough), None, budget)?;
                Looked { p, each, plan: None, near, enough }.unless_spent(budget)
            }
        };
        self.see(looked.ends().high, p);
        self.looked.push(looked);
        Ok(self.looked.len() - 1)
    }

    fn look_again(
        &mut self,
        at: usize,
        aim: (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let Looked { p, each: old, plan, .. } = self.looked[at].clone();
        let (near, enough) = aim;
        let new = self.of.value(self.place, p, aim, Some(old), budget)?;
        let each = [new[0].and(old[0]), new[1].and(old[1])];
        self.looked[at] = Looked { p, each, plan, near, enough }.unless_spent(budget);
        self.see(self.looked[at].ends().high, p);
        Ok(())
    }

    /// What no Bob gets below between two numbers, by the plans that were made for them.
    fn held(&self, from: &Looked, to: &Looked) -> f64 {
        let plans = [&from.plan, &to.plan].into_iter().flatten();
        let least = |plan: &Rc<Plan>| {
            let committed = self.committed.as_ref();
            committed.map(|committed| committed.least(plan, [from.p, to.p]))
        };
        plans.filter_map(least).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The numbers between two that were looked at, among some of which it is known that none comes to less
    /// than `least`.
    fn cell(&self, from: usize, to: usize, least: f64) -> NumberCell {
        let held = self.held(&self.looked[from], &self.looked[to]);
        self.between(from, to, held.max(least))
    }

    /// The same, of which it is known what no Bob gets below.
    fn between(&self, from: usize, to: usize, held: f64) -> NumberCell {
        let (start, end) = (&self.looked[from], &self.looked[to]);
        let (a, b, low_a, low_b) = (start.p, end.p, start.ends().low, end.ends().low);
        let (width, ends) = (b - a, low_a.min(low_b));
        let inside = |p: &f64| *p > a + SLIVER / 4.0 && *p < b - SLIVER / 4.0;
        let kinks = self.kinks.iter().copied().filter(inside);
        // A sliver is no cell: its ends are all that is in it, but for numbers where it jumps.
        let sliver = match self.of.pursuit.jumps() {
            true => 2.0 * Argued::<P>::just(self.place.left),
            false => 4.0 * SLIVER,
        };
        if width <= sliver && !(self.of.pursuit.jumps() && kinks.clone().next().is_some()) {
            let cut = a + width / 2.0;
            let least = ends.max(held);
            return NumberCell { from, to, least, dip: 0.0, cut, is_plain: false, held };
        }
        let (left, pursuit, stated) = (self.place.left, &self.of.pursuit, &self.place.stated);
        let decided = match self.of.is_open(self.place.tally, left) {
            true => self.of.decided(),
            false => 0.0,
        };
        let (mut least, mut cut) = (f64::NEG_INFINITY, a + width / 2.0);
        if let Some(steep) = pursuit.steep(stated, [a, b]) {
            let (rise, fall) = (decided + steep.rise, decided + steep.fall);
            least = low_a.max(low_b);
            if rise + fall > 0.0 {
                let at = ((low_a - low_b + rise * width) / (rise + fall)).clamp(0.0, width);
                let meet = (low_a - fall * at).max(low_b - rise * (width - at));
                (least, cut) = (meet - steep.jump, a + at);
            }
        }
        let nearest = kinks.min_by(|p, q| (p - cut).abs().total_cmp(&(q - cut).abs()));
        let is_plain = nearest.is_none() && !self.of.order.is_full;
        if let Some(kink) = nearest {
            cut = kink;
        } else {
            if is_plain {
                let m = left as f64 - 1.0;
                let bend = match decided > 0.0 {
                    true => 2.0 * (m - 1.0) * (pursuit.moved(stated, [a, b]) + m * decided),
                    false => 0.0,
                };
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
            }
            cut = cut.clamp(a + width / 8.0, b - width / 8.0);
        }
        least = least.max(held);
        NumberCell { from, to, least, dip: (ends - least).max(0.0), cut, is_plain, held: least }
    }

    /// Solves a cell without kinks where one number is left after this: for each choice of the last, for
    /// either answer, what is paid is linear in this one.
    fn solve(&mut self, cell: &NumberCell, budget: &mut Budget<'_>) {
        let (of, count) = (self.of, self.of.count);
        let (a, b) = (self.looked[cell.from].p, self.looked[cell.to].p);
        let inside = [a + (b - a) / 4.0, b - (b - a) / 4.0];
        let after = inside.map(|p| of.after(self.place, p));
        let tallies = [false, true].map(|answer| self.place.tally.with(answer));
        let outcomes = tallies.map(|tally| of.outcomes(tally));
        // The last number stays where it is, or goes with this one.
        let mut last: Vec<[f64; 2]> =
            of.last(&self.place.stated).into_iter().map(|last| [last; 2]).collect();
        let by = of.order.pair(count - 2, count - 1);
        let goes = by.of(inside[0]).zip(by.of(inside[1]));
        for (from, to) in goes.filter(|(p, q)| [p, q].iter().all(|p| (0.0..=1.0).contains(*p))) {
            let beside = of.beside(Kinks::from_slice(&[from]), 1).into_iter();
            last.extend(beside.map(|p| [p, p + (to - from)]));
        }
        budget.take(of.looks(2 * last.len()));
        let mut lines: [Vec<(f64, f64)>; 2] = Default::default();
        for last in last {
            let paid = [0, 1].map(|end| of.pursuit.paid(&after[end], last[end]));
            for (lines, outcomes) in lines.iter_mut().zip(outcomes) {
                let [y, z] = [0, 1].map(|end| paid[end] + mix(last[end], outcomes));
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
            let after = of.after(self.place, inner.1);
            let own = of.one(&after, tallies, budget).map(|best| best.0);
            self.see(mix(inner.1, own), inner.1);
        }
    }
}

/// Numbers between two that were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NumberCell {
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
    /// What no Bob gets below in it, also by what was known of it before.
    held: f64,
}

impl Eq for NumberCell {}

impl Ord for NumberCell {
    fn cmp(&self, other: &Self) -> Ordering {
        other.least.total_cmp(&self.least)
    }
}

impl PartialOrd for NumberCell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
