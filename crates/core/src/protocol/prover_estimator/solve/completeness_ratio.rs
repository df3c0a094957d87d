//! The least payment of an honest Alice who knows every claim, in one world, and the least r for
//! which every Bob pays her at least 1 − ε there. `docs/results/least-ratio.md` has the proof.
//!
//! Let d be the error of Bob's number for a claim, and let payments be in units of r^{k+1} for a
//! claim at depth k. If d > ε, she is paid d + W from the claim on, where W is the least value of
//!
//!   −P[the drawn answers make the rule wrong] + r·E[payment from the picked subclaim on].
//!
//! She picks the largest error D, so at a leaf the last payment is D if D > ε, and 0 otherwise. At
//! another subclaim it is D + W' if D > ε. So only the largest error so far matters. A plan of
//! Bob raises it, keeps it, or states the truth. The search tries a grid of errors. Between two grid
//! points, a plan is worth less than the grid shows by at most q³·R·h²/4: h is the step, and
//! payments are in a range of length R.

use std::collections::{BTreeMap, HashMap};

use super::if_independent::leverage;
use crate::machine::claims::{
    ClaimId, ClaimTree, Epsilon, PartialRule, Rule, StabilityTable, Truths,
};

/// The largest number of values that one search keeps.
const MOST_VALUES: usize = 1 << 21;
/// The largest number of values that one search computes.
const MOST_STEPS: usize = 1 << 25;
/// The largest error of a search. A wide argument has a coarse grid, and its bounds would say nothing.
const MOST_LOOSE: f64 = 0.01;
/// The largest number of errors on the grid.
const MOST_ERRORS: usize = 1 << 14;
/// The largest number of different arguments of a tree.
const MOST_SHAPES: usize = 64;
/// The largest r that is tried.
const MOST_RATIO: f64 = 1e6;

/// A claim with all that matters below it. Claims with equal shapes have equal values. The first
/// shape is a leaf.
#[derive(Clone, Debug)]
struct Shape {
    rule: Rule,
    truth: bool,
    /// For each subclaim, its truth and the index of its shape.
    parts: Vec<(bool, usize)>,
    rho: f64,
    /// From this r on, errors above ε do not help Bob.
    enough: f64,
}

/// Lower and upper bounds on the payments from a claim on, in units of its stake.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    /// W: the least payment if the number is wrong by more than ε, without the error itself.
    named: [f64; 2],
    /// The least payment if the number is right.
    unnamed: [f64; 2],
}

/// The honest Alice's debate in one world.
#[derive(Debug)]
pub struct HonestWorld {
    shapes: Vec<Shape>,
    epsilon: f64,
    /// The payments from a leaf on.
    leaf: Loss,
}

impl HonestWorld {
    /// The world with these truths. `None` if the tree has too many different arguments.
    pub fn new(tree: &ClaimTree, truths: &Truths, epsilon: Epsilon) -> Option<Self> {
        let mut known: BTreeMap<ClaimId, usize> = BTreeMap::new();
        // The rule, the truth of the claim, and the truth and the shape of each subclaim.
        type Alike = (Rule, bool, Vec<(bool, usize)>);
        let mut alike: HashMap<Alike, usize> = HashMap::new();
        let (mut shapes, mut table) = (Vec::new(), StabilityTable::new(epsilon));
        for claim in tree.claims().rev() {
            let truth = truths.is_true(claim);
            let stable = table.most_stable(tree, claim, |own| truths.is_true(own));
            let Some((argument, stability)) =
                stable.and_then(|(which, found)| Some((tree.argument(claim, which)?, found)))
            else {
                known.insert(claim, 0);
                continue;
            };
            let parts: Vec<(bool, usize)> =
                argument.parts.iter().map(|part| (truths.is_true(part), known[&part])).collect();
            let as_she_says = |own: &(bool, usize)| match own.0 == truth {
                true => 1.0 - epsilon.get(),
                false => 0.0,
            };
            let each: Vec<f64> = parts.iter().map(as_she_says).collect();
            let enough = match argument.rule.is_monotone() {
                true => leverage(argument, &each, truth).min(own_leverage(
                    argument.rule,
                    truth,
                    &parts,
                    epsilon.get(),
                )),
                false => each.len() as f64,
            };
            let next = shapes.len() + 1;
            let shape = *alike.entry((argument.rule, truth, parts.clone())).or_insert(next);
            if shape == next {
                let rho = stability.rho;
                shapes.push(Shape { rule: argument.rule, truth, parts, rho, enough });
            }
            known.insert(claim, shape);
            if shapes.len() > MOST_SHAPES {
                return None;
            }
        }
        // Only the arguments that she reaches from the root matter.
        let mut reached = vec![false; shapes.len() + 1];
        reached[known[&ClaimId::ROOT]] = true;
        for (at, shape) in shapes.iter().enumerate().rev() {
            if reached[at + 1] {
                shape.parts.iter().for_each(|part| reached[part.1] = true);
            }
        }
        for (shape, reached) in shapes.iter_mut().zip(&reached[1..]) {
            if !reached {
                (shape.rho, shape.enough) = (0.0, 1.0);
            }
        }
        Some(Self { shapes, epsilon: epsilon.get(), leaf: Loss::default() })
    }

