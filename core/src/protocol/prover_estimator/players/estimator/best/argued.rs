//! Bob's best response within one argument to an honest Alice who knows more of its parts than he does:
//! branch and bound over his numbers.
//!
//! She goes on where he is furthest off. While the order of his errors stays as it is, so does what she
//! does, and what she is paid is linear in his numbers. So between neighbouring *kinks* (see
//! [`super::kinks`]), what follows either answer to a number p (the least over all of his later numbers) is
//! nearly concave in p: with G for what the rule decides about, S for the stake, W for the weight of the
//! views in which an error there can be the largest, and m numbers after p, its second derivative is at most
//!
//!   4S(m − 1)W + 2m(m − 1)G.
//!
//! *Proof.* Take his best later numbers at p and move them with it: each stays where it is between the two
//! kinks of its own, in their ratio, by a map that is linear in p, since no two of its kinks cross. All
//! that the order of errors decides stays as it was, so that errors move linearly and no more than p does.
//! What is paid is then a polynomial in the move, of which two factors move at a time: two chances, or a
//! chance and an error. An answer is worth at most G, since what follows one can follow the other, and
//! two answers together at most 2G. The last chance decides about no error; of the others each decides
//! between errors that change by no more than SW either way. His best numbers elsewhere come to no more
//! than these, and a function that is touched from above at each point by one with φ'' ≤ C bends by no more
//! than C. ∎
//!
//! Where she knows every part, the errors that move rise with p above 1/2 and fall with it below, and where
//! p is off by more than 1/2 none below is the largest: then A + 2B stands for 2W, A and B being the weights
//! of the views in which the part is what p makes less likely (A) or more likely (B).
//!
//! A cell of such numbers is bounded by the lines between its ends, one an answer, less the bow that this
//! allows: the bound is as near as the square of the cell's width. Other cells are bounded by how steep it
//! is, where nothing jumps. Where more than two numbers are left, plans that Alice makes before she sees later
//! ones (see [`super::committed`]) bound numbers and cells from below, mostly exactly: then nothing that
//! follows needs to be looked through. A table that is bettered number by number (see [`super::table`]) is
//! the first upper end. Of the last two numbers kink-free cells are solved exactly: for each of
//! finitely many choices of the last, what she is paid is a quadratic in the one before.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use super::committed::{Committed, Plan};
use super::kinks::{Kinks, Order, SLIVER, ordered};
use super::pursuit::Pursuit;
use super::round::Ends;
use super::table::Table;
use crate::machine::claims::{Rule, Tally};
use crate::work::{Stopped, Token};

/// An argument after what Alice said of its claim.
#[derive(Debug)]
pub(super) struct Argued<P> {
    rule: Rule,
    /// How many parts it has.
    pub(super) count: usize,
    /// What she is paid if the argument holds, and if it fails.
    gain: [f64; 2],
    pub(super) pursuit: P,
    order: Order,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What the argument comes to; the upper end is what [`Argued::next`] comes to.
    pub(super) ends: Ends,
    /// How near to each other the ends of a search are brought.
    near: f64,
    /// What the Bob of the upper end states after these answers to his own numbers, but for the last two.
    states: HashMap<Vec<bool>, f64>,
}

/// What searches may look at: so many last numbers.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    left: usize,
    token: &'a Token,
}

impl<'a> Budget<'a> {
    /// Some seconds.
    pub(super) const MOST: usize = 2_000_000;

    pub(super) fn of(left: usize, token: &'a Token) -> Self {
        Self { left, token }
    }

    pub(super) fn left(&self) -> usize {
        self.left
    }

    fn take(&mut self, looks: usize) {
        self.left = self.left.saturating_sub(looks);
    }

    fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// How near the ends are brought, for a unit of what is paid.
const NEAR: f64 = 1e-7;

/// What is still paid, and the number that comes to the upper end.
type Least = (Ends, f64);

/// Where a search is: what is stated, and what the answers come to.
#[derive(Clone, Debug)]
pub(super) struct Place<S> {
    pub(super) stated: S,
    pub(super) tally: Tally,
    /// How many parts are still to be stated.
    pub(super) left: usize,
}

impl<P: Pursuit> Argued<P> {
    /// The argument; none where what she does can change at more numbers than can be gone through.
    pub(super) fn new(rule: Rule, gain: [f64; 2], pursuit: P) -> Option<Self> {
        let targets = pursuit.targets();
        let (count, order) = (targets.first().map_or(0, Vec::len), Order::new(&targets));
        let fits = !(order.is_full && pursuit.jumps());
        fits.then(|| Self { rule, count, gain, pursuit, order })
    }

