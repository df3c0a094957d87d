//! One round of Bob's best response: what he states for the subclaims of an argument, one after
//! another, where what Alice does follows from his numbers alone. A bracket: its upper end is what a
//! Bob who can be played comes to, its lower end holds for every Bob.
//!
//! She goes on where he is furthest off. So all that matters of his numbers is which is the
//! furthest so far, and how far it is. That distance is cut into cells. A Bob who keeps to the ends
//! of the cells can be played. What any other comes to is bounded from below by a function that is
//! linear in each cell: a product of two of them is one, but for a quarter of its square term, and
//! the least of several lies above the line between its ends. Cells that the lower end rests on
//! are halved until both ends come to the same.

use std::collections::HashMap;

use super::argued::mix;
use crate::machine::claims::{Rule, Tally};
use crate::protocol::prover_estimator::players::prover::TooLarge;
use crate::protocol::prover_estimator::reward::{SAME_ERROR, direction, if_named, is_larger};
use crate::rules::Direction;
use crate::work::Token;

/// Between these lies a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Ends {
    pub(super) fn at(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// What is known by both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether both are one number, for a unit of what they are.
    pub(super) fn are_near(self, near: f64) -> bool {
        self.high - self.low <= near * self.high.abs().max(1.0)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    /// So many times as much: a factor that is not negative.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { low: factor * self.low, high: factor * self.high }
    }

    fn end(self, low: bool) -> f64 {
        if low { self.low } else { self.high }
    }
}

impl std::iter::Sum for Ends {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Self::at(0.0), Self::plus)
    }
}

/// A claim as Bob states a number for it: what Alice says of the number, and what she is still
/// paid.
#[derive(Clone, Debug)]
pub(super) struct StatedClaim {
    /// What she takes to be right.
    pub(super) target: f64,
    /// Errors up to this she lets pass.
    pub(super) slack: f64,
    /// Whether she names what is below the target, and what is above it.
    pub(super) names: [bool; 2],
    /// r^{k+1} of its round.
    pub(super) stake: f64,
    /// What she is paid besides −stake·sign·p, by what she said: too low, about right, too high.
    pub(super) rest: [Ends; 3],
}

impl StatedClaim {
    fn said(&self, p: f64) -> Direction {
        if_named(direction(p, self.target, self.slack), self.names)
    }

    fn paid_if(&self, said: Direction, p: f64, low: bool) -> f64 {
        self.rest[said as usize].end(low) - self.stake * f64::from(said.sign()) * p
    }

    /// What she is still paid if he states `p`.
    pub(super) fn paid(&self, p: f64, low: bool) -> f64 {
        match low {
            false => self.paid_if(self.said(p), p, false),
            // Where what she says changes, whichever is less.
            true => [p - 2.0 * SAME_ERROR, p, p + 2.0 * SAME_ERROR]
                .map(|near| self.paid_if(self.said(near), p, true))
                .into_iter()
                .fold(f64::INFINITY, f64::min),
        }
    }

    /// Numbers among which there is a best one wherever what follows is linear in the number.
    pub(super) fn corners(&self) -> Vec<f64> {
        let Self { target, slack, .. } = *self;
        let ends = [target - slack, target + slack];
        let near = ends
            .into_iter()
            .flat_map(|end| [-2.0 * SAME_ERROR, 0.0, 2.0 * SAME_ERROR].map(|s| end + s));
        near.chain([0.0, 1.0]).filter(|p| (0.0..=1.0).contains(p)).collect()
    }
}

/// Where Alice goes on.
#[derive(Clone, Debug)]
pub(super) enum Goes {
    /// Whatever he states, by these chances.
    By(Vec<f64>),
    /// Where he is furthest off below the target, above it, or either.
    Furthest([bool; 2]),
}