    /// The same tree with more levels below its leaves. Each loses as much as it may.
    pub fn at_every_depth(self) -> Self {
        let leaf = Loss { named: [-self.epsilon; 2], ..self.leaf };
        Self { leaf, ..self }
    }

    /// Bounds on the least payment at this r. `None` if an argument is too large.
    pub fn least_payment(&self, ratio: f64, errors: usize) -> Option<[f64; 2]> {
        let mut losses = vec![self.leaf];
        for shape in &self.shapes {
            losses.push(shape.loss(ratio, self.epsilon, &losses, errors)?);
        }
        let Loss { named, unnamed } = *losses.last()?;
        Some([0, 1].map(|end| {
            let right = 1.0 - self.epsilon + ratio * unnamed[end].min(self.epsilon + named[end]);
            right.min(ratio * (1.0 + named[end]))
        }))
    }

    /// Bounds on the least r from which every Bob pays her at least 1 − ε. Below the first, some Bob
    /// pays her less. From the second on, no Bob does. `None` if there is no such r, or if an
    /// argument is too large.
    pub fn least_ratio(&self) -> Option<[f64; 2]> {
        const NEAR: f64 = 1e-12;
        // A tree of many arguments has a coarser grid.
        let errors = MOST_ERRORS / self.shapes.len().div_ceil(4).max(1);
        let least = |ratio: f64| self.least_payment(ratio, errors);
        let wanted = 1.0 - self.epsilon;
        if self.shapes.iter().any(|shape| shape.rho > 1.0 + NEAR) {
            return None;
        }
        // Errors of ε cost at most ε, and the rest at most r times the excess over ε.
        let enough = self.shapes.iter().map(|shape| shape.enough).fold(1.0, f64::max);
        let bisect = |mut low: f64, mut high: f64, holds: &dyn Fn(f64) -> Option<bool>| {
            while high - low > 1e-7 * high {
                let middle = f64::midpoint(low, high);
                *(if holds(middle)? { &mut high } else { &mut low }) = middle;
            }
            Some([low, high])
        };
        let found = |ratio| Some(least(ratio)?[1] >= wanted - NEAR);
        let proved = |ratio| Some(least(ratio)?[0] >= wanted - NEAR);
        let [low, _] = bisect(0.0, enough.min(MOST_RATIO), &found)?;
        let high = if proved(enough)? { bisect(low, enough, &proved)?[1] } else { enough };
        Some([low, high])
    }
}

impl Shape {
    fn loss(&self, ratio: f64, epsilon: f64, below: &[Loss], errors: usize) -> Option<Loss> {
        let parts = || self.parts.iter().map(|&(_, shape)| below[shape]);
        let least = |of: fn(Loss) -> [f64; 2]| {
            [0, 1].map(|end| parts().map(|own| of(own)[end]).fold(f64::INFINITY, f64::min))
        };
        let (free, beyond) = (least(|own| own.unnamed), least(|own| own.named));
        let unnamed = [0, 1].map(|end| ratio * free[end].min(epsilon + beyond[end]));
        // Then errors of ε are best for Bob: an error above ε moves the rule by less than it costs.
        if ratio >= self.enough {
            let named = unnamed.map(|onward| onward - self.rho * epsilon);
            return Some(Loss { named, unnamed });
        }
        let (named, step) = self.plan(ratio, epsilon, (below, free[1]), errors)?;
        let q = self.parts.len() as f64;
        let range = 1.0 + ratio * (1.0 + beyond[1].min(free[1]).abs());
        let wide = |ends: [f64; 2]| ends[1] - ends[0];
        let deeper = parts().map(|own| wide(own.named).max(wide(own.unnamed)));
        let error = q.powi(3) * range * step * step / 4.0 + ratio * deeper.fold(0.0, f64::max);
        Some(Loss { named: [named - error, named], unnamed })
    }