    /// What it comes to: as near as the budget allows.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn solved(&self, budget: &mut Budget<'_>) -> Result<Found, Stopped> {
        let start = self.start();
        let most = self.pursuit.most() + self.decided();
        let (mut low, mut best) = (f64::NEG_INFINITY, (f64::INFINITY, 0.5));
        let table = (start.left > 2).then(|| self.table(&start, budget));
        if let Some((value, table)) = &table {
            best = (*value, table.first());
        }
        // Coarse searches first: each costs more than the one before. Bob searches no finer than what was
        // searched through.
        let mut reached = most;
        // Plans bring the ends together at once, so that nearer ends cost little.
        let (steps, nearest): (&[f64], f64) = match self.committed(&start).is_some() {
            true => (&[1e-3], NEAR / 10.0),
            false => (&[1e-2, 1e-3, 1e-4, 1e-5, 1e-6], NEAR),
        };
        for near in steps.iter().chain([&nearest]) {
            let near = near * best.0.abs().clamp(1.0, most.max(1.0));
            let (ends, p) = self.least(&start, (near, f64::INFINITY), budget)?;
            low = low.max(ends.low);
            if ends.high < best.0 {
                best = (ends.high, p);
            }
            if budget.is_spent() {
                reached = (best.0 - low) / 8.0;
                break;
            }
            reached = near;
            let exact = nearest * best.0.abs().max(1.0);
            if best.0 - low <= exact {
                reached = exact;
                break;
            }
        }
        let mut found = Found { ends: Ends::at(best.0), near: reached, states: HashMap::new() };
        let exact = nearest * best.0.abs().max(1.0);
        let own = table.filter(|own| own.0 <= best.0 + exact).map(|own| own.1);
        let mut budget = Budget::of(budget.left.max(Budget::MOST / 8), budget.token);
        let by = Guide { first: Some(best.1), table: own.as_ref() };
        let high = self.played(&start, Vec::new(), by, &mut found, &mut budget)?;
        found.ends = Ends { low: low.min(high), high };
        Ok(found)
    }

    fn start(&self) -> Place<P::Stated> {
        let (stated, left) = (self.pursuit.start(), self.count);
        Place { stated, tally: self.rule.tally(left), left }
    }

    pub(super) fn after(&self, place: &Place<P::Stated>, p: f64) -> P::Stated {
        self.pursuit.after(&place.stated, p)
    }

    pub(super) fn answered(
        &self,
        place: &Place<P::Stated>,
        p: f64,
        answer: bool,
    ) -> Place<P::Stated> {
        let (stated, tally) = (self.after(place, p), place.tally.with(answer));
        Place { stated, tally, left: place.left - 1 }
    }

    /// What the rule decides about.
    fn decided(&self) -> f64 {
        (self.gain[0] - self.gain[1]).abs()
    }

    /// Whether answers still to come decide about what she is paid.
    fn is_open(&self, tally: Tally, left: usize) -> bool {
        self.decided() > 0.0 && tally.can(left) == [true; 2]
    }

    /// What the last answer, no or yes, decides.
    pub(super) fn outcomes(&self, tally: Tally) -> [f64; 2] {
        [false, true].map(|yes| self.gain[usize::from(!tally.with(yes).holds())])
    }

    /// The numbers for the next part at which what she does can change.
    fn kinks(&self, place: &Place<P::Stated>) -> Kinks {
        let given = |at| self.pursuit.fixed(&place.stated, at);
        let kinks = self.order.kinks(self.count - place.left, given);
        let mut kinks = self.beside(kinks);
        kinks.extend([0.0, 1.0]);
        ordered(&mut kinks);
        kinks
    }

    /// Where it jumps, what is just below and above these numbers is of its own.
    pub(super) fn beside(&self, numbers: Kinks) -> Kinks {
        match self.pursuit.jumps() {
            false => numbers,
            true => numbers.iter().flat_map(|p| [p - SLIVER, *p, p + SLIVER]).collect(),
        }
    }

