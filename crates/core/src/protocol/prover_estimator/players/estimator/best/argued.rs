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
//! than C. Where the rule decides about nothing his later numbers need not heed the answers: then what is
//! paid is linear in the move, and C is 0. ∎
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

mod cells;

use std::collections::HashMap;

use smallvec::SmallVec;

use self::cells::PausedSearch;
use super::kinks::{KinkOrder, Kinks, SLIVER, ordered};
use super::pursuit::Pursuit;
use super::round::Ends;
use super::table::NumberTable;
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
    order: KinkOrder,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct ArgumentSolution {
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
    /// Whether plans are made.
    plans: bool,
    /// Searches that may be gone on with.
    kept: HashMap<PlaceKey, PausedSearch>,
    token: &'a Token,
}

/// The numbers stated, and what the answers came to: two places of one argument that share them are one.
type PlaceKey = (SmallVec<[u64; 8]>, Tally);

impl<'a> Budget<'a> {
    /// Some seconds.
    pub(super) const MOST: usize = 8_000_000;

    pub(super) fn of(left: usize, token: &'a Token) -> Self {
        Self { left, plans: true, kept: HashMap::new(), token }
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
const NEAR: f64 = 2e-8;

/// What the distance between the ends of an argument is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// What the argument comes to, and 1 where that is less.
    Own,
    /// 4, whatever the argument comes to: it is a part of another, of whose ends it may take little.
    Inner,
}

impl Measure {
    fn of(self, value: f64) -> f64 {
        match self {
            Self::Own => value.abs().max(1.0),
            Self::Inner => 4.0,
        }
    }
}

/// What is first looked at in a turn, where ways of searching take turns; it doubles.
const FIRST_TURN: usize = 1_000_000;

/// A way of searching.
struct Way {
    /// Whether plans are made.
    plans: bool,
    /// How near the ends are brought, by and by: each step costs more than the one before.
    steps: &'static [f64],
    /// What is looked at in a turn.
    turn: usize,
    /// Searches that may be gone on with.
    kept: HashMap<PlaceKey, PausedSearch>,
}

impl Way {
    fn new(plans: bool, steps: &'static [f64]) -> Self {
        Self { plans, steps, turn: FIRST_TURN, kept: HashMap::new() }
    }
}

/// So many tables of drawn numbers are made better.
const DRAWN_STARTS: usize = 20;

/// What is still paid, and the number that comes to the upper end.
type Least = (Ends, f64);

/// Where a search is: what is stated, and what the answers come to.
#[derive(Clone, Debug)]
pub(super) struct SearchPlace<S> {
    pub(super) stated: S,
    pub(super) tally: Tally,
    /// The bits of the numbers stated.
    path: SmallVec<[u64; 8]>,
    /// How many parts are still to be stated.
    pub(super) left: usize,
}

impl<S> SearchPlace<S> {
    /// The place after a number and what the answer came to.
    pub(super) fn then(&self, p: f64, stated: S, tally: Tally) -> Self {
        let path = self.path.iter().copied().chain([p.to_bits()]).collect();
        Self { stated, tally, path, left: self.left - 1 }
    }

    fn key(&self) -> PlaceKey {
        (self.path.clone(), self.tally)
    }
}

impl<P: Pursuit> Argued<P> {
    /// The argument; none where what she does can change at more numbers than can be gone through.
    pub(super) fn new(rule: Rule, gain: [f64; 2], pursuit: P) -> Option<Self> {
        let targets = pursuit.targets();
        let (count, order) = (targets.first().map_or(0, Vec::len), KinkOrder::new(&targets));
        let fits = !(order.is_full && pursuit.jumps());
        fits.then(|| Self { rule, count, gain, pursuit, order })
    }