    /// The value of Bob's best plan for the subclaims, and the step of the grid.
    fn plan(
        &self,
        ratio: f64,
        epsilon: f64,
        (below, unnamed): (&[Loss], f64),
        errors: usize,
    ) -> Option<(f64, f64)> {
        let tallies = tallies(self.rule, self.parts.len());
        let mut kinds: Vec<usize> = self.parts.iter().map(|part| part.1).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let states = tallies.iter().map(Vec::len).max()? * kinds.len();
        let parts = self.parts.len();
        let errors = errors.min(MOST_VALUES / states).min(MOST_STEPS / (states * parts));
        let step = (1.0 - epsilon) / errors as f64;
        if errors < 64 || (parts as f64).powi(3) * step * step / 4.0 > MOST_LOOSE {
            return None;
        }
        // The first error of the grid is a little more than ε.
        let grid: Vec<f64> = (0..=errors).map(|at| epsilon + step * at as f64).collect();
        let ended = |tally: &PartialRule| {
            let lost = -f64::from(tally.holds() != self.truth);
            let of = |&kind: &usize| -> Vec<f64> {
                grid.iter().map(|t| lost + ratio * (t + below[kind].named[1])).collect()
            };
            Reached { free: lost + ratio * unnamed, named: kinds.iter().map(of).collect() }
        };
        let mut after: Vec<Reached> = tallies.last()?.iter().map(ended).collect();
        for (at, &(truth, shape)) in self.parts.iter().enumerate().rev() {
            let kind = kinds.binary_search(&shape).ok()?;
            let next = |tally: PartialRule| tallies[at + 1].binary_search(&tally).ok();
            let before = |tally: &PartialRule| {
                let right = &after[next(tally.after_answer(truth))?];
                let wrong = &after[next(tally.after_answer(!truth))?];
                Some(Reached::before(right, wrong, (&grid, epsilon), kind))
            };
            let own: Option<Vec<Reached>> = tallies[at].iter().map(before).collect();
            after = own?;
        }
        Some((after.first()?.free, step))
    }
}

/// The possible tallies before each answer and after the last, in order.
fn tallies(rule: Rule, parts: usize) -> Vec<Vec<PartialRule>> {
    let next = |last: &Vec<PartialRule>| {
        let both = |tally: &PartialRule| [false, true].map(|yes| tally.after_answer(yes));
        let mut next: Vec<PartialRule> = last.iter().flat_map(both).collect();
        next.sort_unstable();
        next.dedup();
        Some(next)
    };
    std::iter::successors(Some(vec![rule.tally(parts)]), next).take(parts + 1).collect()
}

/// The leverage of an argument whose numbers are wrong by ε. Only subclaims that agree with the
/// claim count, because an error of another one helps Alice.
fn own_leverage(rule: Rule, truth: bool, parts: &[(bool, usize)], epsilon: f64) -> f64 {
    let tallies = tallies(rule, parts.len());
    // P[the rule is right], and the largest sum of influences along any answers.
    let ended = |tally: &PartialRule| (f64::from(tally.holds() == truth), 0.0f64);
    let mut after: Vec<(f64, f64)> = tallies.last().into_iter().flatten().map(ended).collect();
    for (at, &(own, _)) in parts.iter().enumerate().rev() {
        let next = |tally: &PartialRule, yes| {
            let place = tallies[at + 1].binary_search(&tally.after_answer(yes));
            after[place.unwrap_or_default()]
        };
        let before = |tally: &PartialRule| {
            let (right, wrong) = (next(tally, own), next(tally, !own));
            let most = right.1.max(wrong.1);
            match own == truth {
                true => {
                    let chance = (1.0 - epsilon) * right.0 + epsilon * wrong.0;
                    (chance, right.0 - wrong.0 + most)
                }
                false => (right.0, most),
            }
        };
        after = tallies[at].iter().map(before).collect();
    }
    after.first().map_or(parts.len() as f64, |first| first.1)
}