/// A round after what Alice said of the claim.
#[derive(Clone, Debug)]
pub(super) struct CalledRound {
    pub(super) rule: Rule,
    /// What she is paid if the argument holds, and if it fails, besides the number's part.
    pub(super) gain: [f64; 2],
    pub(super) parts: Vec<StatedClaim>,
    pub(super) goes: Goes,
    /// The distances at which cells end, ascending.
    levels: Vec<f64>,
}

/// The furthest number so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Furthest {
    part: usize,
    /// Whether it is above its target.
    above: bool,
    level: usize,
}

/// What is still paid at (subclaims stated, their tally), by [`Furthest`] as `Round::index` counts:
/// at both ends of its cell, which are one for a Bob who keeps to the ends.
type Nodes = HashMap<(usize, Tally), Vec<[f64; 2]>>;

/// What Bob may state next, with what it comes to at the least and the furthest number then.
type Moves = Vec<(f64, f64, Option<Furthest>)>;

const NOTHING: [f64; 2] = [f64::INFINITY; 2];

impl CalledRound {
    pub(super) fn new(rule: Rule, gain: [f64; 2], parts: Vec<StatedClaim>, goes: Goes) -> Self {
        const STEPS: usize = 32;
        let mut levels: Vec<f64> = Vec::new();
        if let Goes::Furthest([below, above]) = goes {
            let steps = (0..=STEPS).map(|at| at as f64 / STEPS as f64);
            levels.extend(steps.clone());
            if below != above {
                levels.extend(steps.map(|x| -x));
            }
            for part in &parts {
                let kinks = part.corners().into_iter().map(|p| part.target - p).chain([0.0]);
                levels.extend(kinks.flat_map(|off| [off, -off]));
            }
            // Another may be further off by just so much as she tells.
            let beyond: Vec<f64> = levels.iter().map(|level| level + 2.0 * SAME_ERROR).collect();
            levels.extend(beyond);
            levels.retain(|level| *level <= 1.0 && (below != above || *level >= 0.0));
            levels.sort_by(f64::total_cmp);
            // What is one to her is one level, so that a Bob at the next one is further off to her.
            levels.dedup_by(|a, b| (*a - *b).abs() < SAME_ERROR / 2.0);
        }
        Self { rule, gain, parts, goes, levels }
    }

    /// The bracket, and the round cut so finely as it took; `left` is how many places may still be
    /// looked at.
    ///
    /// # Errors
    /// If those are not enough for a first look, or the work was stopped.
    pub(super) fn solved(
        mut self,
        left: &mut usize,
        token: &Token,
    ) -> Result<(Ends, Self), TooLarge> {
        const TOLERANCE: f64 = 2e-8;
        const PASSES: usize = 2000;
        let mut best = Ends { low: f64::NEG_INFINITY, high: f64::INFINITY };
        for _ in 0..PASSES {
            token.check()?;
            let [low, high] = [true, false].map(|low| self.pass(low));
            let places: usize = low.values().map(Vec::len).sum();
            let start = (0, self.rule.tally(self.parts.len()));
            best.low = best.low.max(low[&start][0][0]);
            best.high = high[&start][0][0];
            *left = left.checked_sub(2 * places).ok_or(TooLarge::Branches)?;
            let near = TOLERANCE + 1e-12 * best.high.abs();
            if best.high - best.low <= near || *left < 8 * places || !self.halve(&low) {
                break;
            }
        }
        Ok((best, self))
    }

    fn index(&self, furthest: Furthest) -> usize {
        let Furthest { part, above, level } = furthest;
        (2 * part + usize::from(above)) * self.levels.len() + level
    }

    /// The number that is so far off.
    fn number(&self, part: usize, above: bool, off: f64) -> f64 {
        let target = self.parts[part].target;
        if above { target + off } else { target - off }
    }

    /// The ends of a cell, or its level twice.
    fn span(&self, level: usize, low: bool) -> [f64; 2] {
        let from = if low { level.saturating_sub(1) } else { level };
        [self.levels[from], self.levels[level]]
    }

