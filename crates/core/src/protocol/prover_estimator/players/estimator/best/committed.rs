//! What Bob cannot get below within one argument: what he pays an Alice who commits herself.
//!
//! After each number, and before she sees another, she decides by her view and by the answers drawn whether
//! she goes on about the largest error so far. One who waits for all numbers is paid no less for every table
//! of his: later numbers only make the largest error larger. What she is paid is bilinear in her plan and in
//! how often Bob comes where; her best plan is the solution of a linear program, and what the best Bob pays
//! her for it is worked out from the last number to the first. So the bound holds for whatever plan the
//! program comes to.
//!
//! A part that is argued itself may be worth less than an error there: Bob is free to be off by ε at its own
//! parts, and is told what she takes the parts to be. At whichever part she stops, she may be drawn to another
//! of which the error is larger: who was off at it by more than before loses what is lost there, and no more,
//! since the error is no smaller.
//!
//! A plan made for one number is one for all. Among numbers between a and b what it is paid for a table of
//! later numbers is bounded by a line; the least of lines lies above the line between its ends. So two
//! passes, one an end, bound the whole cell, and what is lost is of the second order in its width.

#[cfg_attr(target_arch = "wasm32", path = "committed/no_program.rs")]
mod program;

use smallvec::SmallVec;

use super::argued::mix;
use super::kinks::SLIVER;
use crate::machine::claims::Tally;
use crate::protocol::prover_estimator::reward::{SAME_ERROR, is_larger};

/// Views that have come to one error, and in which all that follows is the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ViewGroup {
    pub(super) weight: f64,
    pub(super) error: f64,
    /// How much less than for the error she is paid, if she goes on about it.
    pub(super) less: f64,
    /// The parts that are left.
    pub(super) parts: SmallVec<[SeenPart; 6]>,
}

/// A part in a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeenPart {
    /// What she takes it to be.
    pub(super) target: f64,
    /// How much less than for an error she is paid there, by what she says of the number.
    pub(super) less: [f64; 3],
}

impl SeenPart {
    /// How much less she is paid where the number is off by so much.
    pub(super) fn said(&self, off: f64, named: NamedError) -> f64 {
        self.less[if off.abs() <= named.least {
            1
        } else if off < 0.0 {
            0
        } else {
            2
        }]
    }
}

/// What she is paid for an error, for a unit of weight: it never falls as the error grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedError {
    pub(super) stake: f64,
    /// The least error that is named: those below are paid nothing.
    pub(super) least: f64,
    pub(super) noise: f64,
}

impl NamedError {
    pub(super) fn paid(&self, error: f64) -> f64 {
        if error > self.least { self.stake * (error - self.noise) } else { 0.0 }
    }
}

/// What is known of an error while the next number is between two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    /// What a line below it comes to at both ends.
    ends: [f64; 2],
    least: f64,
    less: f64,
}

/// The views of a part, one of those after the next.
#[derive(Debug)]
struct PartViews {
    /// What the part is in them, by what she takes it and those after it to be.
    parts: Vec<SeenPart>,
    /// What is left of each at the next stage.
    next: Vec<usize>,
    /// How likely each is together with each error, wherever she has stopped.
    weights: Vec<Vec<f64>>,
}

/// Answers so far, up to those that decide nothing more.
#[derive(Debug)]
struct AnswersSoFar {
    stage: usize,
    parent: usize,
    then: Then,
}

#[derive(Debug)]
enum Then {
    /// The nodes after the answers no and yes.
    Nodes([usize; 2]),
    /// What the answers no and yes are worth.
    Paid([f64; 2]),
}

/// All that may follow the next number.
#[derive(Debug)]
pub(super) struct Committed {
    named: NamedError,
    /// Groups of views by what matters of the next number: the error before it, how much less is paid for
    /// that, and the part itself.
    errors: Vec<(f64, f64, SeenPart)>,
    /// How likely each is together with each of the first stage.
    weights: Vec<Vec<f64>>,
    stages: Vec<PartViews>,
    nodes: Vec<AnswersSoFar>,
    /// Where the answers no and yes to the next number lead, and how much more is paid there than at the node.
    starts: [(usize, f64); 2],
    /// A unit of what is paid.
    unit: f64,
}