    /// The last numbers among which there is a best one.
    fn last(&self, stated: &P::Stated) -> Kinks {
        let mut numbers = self.beside(self.pursuit.fixed(stated, self.count - 1));
        numbers.extend([0.0, 1.0]);
        // Where it jumps each costs more than to put them in order.
        match self.pursuit.jumps() {
            true => ordered(&mut numbers),
            false => numbers.retain(|p| (0.0..=1.0).contains(p)),
        }
        numbers
    }

    /// What it costs to look at so many last numbers.
    fn looks(&self, numbers: usize) -> usize {
        if self.pursuit.jumps() { 1 + numbers * self.pursuit.cost() / 16 } else { 1 }
    }

    /// The best last number after each of these tallies.
    pub(super) fn one<const N: usize>(
        &self,
        stated: &P::Stated,
        tallies: [Tally; N],
        budget: &mut Budget<'_>,
    ) -> [(f64, f64); N] {
        let outcomes = tallies.map(|tally| self.outcomes(tally));
        let mut best = [(f64::INFINITY, 0.5); N];
        let numbers = self.last(stated);
        budget.take(self.looks(numbers.len()));
        for p in numbers {
            let paid = self.pursuit.paid(stated, p);
            for (best, outcomes) in best.iter_mut().zip(outcomes) {
                let value = paid + mix(p, outcomes);
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
        place: &Place<P::Stated>,
        p: f64,
        (near, enough): (f64, f64),
        known: Option<[Ends; 2]>,
        budget: &mut Budget<'_>,
    ) -> Result<[Ends; 2], Stopped> {
        let (stated, left) = (self.after(place, p), place.left - 1);
        let tallies = [false, true].map(|answer| place.tally.with(answer));
        if left == 1 {
            let [no, yes] = self.one(&stated, tallies, budget);
            return Ok([Ends::at(no.0), Ends::at(yes.0)]);
        }
        budget.token.check()?;
        if !tallies.iter().any(|tally| self.is_open(*tally, left)) {
            // What is decided is decided: the rest is one after either answer.
            let [no, yes] = tallies.map(|tally| self.gain[usize::from(tally.can(left)[0])]);
            let aim = (near, enough - p * (yes - no));
            let after = Place { stated, tally: tallies[0], left };
            let ends = self.rest(&after, aim, known.map(|known| known[0]), budget)?;
            let more = yes - no;
            return Ok([ends, Ends { low: ends.low + more, high: ends.high + more }]);
        }
        // The likelier answer first: it may be enough.
        let likely = usize::from(p >= 0.5);
        let chances = [1.0 - p, p];
        let mut each = [Ends::at(0.0); 2];
        let floor = match known {
            Some(known) => known[1 - likely].low,
            None => self.pursuit.floor(&stated) + self.gain[0].min(self.gain[1]),
        };
        let mut rest = enough - chances[1 - likely] * floor;
        let mut after = Place { stated, tally: tallies[0], left };
        for at in [likely, 1 - likely] {
            let aim = if chances[at] > 0.0 { rest / chances[at] } else { f64::INFINITY };
            after.tally = tallies[at];
            each[at] = self.rest(&after, (near, aim), known.map(|known| known[at]), budget)?;
            rest = enough - chances[at] * each[at].low;
        }
        Ok(each)
    }

    /// The least from a part on, of which so much may be known.
    fn rest(
        &self,
        place: &Place<P::Stated>,
        aim: (f64, f64),
        known: Option<Ends>,
        budget: &mut Budget<'_>,
    ) -> Result<Ends, Stopped> {
        match known {
            None => Ok(self.least(place, aim, budget)?.0),
            Some(known) if known.low >= aim.1 => Ok(known),
            Some(known) => Ok(self.least(place, aim, budget)?.0.and(known)),
        }
    }

    /// What she can plan before so many parts, where that is worth its work.
    fn committed(&self, place: &Place<P::Stated>) -> Option<Committed> {
        if place.left < if self.pursuit.jumps() { 3 } else { 4 } {
            return None;
        }
        let (groups, named) = self.pursuit.committed(&place.stated)?;
        Committed::new(&groups, named, place.tally, self.gain)
    }

    /// The least from the next part on, as near as `aim` asks, if the budget is enough.
    fn least(
        &self,
        place: &Place<P::Stated>,
        (near, enough): (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<Least, Stopped> {
        if place.left == 1 {
            let [(value, p)] = self.one(&place.stated, [place.tally], budget);
            return Ok((Ends::at(value), p));
        }
        let kinks = self.kinks(place);
        let committed = self.committed(place);
        let best = (f64::INFINITY, 0.5);
        let mut cells = Cells { of: self, place, kinks, committed, looked: Vec::new(), best };
        if cells.committed.is_some() {
            let (value, table) = self.table(place, budget);
            cells.see(value, table.first());
        }
        let coarse = near.max((self.pursuit.most() + self.decided()) / 20.0);
        let mut open = BinaryHeap::new();
        for (at, p) in [0.0, 1.0].into_iter().enumerate() {
            cells.look(p, (coarse, enough), budget)?;
            if at > 0 {
                open.push(cells.between(at - 1, at, None));
            }
        }
        while let Some(cell) = open.pop() {
            budget.token.check()?;
            // Its ends may have been looked at again.
            let now = cells.between(cell.from, cell.to, Some(cell.held));
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
            let rough = [now.from, now.to].into_iter().find(|at| {
                let end = &cells.looked[*at];
                match end.near == f64::INFINITY {
                    true => end.ends().low < (cells.best.0 - near).min(enough),
                    false => end.wide() > want && end.near > near / 2.0,
                }
            });
            if rough.is_some_and(|at| cells.looked[at].near == f64::INFINITY) {
                aim.1 = cells.best.0.min(enough);
            }
            if let Some(at) = rough {
                let nearer = (cells.looked[at].near / 4.0).min(want).max(near / 2.0);
                cells.look_again(at, (nearer, aim.1), budget)?;
                open.push(cells.between(now.from, now.to, Some(now.held)));
                continue;
            }
            let at = cells.look(now.cut, aim, budget)?;
            open.push(cells.between(now.from, at, None));
            open.push(cells.between(at, now.to, None));
        }
        let high = cells.best.0;
        let low = open.peek().map_or(high, |cell| cell.least).min(high);
        Ok((Ends { low, high }, cells.best.1))
    }

    /// What the Bob of [`Argued::next`] comes to; what he states goes to what was found.
    fn played(
        &self,
        place: &Place<P::Stated>,
        drawn: Vec<bool>,
        by: Guide<'_>,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> Result<f64, Stopped> {
        let p = match by.table.map(|table| table.after(&drawn)).or(by.first) {
            Some(p) if place.left > 2 => p,
            _ => {
                let (ends, p) = self.least(place, (found.near, f64::INFINITY), budget)?;
                if place.left <= 2 {
                    return Ok(ends.high);
                }
                p
            }
        };
        found.states.insert(drawn.clone(), p);
        let mut each = [0.0; 2];
        for answer in [false, true] {
            let drawn = drawn.iter().copied().chain([answer]).collect();
            let after = self.answered(place, p, answer);
            let by = Guide { first: None, ..by };
            each[usize::from(answer)] = self.played(&after, drawn, by, found, budget)?;
        }
        Ok(mix(p, each))
    }

    /// What the Bob of the upper end that was found states next, after these numbers and answers.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn next(
        &self,
        found: &Found,
        (stated, drawn): (&[f64], &[bool]),
        token: &Token,
    ) -> Result<f64, Stopped> {
        let own = |at: usize| found.states.get(&drawn[..at]);
        if stated.iter().enumerate().all(|(at, p)| own(at) == Some(p))
            && let Some(&p) = own(stated.len())
        {
            return Ok(p);
        }
        let start = self.start();
        let place = stated
            .iter()
            .zip(drawn)
            .fold(start, |place, (&p, &answer)| self.answered(&place, p, answer));
        let mut budget = Budget::of(Budget::MOST, token);
        Ok(self.least(&place, (found.near, f64::INFINITY), &mut budget)?.1)
    }
}

/// What the Bob of the upper end is known to state.
#[derive(Clone, Copy)]
struct Guide<'t> {
    first: Option<f64>,
    table: Option<&'t Table>,
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
struct Cells<'a, P: Pursuit> {
    of: &'a Argued<P>,
    place: &'a Place<P::Stated>,
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

    fn look(&mut self, p: f64, aim: (f64, f64), budget: &mut Budget<'_>) -> Result<usize, Stopped> {
        let planned = self.committed.as_ref().and_then(|committed| {
            budget.take(2 * committed.work());
            committed.planned(p)
        });
        let looked = match planned {
            Some((least, plan)) => {
                let each = least.map(|low| Ends { low, high: f64::INFINITY });
                Looked { p, each, plan: Some(Rc::new(plan)), near: f64::INFINITY }
            }
            None => {
                let each = self.of.value(self.place, p, aim, None, budget)?;
                Looked { p, each, plan: None, near: aim.0 }
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
        let new = self.of.value(self.place, p, aim, Some(old), budget)?;
        let each = [new[0].and(old[0]), new[1].and(old[1])];
        self.looked[at] = Looked { p, each, plan, near: aim.0 };
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

    /// The numbers between two that were looked at.
    fn between(&self, from: usize, to: usize, held: Option<f64>) -> Cell {
        let (start, end) = (&self.looked[from], &self.looked[to]);
        let (a, b, low_a, low_b) = (start.p, end.p, start.ends().low, end.ends().low);
        let (width, ends) = (b - a, low_a.min(low_b));
        let held = held.unwrap_or_else(|| self.held(start, end));
        let inside = |p: &f64| *p > a + SLIVER / 4.0 && *p < b - SLIVER / 4.0;
        let kinks = self.kinks.iter().copied().filter(inside);
        // A sliver is no cell: its ends are all that is in it, but for numbers where it jumps.
        if width <= 4.0 * SLIVER && !(self.of.pursuit.jumps() && kinks.clone().next().is_some()) {
            let cut = a + width / 2.0;
            return Cell { from, to, least: ends, dip: 0.0, cut, is_plain: false, held };
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
                let bend = 2.0 * (m - 1.0) * (pursuit.moved(stated, [a, b]) + m * decided);
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
        least = least.max(held.min(ends));
        Cell { from, to, least, dip: (ends - least).max(0.0), cut, is_plain, held }
    }

    /// Solves a cell without kinks where one number is left after this: for each choice of the last, for
    /// either answer, what is paid is linear in this one.
    fn solve(&mut self, cell: &Cell, budget: &mut Budget<'_>) {
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
            let beside = of.beside(Kinks::from_slice(&[from])).into_iter();
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
struct Cell {
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
    /// What no Bob gets below in it, if that was looked for.
    held: f64,
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
pub(super) fn mix(p: f64, [no, yes]: [f64; 2]) -> f64 {
    (1.0 - p) * no + p * yes
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::pursuit::{Leaves, WeightedTargets};
    use super::*;

    /// A law over the leaves of `at least k of q` given the root, and what she is paid if it holds or not.
    struct Case {
        rule: Rule,
        views: Vec<WeightedTargets>,
        gain: [f64; 2],
        stakes: (f64, f64, f64),
    }

    fn case(q: usize, rng: &mut ChaCha8Rng) -> Case {
        let k = rng.random_range(1..=q);
        let (ratio, holds) = ([1.3, 3.0, 28.8][rng.random_range(0..3)], rng.random_bool(0.5));
        let given = |word: &usize| (word.count_ones() as usize >= k) == holds;
        let mut views: Vec<WeightedTargets> = (0..1usize << q)
            .filter(given)
            .map(|word| WeightedTargets {
                weight: rng.random_range(0.0..1.0f64).powi(2),
                targets: (0..q).map(|part| f64::from(u8::from(word >> part & 1 == 1))).collect(),
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
        if stated.len() == views[0].targets.len() {
            let onward = views.iter().map(|WeightedTargets { weight, targets }| {
                let off = |(p, target): (&f64, &f64)| (p - target).abs();
                let error = stated.iter().zip(targets).map(off).fold(0.0, f64::max);
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
            let leaves = Leaves::new(case.views.clone(), case.stakes);
            let own = Argued::new(case.rule, case.gain, leaves).unwrap();
            let found = own.solved(&mut Budget::of(Budget::MOST, &token)).unwrap();
            let Ends { low, high } = found.ends;
            let near = 1e-6 * high.abs().max(1.0);
            assert!(low <= high && high - low <= near, "{low} {high}");
            let best =
                |stated: &[f64], drawn: &[bool]| own.next(&found, (stated, drawn), &token).unwrap();
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