    /// What the furthest number is worth as the start of the next round.
    fn onward(&self, furthest: Furthest, low: bool) -> [f64; 2] {
        let Some(ends) = self.numbers(furthest, low) else { return NOTHING };
        let own = &self.parts[furthest.part];
        // What she says is the same within a cell.
        let middle = own.said((ends[0] + ends[1]) / 2.0);
        let [from, to] = ends.map(|p| own.paid_if(middle, p, low));
        [from, if low { to.min(own.paid(ends[1], true)) } else { to }]
    }

    /// All that is still paid, backwards from the last subclaim.
    fn pass(&self, low: bool) -> Nodes {
        let mut nodes = Nodes::new();
        let q = self.parts.len();
        let states = |at: usize| match self.goes {
            Goes::Furthest(_) if at > 0 => 2 * at * self.levels.len(),
            _ => 1,
        };
        let ends: Vec<[f64; 2]> = match self.goes {
            Goes::By(_) => vec![[0.0; 2]],
            Goes::Furthest(_) => {
                let all = (0..q).flat_map(|part| [false, true].map(|above| (part, above)));
                let levels = 0..self.levels.len();
                all.flat_map(|(part, above)| {
                    levels.clone().map(move |level| Furthest { part, above, level })
                })
                .map(|furthest| self.onward(furthest, low))
                .collect()
            }
        };
        let mut tallies = vec![vec![self.rule.tally(q)]];
        for at in 0..q {
            let mut next: Vec<Tally> = tallies[at]
                .iter()
                .flat_map(|tally| [false, true].map(|answer| tally.with(answer)))
                .collect();
            next.sort_unstable();
            next.dedup();
            tallies.push(next);
        }
        for (at, own) in tallies.into_iter().enumerate().rev() {
            for tally in own {
                let values = match at == q {
                    true => {
                        let gain = self.gain[usize::from(!tally.holds())];
                        ends.iter().map(|ends| ends.map(|onward| gain + onward)).collect()
                    }
                    false => self.node(at, tally, states(at), &nodes, low),
                };
                nodes.insert((at, tally), values);
            }
        }
        nodes
    }

    /// What is still paid with `at` subclaims stated, by the furthest.
    fn node(
        &self,
        at: usize,
        tally: Tally,
        states: usize,
        nodes: &Nodes,
        low: bool,
    ) -> Vec<[f64; 2]> {
        let after = [false, true].map(|answer| &nodes[&(at + 1, tally.with(answer))]);
        let own = &self.parts[at];
        let sides = match &self.goes {
            Goes::By(chances) => {
                let onward = after.map(|values| values[0][0]);
                let paid = |p: f64| chances[at] * own.paid(p, low) + mix(p, onward);
                let least = own.corners().into_iter().map(paid).fold(f64::INFINITY, f64::min);
                return vec![[least; 2]];
            }
            Goes::Furthest(sides) => sides,
        };
        let value = |ends: [f64; 2], state: usize| mixed(ends, after.map(|values| values[state]));
        // The least if this is to be the furthest, by its level.
        let furthest: Vec<[f64; 2]> = (0..self.levels.len())
            .map(|level| {
                let news = self.news(at, level, sides);
                let each =
                    news.filter_map(|new| Some(value(self.numbers(new, low)?, self.index(new))));
                each.fold(NOTHING, least)
            })
            .collect();
        // The same at a level or beyond it.
        let mut beyond = vec![f64::INFINITY; furthest.len() + 1];
        for level in (0..furthest.len()).rev() {
            let [from, to] = furthest[level];
            beyond[level] = beyond[level + 1].min(from).min(to);
        }
        if at == 0 {
            return vec![[beyond[0]; 2]];
        }
        (0..states)
            .map(|state| {
                let level = state % self.levels.len();
                let kept = self.kept(at, level, sides, low).into_iter().flatten();
                let kept = kept.map(|ends| value(ends, state)).fold(NOTHING, least);
                let mut all = least(kept, [beyond[level + 1]; 2]);
                if low {
                    // Within a cell another may be further, by a little.
                    let [from, to] = furthest[level];
                    all = least(all, [from.min(to), to]);
                }
                all
            })
            .collect()
    }