    /// What it comes to: as near as the budget allows.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn solved(
        &self,
        measure: Measure,
        budget: &mut Budget<'_>,
    ) -> Result<ArgumentSolution, Stopped> {
        let (start, all) = (self.start(), budget.left);
        let most = self.pursuit.most() + self.decided();
        let (mut low, mut best) = (f64::NEG_INFINITY, (f64::INFINITY, 0.5));
        let table = (start.left > 2).then(|| self.table(&start, DRAWN_STARTS, budget));
        if let Some((value, table)) = &table {
            best = (*value, table.first());
        }
        let mut reached = most;
        // Where all parts are leaves, a search without plans is often quick where one with plans is slow, and the
        // other way round.
        let mut ways = match self.committed(&start, budget).is_some() {
            true if self.pursuit.jumps() => vec![Way::new(true, &[1e-3, 1e-4, 1e-5, 1e-6, NEAR])],
            true => vec![Way::new(true, &[1e-3, 1e-5, NEAR]), Way::new(false, &[NEAR])],
            false => vec![Way::new(false, &[1e-2, 1e-3, 1e-4, 1e-5, 1e-6, NEAR])],
        };
        let take_turns = ways.len() > 1;
        loop {
            let way = &mut ways[0];
            let near = way.steps[0] * measure.of(best.0).min(most.max(1.0));
            budget.plans = way.plans;
            let spare = match take_turns {
                true => budget.left.saturating_sub(way.turn),
                false => 0,
            };
            budget.left -= spare;
            std::mem::swap(&mut budget.kept, &mut way.kept);
            let (ends, p) = self.least(&start, (near, f64::INFINITY), budget)?;
            std::mem::swap(&mut budget.kept, &mut way.kept);
            let is_spent = budget.is_spent();
            budget.left += spare;
            low = low.max(ends.low);
            if ends.high < best.0 {
                best = (ends.high, p);
            }
            let (gap, exact) = (best.0 - low, NEAR * measure.of(best.0));
            reached = match gap <= exact {
                true => near.min(exact / 8.0),
                false if is_spent => reached.min(gap / 8.0),
                false => reached.min(near),
            };
            if gap <= exact || budget.is_spent() {
                break;
            }
            match (is_spent, way.steps) {
                (true, _) => {
                    way.turn *= 2;
                    ways.rotate_left(1);
                }
                (false, [_, rest @ ..]) if !rest.is_empty() => way.steps = rest,
                (false, _) => break,
            }
        }
        let mut found =
            ArgumentSolution { ends: Ends::at(best.0), near: reached, states: HashMap::new() };
        let exact = NEAR * measure.of(best.0);
        let own = table.filter(|own| own.0 <= best.0 + exact).map(|own| own.1);
        budget.left = budget.left.max(all / 8);
        let by = Guide { first: Some(best.1), table: own.as_ref() };
        let high = self.played(&start, Vec::new(), by, &mut found, budget)?;
        // Ends that contradict each other certify nothing.
        let is_sound = low <= high + 10.0 * NEAR * high.abs().max(1.0);
        assert!(is_sound || !cfg!(test), "no Bob gets below {low}, and one gets {high}");
        let low = if is_sound { low } else { self.floor(&start.stated) };
        found.ends = Ends { low: low.min(high), high };
        Ok(found)
    }

    fn start(&self) -> SearchPlace<P::Stated> {
        let (stated, left) = (self.pursuit.start(), self.count);
        SearchPlace { stated, tally: self.rule.tally(left), path: SmallVec::new(), left }
    }

    pub(super) fn after(&self, place: &SearchPlace<P::Stated>, p: f64) -> P::Stated {
        self.pursuit.after(&place.stated, p)
    }

    pub(super) fn answered(
        &self,
        place: &SearchPlace<P::Stated>,
        p: f64,
        answer: bool,
    ) -> SearchPlace<P::Stated> {
        place.then(p, self.after(place, p), place.tally.with(answer))
    }

    /// What is paid at the least, whatever he states.
    fn floor(&self, stated: &P::Stated) -> f64 {
        self.pursuit.floor(stated) + self.gain[0].min(self.gain[1])
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
    fn kinks(&self, place: &SearchPlace<P::Stated>) -> Kinks {
        let given = |at| self.pursuit.fixed(&place.stated, at);
        let mut kinks = self.order.kinks(self.count - place.left, given);
        kinks.extend([0.0, 1.0]);
        let mut kinks = self.beside(kinks, place.left);
        ordered(&mut kinks);
        kinks
    }

    /// Where it jumps, what is just below and above these numbers is of its own, while so many parts are left.
    pub(super) fn beside(&self, numbers: Kinks, left: usize) -> Kinks {
        let just = Self::just(left);
        match self.pursuit.jumps() {
            false => numbers,
            true => numbers.iter().flat_map(|p| [p - just, *p, p + just]).collect(),
        }
    }

    /// How far a number is from one that it is just beside, while so many parts are left. It is four times as far
    /// for each part: where a number is just beside a kink, two kinks of a later number may lie so far apart, and a
    /// number must fit between them.
    fn just(left: usize) -> f64 {
        SLIVER * 4.0f64.powi(left as i32 - 1)
    }

    /// The last numbers among which there is a best one.
    fn last(&self, stated: &P::Stated) -> Kinks {
        let mut numbers = self.pursuit.fixed(stated, self.count - 1);
        numbers.extend([0.0, 1.0]);
        let mut numbers = self.beside(numbers, 1);
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
        place: &SearchPlace<P::Stated>,
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
            let after = place.then(p, stated, tallies[0]);
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
            None => self.floor(&stated),
        };
        let mut rest = enough - chances[1 - likely] * floor;
        let mut after = place.then(p, stated, tallies[0]);
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
        place: &SearchPlace<P::Stated>,
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

    /// What the Bob of [`Argued::next`] comes to; what he states goes to what was found.
    fn played(
        &self,
        place: &SearchPlace<P::Stated>,
        drawn: Vec<bool>,
        by: Guide<'_>,
        found: &mut ArgumentSolution,
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
        found: &ArgumentSolution,
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
    table: Option<&'t NumberTable>,
}

/// The mean of what follows the answers no and yes, of which one may not be known.
pub(super) fn mix(p: f64, [no, yes]: [f64; 2]) -> f64 {
    match p {
        0.0 => no,
        1.0 => yes,
        _ => (1.0 - p) * no + p * yes,
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::pursuit::{Leaves, WeightedTargets};
    use super::*;
    use crate::protocol::prover_estimator::reward::is_larger;

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
                targets: (0..q).map(|part| f64::from(word >> part & 1 == 1)).collect(),
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
                if is_larger(error, *slack) { weight * stake * (error - noise) } else { 0.0 }
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
            let found = own.solved(Measure::Own, &mut Budget::of(Budget::MOST, &token)).unwrap();
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