/// Which share of her views goes on after the number at a node, by class of errors and by stage.
#[derive(Debug)]
pub(super) struct Plan {
    /// The class of each error.
    classes: Vec<usize>,
    /// By node, class and what is left.
    goes_on: Vec<Vec<Vec<f64>>>,
    /// By node: the places of numbers that the best Bob may state.
    rows: Vec<Vec<usize>>,
}

/// Numbers that come so near to the least, by a unit of what is paid, come to it.
const TIE: f64 = 1e-9;

/// Is told which of its numbers the best Bob may state at a node.
type States<'a> = dyn FnMut(usize, usize) + 'a;

/// What a number for a part of a later stage comes to.
#[derive(Debug)]
struct Stated {
    p: f64,
    /// What she is paid who goes on about the error there, by error and what is left, at both ends of a cell.
    each: Vec<Vec<[f64; 2]>>,
    /// How much less she is paid in all views who is drawn there.
    less: f64,
}

impl Committed {
    /// `gain` is what she is paid if the argument holds, and if it fails; none where nothing follows.
    pub(super) fn new(
        groups: &[ViewGroup],
        named: NamedError,
        tally: Tally,
        gain: [f64; 2],
    ) -> Option<Self> {
        let left = groups.first()?.parts.len() - 1;
        let mut errors = Vec::new();
        let mut weights: Vec<Vec<f64>> = Vec::new();
        let mut rests: Vec<SmallVec<[SeenPart; 6]>> = Vec::new();
        for group in groups {
            let error = place(&mut errors, (group.error, group.less, group.parts[0]));
            let rest = place(&mut rests, SmallVec::from_slice(&group.parts[1..]));
            weights.resize(errors.len(), Vec::new());
            let own = &mut weights[error];
            own.resize(own.len().max(rest + 1), 0.0);
            own[rest] += group.weight;
        }
        weights.iter_mut().for_each(|own| own.resize(rests.len(), 0.0));
        let mut stages = Vec::new();
        let mut now = weights.clone();
        for _ in 0..left {
            let mut after = Vec::new();
            let next: Vec<usize> = rests
                .iter()
                .map(|rest| place(&mut after, SmallVec::from_slice(&rest[1..])))
                .collect();
            let mut then = vec![vec![0.0; after.len()]; now.len()];
            for (now, then) in now.iter().zip(&mut then) {
                now.iter().zip(&next).for_each(|(weight, &next)| then[next] += weight);
            }
            let parts = rests.iter().map(|rest| rest[0]).collect();
            stages.push(PartViews { parts, next, weights: std::mem::replace(&mut now, then) });
            rests = after;
        }
        let all: f64 = weights.iter().flatten().sum();
        let unit = (all * named.stake).max((gain[0] - gain[1]).abs());
        let nodes = Vec::new();
        let starts = [(0, 0.0); 2];
        let mut own = Self { named, errors, weights, stages, nodes, starts, unit };
        let no = own.node(None, 0, tally.with(false), gain);
        own.starts[0] = (no, 0.0);
        own.starts[1] = match own.is_decided(tally, left + 1, gain) {
            true => (no, 0.0),
            false => {
                let [before, after] = [false, true].map(|answer| tally.with(answer));
                match [before, after].map(|tally| own.is_decided(tally, left, gain)) {
                    // What follows is one but for what is decided.
                    [true, true] => {
                        let worth = |tally: Tally| gain[usize::from(tally.can(left)[0])];
                        (no, worth(after) - worth(before))
                    }
                    _ => (own.node(None, 0, after, gain), 0.0),
                }
            }
        };
        (all > 0.0 && unit > 0.0).then_some(own)
    }

    /// About how long a plan takes: a look at last numbers is 1.
    pub(super) fn work(&self) -> usize {
        let views = self.weights.len() * self.weights.first().map_or(0, Vec::len);
        views << self.stages.len()
    }