    fn news<'a>(
        &self,
        part: usize,
        level: usize,
        sides: &'a [bool; 2],
    ) -> impl Iterator<Item = Furthest> + use<'a> {
        let sides = [false, true].into_iter().filter(|&above| sides[usize::from(above)]);
        sides.map(move |above| Furthest { part, above, level })
    }

    /// The numbers at the ends of a cell by which a subclaim becomes the furthest; none if they are
    /// no probabilities.
    fn numbers(&self, new: Furthest, low: bool) -> Option<[f64; 2]> {
        let ends = self.span(new.level, low).map(|off| self.number(new.part, new.above, off));
        let inside = |p: f64| (-SAME_ERROR..=1.0 + SAME_ERROR).contains(&p);
        ends.into_iter().all(inside).then(|| ends.map(|p| p.clamp(0.0, 1.0)))
    }

    /// The least and the most that he may state without being further off, at the ends of a cell.
    fn kept(&self, at: usize, level: usize, sides: &[bool; 2], low: bool) -> [Option<[f64; 2]>; 2] {
        let target = self.parts[at].target;
        let span = self.span(level, low);
        let least = span.map(|off| if sides[0] { target - off } else { 0.0 });
        let most = span.map(|off| if sides[1] { target + off } else { 1.0 });
        if least[1] > 1.0 || most[1] < 0.0 || least[1] > most[1] {
            return [None; 2];
        }
        [least, most].map(|ends| Some(ends.map(|p| p.clamp(0.0, 1.0))))
    }

    /// All that he may state at a place, and what it comes to.
    fn moves(
        &self,
        nodes: &Nodes,
        at: usize,
        tally: Tally,
        furthest: Option<Furthest>,
        low: bool,
    ) -> Moves {
        let after = [false, true].map(|answer| &nodes[&(at + 1, tally.with(answer))]);
        let own = &self.parts[at];
        let sides = match &self.goes {
            Goes::By(chances) => {
                let onward = after.map(|values| values[0][0]);
                let worth = |p: f64| chances[at] * own.paid(p, low) + mix(p, onward);
                return own.corners().into_iter().map(|p| (worth(p), p, None)).collect();
            }
            Goes::Furthest(sides) => sides,
        };
        let mut moves = Moves::new();
        let mut see = |ends: [f64; 2], then: Furthest| {
            let state = self.index(then);
            let [from, to] = mixed(ends, after.map(|values| values[state]));
            moves.push(if from < to {
                (from, ends[0], Some(then))
            } else {
                (to, ends[1], Some(then))
            });
        };
        if let Some(kept) = furthest {
            let both = self.kept(at, kept.level, sides, low);
            both.into_iter().flatten().for_each(|ends| see(ends, kept));
        }
        let from = furthest.map_or(0, |kept| if low { kept.level } else { kept.level + 1 });
        for new in (from..self.levels.len()).flat_map(|level| self.news(at, level, sides)) {
            if let Some(ends) = self.numbers(new, low) {
                see(ends, new);
            }
        }
        moves
    }

    /// Halves the cells that the lower end rests on; false if none can be.
    fn halve(&mut self, low: &Nodes) -> bool {
        let mut used = vec![false; self.levels.len()];
        let mut open = vec![(0usize, self.rule.tally(self.parts.len()), None)];
        let mut seen = std::collections::HashSet::new();
        while let Some((at, tally, furthest)) = open.pop() {
            if at == self.parts.len() || !seen.insert((at, tally, furthest)) {
                continue;
            }
            let moves = self.moves(low, at, tally, furthest, true).into_iter();
            let Some((_, p, then)) = moves.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            if let Some(Furthest { level, .. }) = then {
                used[level] = true;
            }
            for (answer, chance) in [(false, 1.0 - p), (true, p)] {
                if chance > 0.0 {
                    open.push((at + 1, tally.with(answer), then));
                }
            }
        }
        let middles = (1..self.levels.len()).filter(|&level| used[level]).filter_map(|level| {
            let (a, b) = (self.levels[level - 1], self.levels[level]);
            let middle = a + (b - a) / 2.0;
            (b - a > 4.0 * SAME_ERROR).then_some(middle)
        });
        let middles: Vec<f64> = middles.collect();
        self.levels.extend(&middles);
        self.levels.sort_by(f64::total_cmp);
        !middles.is_empty()
    }

    /// What the Bob of the upper end states next, after these numbers and answers.
    pub(super) fn next(&self, stated: &[f64], drawn: &[bool]) -> f64 {
        let nodes = self.pass(false);
        let start = self.rule.tally(self.parts.len());
        let tally = drawn.iter().fold(start, |tally, &answer| tally.with(answer));
        let mut furthest: Option<(f64, Furthest)> = None;
        if let Goes::Furthest(sides) = &self.goes {
            for (part, &p) in stated.iter().enumerate() {
                for above in [false, true].into_iter().filter(|&above| sides[usize::from(above)]) {
                    let off = (p - self.parts[part].target) * if above { 1.0 } else { -1.0 };
                    if furthest.is_none_or(|(most, _)| is_larger(off, most)) {
                        let below = self.levels.partition_point(|level| *level < off - SAME_ERROR);
                        let level = below.min(self.levels.len() - 1);
                        furthest = Some((off, Furthest { part, above, level }));
                    }
                }
            }
        }
        let moves = self.moves(&nodes, stated.len(), tally, furthest.map(|own| own.1), false);
        moves.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.5, |best| best.1)
    }
}