/// The least payments after some answers.
struct Reached {
    /// While no error is above ε.
    free: f64,
    /// While the largest error is on the grid, by the shape of its subclaim.
    named: Vec<Vec<f64>>,
}

impl Reached {
    /// The payment before an answer, from those after the right answer and after the wrong one.
    /// `kind` is the index of the shape of the asked subclaim.
    fn before(right: &Self, wrong: &Self, (grid, epsilon): (&[f64], f64), kind: usize) -> Self {
        let mix = |t: f64, right: f64, wrong: f64| (1.0 - t) * right + t * wrong;
        let mut raised = vec![0.0; grid.len()];
        let mut least = f64::INFINITY;
        for (at, &t) in grid.iter().enumerate().rev() {
            least = least.min(mix(t, right.named[kind][at], wrong.named[kind][at]));
            raised[at] = least;
        }
        let free = right.free.min(mix(epsilon, right.free, wrong.free)).min(raised[0]);
        let named = right.named.iter().zip(&wrong.named).map(|(right, wrong)| {
            let each = grid.iter().zip(right.iter().zip(wrong)).zip(&raised);
            each.map(|((&t, (&right, &wrong)), &raised)| {
                right.min(mix(t, right, wrong)).min(raised)
            })
            .collect()
        });
        Self { free, named: named.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{Quorum, uniform};

    fn world(rule: Rule, width: usize, depth: usize, false_leaves: usize) -> HonestWorld {
        let tree = uniform("x", rule, width, depth).unwrap();
        let leaves = (0..tree.leaf_count()).map(|at| at >= false_leaves).collect();
        let epsilon = Epsilon::new(0.1).unwrap();
        HonestWorld::new(&tree, &tree.truths(&leaves), epsilon).unwrap()
    }

    /// Two other programs found these numbers, with a grid of errors for Bob.
    #[test]
    fn the_least_ratio_is_that_of_other_programs() {
        let seven = Rule::new(Quorum::AtLeast(7));
        for (rule, width, depth, least) in [
            (Rule::MAJORITY, 3, 1, 1.062_036),
            (Rule::MAJORITY, 3, 2, 1.130_683),
            (Rule::MAJORITY, 3, 3, 1.154_356),
            (Rule::MAJORITY, 5, 1, 1.134_078),
            (Rule::MAJORITY, 5, 2, 1.207_314),
            (seven, 9, 1, 1.704_327),
        ] {
            let [low, high] = world(rule, width, depth, 0).least_ratio().unwrap();
            assert!(low <= high && high - low < 2e-5, "{low} {high}");
            assert!((high - least).abs() < 1e-5, "{width} {depth}: {high} {least}");
            let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/least-ratio.md");
            let page = std::fs::read_to_string(page).unwrap();
            assert!(page.contains(&format!("{least:.6}")), "{least}");
            let [_, deeper] = world(rule, width, 1, 0).at_every_depth().least_ratio().unwrap();
            assert!(deeper > high, "{deeper}");
        }
    }

    #[test]
    fn a_tree_with_an_instability_of_one_is_protected_from_one_on() {
        for width in 2..5 {
            let [low, high] = world(Rule::ALL, width, 1, 1).least_ratio().unwrap();
            assert!((low - 1.0).abs() < 1e-6 && (high - 1.0).abs() < 1e-6, "{low} {high}");
        }
        assert_eq!(world(Rule::ALL, 3, 1, 0).least_ratio(), None, "its instability is 2.71");
    }

    #[test]
    fn an_argument_whose_bounds_would_say_nothing_is_not_searched() {
        assert!(world(Rule::MAJORITY, 33, 1, 0).least_payment(1.0, MOST_ERRORS).is_some());
        assert_eq!(world(Rule::MAJORITY, 257, 1, 0).least_payment(1.0, MOST_ERRORS), None);
    }

    #[test]
    fn a_plan_of_bob_pays_the_least_payment() {
        // With all errors at ε, "all of three" fails with probability 0.271.
        let [low, high] = world(Rule::ALL, 3, 1, 0).least_payment(2.9, 1 << 12).unwrap();
        let paid = 0.9 + 2.9 * (0.1 - 0.271);
        assert!((low - paid).abs() < 1e-12 && (high - paid).abs() < 1e-12, "{low} {high}");
    }
}