    fn is_decided(&self, tally: Tally, left: usize, gain: [f64; 2]) -> bool {
        gain[0] == gain[1] || tally.can(left) != [true; 2]
    }

    fn node(&mut self, parent: Option<usize>, stage: usize, tally: Tally, gain: [f64; 2]) -> usize {
        let at = self.nodes.len();
        let left = self.stages.len() - stage;
        let parent = parent.unwrap_or(at);
        self.nodes.push(AnswersSoFar { stage, parent, then: Then::Paid([0.0; 2]) });
        self.nodes[at].then = if left == 1 {
            let paid = |answer| gain[usize::from(!tally.with(answer).holds())];
            Then::Paid([false, true].map(paid))
        } else if self.is_decided(tally, left, gain) {
            // The rest is one after either answer.
            let after = self.node(Some(at), stage + 1, tally.with(false), gain);
            Then::Nodes([after; 2])
        } else {
            let after = |answer| self.node(Some(at), stage + 1, tally.with(answer), gain);
            Then::Nodes([false, true].map(after))
        };
        at
    }

    /// The errors while the next number is between two.
    fn spans(&self, [a, b]: [f64; 2]) -> Vec<Span> {
        let span = |&(error, less, part): &(f64, f64, SeenPart)| {
            let at = |p: f64| match is_larger((p - part.target).abs(), error) {
                false => (error, less),
                true => ((p - part.target).abs(), part.said(p - part.target, self.named)),
            };
            let (from, to) = (at(a), at(b));
            let (over, under) = (b - part.target, part.target - a);
            let nearest = (-over).max(-under).max(0.0);
            let is_kept = !is_larger(over.max(under), error);
            let is_other = is_larger(nearest, error);
            let named = |error: f64| error > self.named.least;
            if a == b || is_kept || is_other && from.1 == to.1 && named(from.0) == named(to.0) {
                let least = from.0.min(to.0);
                return Span { ends: [from.0, to.0], least, less: from.1.max(to.1) };
            }
            let least = nearest.max(error);
            let own = if is_other { f64::NEG_INFINITY } else { less };
            let less = part.less.into_iter().fold(own, f64::max);
            Span { ends: [least; 2], least, less }
        };
        let spans = self.errors.iter().map(span);
        // What she may be paid more is paid where she is drawn to no other part.
        spans.map(|span| Span { less: span.less.max(0.0), ..span }).collect()
    }

    /// What she is paid at a stage, whatever comes.
    fn paid(&self, at: usize, spans: &[Span]) -> Vec<Stated> {
        let stage = &self.stages[at];
        let mut numbers = vec![0.0, 1.0];
        for part in &stage.parts {
            let mut beside = |off: f64| numbers.extend([part.target - off, part.target + off]);
            // The least error that is named is no number of its own: its rounding would decide.
            let least = [-SAME_ERROR, SAME_ERROR].map(|more| self.named.least + more);
            least.into_iter().chain([0.0]).for_each(&mut beside);
            for span in spans {
                [span.least, span.least + SLIVER].into_iter().for_each(&mut beside);
            }
        }
        numbers.retain(|p| (0.0..=1.0).contains(p));
        numbers.sort_unstable_by(f64::total_cmp);
        numbers.dedup();
        let stated = |p: f64| {
            let mut less = 0.0;
            let of = |(span, weights): (&Span, &Vec<f64>)| {
                let each = stage.parts.iter().zip(weights);
                each.map(|(part, weight)| {
                    let off = p - part.target;
                    let (kept, drawn) = (at == 0, is_larger(off.abs(), span.least));
                    less += weight * if kept { span.less } else { 0.0 };
                    if drawn {
                        less += weight * (part.said(off, self.named) - span.less).max(0.0);
                    }
                    let errors = if drawn { [off.abs(); 2] } else { span.ends };
                    errors.map(|error| self.named.paid(error))
                })
                .collect()
            };
            let each = spans.iter().zip(&stage.weights).map(of).collect();
            Stated { p, each, less }
        };
        numbers.into_iter().map(stated).collect()
    }