/// As [`mix`] between two ends: no more than it is there in between. All is linear between the ends
/// but the number times what follows, of whose square term a quarter is the most that it is below
/// the line.
fn mixed(p: [f64; 2], [no, yes]: [[f64; 2]; 2]) -> [f64; 2] {
    let square = (p[1] - p[0]) * ((yes[1] - yes[0]) - (no[1] - no[0]));
    let below = if square > 0.0 { square / 4.0 } else { 0.0 };
    [0, 1].map(|end| mix(p[end], [no[end], yes[end]]) - below)
}

fn least(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0].min(b[0]), a[1].min(b[1])]
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// A round with drawn parts.
    fn round(rng: &mut ChaCha8Rng) -> CalledRound {
        let q = rng.random_range(2..=4);
        let drawn = |rng: &mut ChaCha8Rng, all: &[f64]| all[rng.random_range(0..all.len())];
        let stake = drawn(rng, &[1.44, 4.0, 9.0]);
        let slack = drawn(rng, &[0.0, 0.1]);
        let names = [[true; 2], [true, false], [false, true]][rng.random_range(0..3)];
        let part = |_| StatedClaim {
            target: drawn(rng, &[0.0, 0.05, 0.3, 0.5, 0.81, 1.0]),
            slack,
            names,
            stake,
            rest: [1.0, 0.0, -1.0]
                .map(|sign: f64| Ends::at(stake * (sign + rng.random_range(-0.4..0.4)))),
        };
        let parts: Vec<StatedClaim> = (0..q).map(part).collect();
        let goes = match rng.random_bool(0.25) {
            true => Goes::By(vec![1.0 / q as f64; q]),
            false => Goes::Furthest(names),
        };
        let gain = rng.random_range(-3.0..3.0);
        let gain = if rng.random_bool(0.5) { [gain, 0.0] } else { [0.0, gain] };
        CalledRound::new(Rule::at_least(rng.random_range(1..=q as u32)), gain, parts, goes)
    }

    /// What a Bob pays, over his draws: she goes on where he is furthest off, of equal errors at the first.
    fn paid(
        of: &CalledRound,
        stated: &mut Vec<f64>,
        drawn: &mut Vec<bool>,
        bob: &mut Bob<'_>,
    ) -> f64 {
        if stated.len() == of.parts.len() {
            let own = |at: usize| of.parts[at].paid(stated[at], false);
            let onward = match &of.goes {
                Goes::By(chances) => chances.iter().enumerate().map(|(at, c)| c * own(at)).sum(),
                Goes::Furthest([below, above]) => {
                    let mut furthest = (0, f64::NEG_INFINITY);
                    for (at, (p, part)) in stated.iter().zip(&of.parts).enumerate() {
                        let low = part.target - p;
                        let off = match (below, above) {
                            (true, true) => low.abs(),
                            (true, false) => low,
                            _ => -low,
                        };
                        if is_larger(off, furthest.1) {
                            furthest = (at, off);
                        }
                    }
                    own(furthest.0)
                }
            };
            return of.gain[usize::from(!of.rule.holds(drawn.iter().copied()))] + onward;
        }
        let p = bob(stated, drawn);
        stated.push(p);
        let each = [false, true].map(|answer| {
            drawn.push(answer);
            let value = paid(of, stated, drawn, bob);
            drawn.pop();
            value
        });
        stated.pop();
        mix(p, each)
    }

    type Bob<'a> = dyn FnMut(&[f64], &[bool]) -> f64 + 'a;

    #[test]
    fn the_best_bob_of_a_round_pays_what_is_said_and_no_table_pays_less() {
        let mut rng = ChaCha8Rng::seed_from_u64(26);
        for case in 0..200 {
            let drawn = round(&mut rng);
            let (ends, own) = drawn.solved(&mut 60_000_000, &Token::default()).unwrap();
            let near = 1e-6 * ends.high.abs().max(1.0);
            // Where two errors are one at the edge of what she says, or of all numbers, both of what may follow
            // count for the lower end.
            let is_plain = own.parts[0].slack > 0.0 && own.parts[0].names == [true; 2];
            assert!(ends.low <= ends.high, "{case}: {ends:?}");
            assert!(!is_plain || ends.are_near(1e-6), "{case}: {ends:?}");
            let mut table: HashMap<Vec<bool>, f64> = HashMap::new();
            let played = paid(&own, &mut Vec::new(), &mut Vec::new(), &mut |stated, drawn| {
                *table.entry(drawn.to_vec()).or_insert_with(|| own.next(stated, drawn))
            });
            assert!((played - ends.high).abs() <= near, "{case}: {played} {ends:?}");
            for _ in 0..300 {
                let far = [1e-3, 0.03, 0.3, 1.0][rng.random_range(0..4)];
                let mut other: HashMap<Vec<bool>, f64> = HashMap::new();
                let value = paid(&own, &mut Vec::new(), &mut Vec::new(), &mut |stated, drawn| {
                    *other.entry(drawn.to_vec()).or_insert_with(|| {
                        let kept = table.get(drawn).copied().unwrap_or(0.5);
                        let target = own.parts[stated.len()].target;
                        let sign = [-1.0, 1.0][rng.random_range(0..2)];
                        let beside = f64::from(rng.random_range(-3..=3)) * SAME_ERROR;
                        let p = match rng.random_range(0..6) {
                            0 | 1 => kept,
                            2 => target + sign * [0.0, 0.1, 1.0][rng.random_range(0..3)] + beside,
                            3 | 4 if !stated.is_empty() => {
                                let at = rng.random_range(0..stated.len());
                                target + sign * (stated[at] - own.parts[at].target) + beside
                            }
                            _ => kept + far * rng.random_range(-1.0..1.0),
                        };
                        p.clamp(0.0, 1.0)
                    })
                });
                assert!(value >= ends.low - 1e-9, "{case}: {value} {ends:?}");
            }
        }
    }
}