    /// What no Bob gets below against a plan who states a number between two.
    pub(super) fn least(&self, plan: &Plan, [a, b]: [f64; 2]) -> f64 {
        let spans = self.spans([a, b]);
        let paid: Vec<_> = (0..self.stages.len()).map(|at| self.paid(at, &spans)).collect();
        let [no, yes] = self.values(plan, &paid, &mut |_, _| {});
        // (1 − p)·no + p·yes, both of which are lines.
        let (ends, width) = ([mix(a, [no[0], yes[0]]), mix(b, [no[1], yes[1]])], b - a);
        let bend = (yes[1] - yes[0]) - (no[1] - no[0]);
        let bow = width * bend;
        let least = ends[0].min(ends[1]);
        if bow <= (ends[1] - ends[0]).abs() {
            return least;
        }
        ends[0] - (bow - (ends[1] - ends[0])).powi(2) / (4.0 * bow)
    }

    /// What the best Bob pays for a plan after the answers no and yes, at both ends of a cell.
    fn values(&self, plan: &Plan, paid: &[Vec<Stated>], states: &mut States<'_>) -> [[f64; 2]; 2] {
        let [(no, _), (yes, more)] = self.starts;
        let mut value = |at| self.value(at, &self.weights, plan, paid, states);
        let first = value(no);
        let second = if yes == no { first } else { value(yes) };
        [first, second.map(|value| value + more)]
    }

    /// The same from a node on, where so much of each group has come.
    fn value(
        &self,
        at: usize,
        come: &[Vec<f64>],
        plan: &Plan,
        paid: &[Vec<Stated>],
        states: &mut States<'_>,
    ) -> [f64; 2] {
        let node = &self.nodes[at];
        let stage = &self.stages[node.stage];
        let mut now = come.to_vec();
        let after = match node.then {
            Then::Paid(outcomes) => outcomes.map(|paid| [paid; 2]),
            Then::Nodes([no, yes]) => {
                let width = self.stages[node.stage + 1].parts.len();
                let mut on = vec![vec![0.0; width]; come.len()];
                for (error, now) in now.iter_mut().enumerate() {
                    let shares = &plan.goes_on[at][plan.classes[error]];
                    for (rest, now) in now.iter_mut().enumerate() {
                        let goes_on = *now * shares[rest];
                        *now -= goes_on;
                        on[error][stage.next[rest]] += goes_on;
                    }
                }
                let own = self.value(no, &on, plan, paid, states);
                [own, if no == yes { own } else { self.value(yes, &on, plan, paid, states) }]
            }
        };
        let mut least = [f64::INFINITY; 2];
        let mut firsts: SmallVec<[f64; 64]> = SmallVec::new();
        for Stated { p, each, less } in &paid[node.stage] {
            let mut sum = [0, 1].map(|end| mix(*p, [after[0][end], after[1][end]]) - less);
            for (now, each) in now.iter().zip(each) {
                for (weight, paid) in now.iter().zip(each) {
                    sum[0] += weight * paid[0];
                    sum[1] += weight * paid[1];
                }
            }
            firsts.push(sum[0]);
            least = [0, 1].map(|end: usize| least[end].min(sum[end]));
        }
        let near = least[0] + TIE * self.unit;
        let best = firsts.iter().enumerate().filter(|own| *own.1 <= near);
        best.for_each(|(number, _)| states(at, number));
        least
    }
}

/// Where something stands in a list, at its end if it was in none.
pub(super) fn place<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|own| *own == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::machine::claims::Rule;

    const NAMED: NamedError = NamedError { stake: 9.0, least: 0.1, noise: 0.05 };

    fn groups(parts: usize, rng: &mut ChaCha8Rng) -> Vec<ViewGroup> {
        let alike = rng.random_bool(0.5);
        let mut part = || {
            let target = [0.0, 1.0, 0.7, 2.0 / 3.0][rng.random_range(0..4)];
            let less = [0, 1, 2].map(|_| if alike { 0.0 } else { rng.random_range(-0.5..1.5) });
            SeenPart { target, less }
        };
        let mut all = Vec::new();
        for _ in 0..3 {
            let parts = (0..parts).map(|_| part()).collect();
            all.push(ViewGroup { weight: 0.3, error: 0.0, less: 0.0, parts });
        }
        for group in &mut all {
            group.error = [0.0, 0.05, 0.4, 0.55][rng.random_range(0..4)];
            group.weight = rng.random_range(0.1..1.0);
        }
        all
    }

    type Numbers<'a> = dyn FnMut(&[bool]) -> f64 + 'a;

    /// What she is paid after these numbers and answers by one who waits for all numbers.
    fn paid(
        groups: &[ViewGroup],
        (rule, gain): (Rule, [f64; 2]),
        stated: &mut Vec<f64>,
        drawn: &mut Vec<bool>,
        bob: &mut Numbers<'_>,
    ) -> f64 {
        if stated.len() == groups[0].parts.len() {
            let each = groups.iter().map(|group| {
                let mut furthest = (group.error, group.less);
                for (part, p) in group.parts.iter().zip(&*stated) {
                    let off = p - part.target;
                    if is_larger(off.abs(), furthest.0) {
                        furthest = (off.abs(), part.said(off, NAMED));
                    }
                }
                group.weight * (NAMED.paid(furthest.0) - furthest.1)
            });
            return gain[usize::from(!rule.holds(drawn.iter().copied()))] + each.sum::<f64>();
        }
        let p = bob(drawn);
        stated.push(p);
        let each = [false, true].map(|answer| {
            drawn.push(answer);
            let value = paid(groups, (rule, gain), stated, drawn, bob);
            drawn.pop();
            value
        });
        stated.pop();
        mix(p, each)
    }

    #[test]
    fn no_table_pays_less_than_the_plans_of_an_alice_who_commits_herself() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..600 {
            let parts = rng.random_range(3..5);
            let groups = groups(parts, &mut rng);
            let rule = Rule::at_least(rng.random_range(1..=parts as u32));
            let gain = [[3.0, 0.0], [0.0, 3.0], [-1.0, 0.0], [0.0; 2]][rng.random_range(0..4)];
            let committed = Committed::new(&groups, NAMED, rule.tally(parts), gain).unwrap();
            let p = [0.0, 0.5, rng.random_range(0.0..1.0)][rng.random_range(0..3)];
            let (least, plan) = committed.planned(p, &[], f64::INFINITY).unwrap();
            let width = [1e-3, 0.1, 0.5][rng.random_range(0..3)];
            let among = [(p - width).max(0.0), (p + width).min(1.0)];
            let [line, at] = [among, [p; 2]].map(|among| committed.least(&plan, among));
            assert!((at - mix(p, least)).abs() < 1e-9, "{at} {least:?}");
            for _ in 0..60 {
                let first = [p, rng.random_range(among[0]..=among[1])][rng.random_range(0..2)];
                let mut table = std::collections::HashMap::new();
                let off = groups.iter().map(|group| group.error).fold(0.0, f64::max);
                let value =
                    paid(&groups, (rule, gain), &mut Vec::new(), &mut Vec::new(), &mut |drawn| {
                        if drawn.is_empty() {
                            return first;
                        }
                        *table.entry(drawn.to_vec()).or_insert_with(|| {
                            let near = [0.0, 0.1 - SLIVER, off, -off, SLIVER - 0.1]
                                [rng.random_range(0..5)];
                            let free = rng.random_range(0.0..1.0);
                            let kink: f64 =
                                [0.5, first, 0.7 + near, 2.0 / 3.0 + near, near, 1.0 + near, free]
                                    [rng.random_range(0..7)];
                            kink.clamp(0.0, 1.0)
                        })
                    });
                let low = if first == p { at } else { line };
                assert!(value >= low - 1e-9, "{value} {low} {p} {among:?} {groups:?}");
            }
        }
    }
}
