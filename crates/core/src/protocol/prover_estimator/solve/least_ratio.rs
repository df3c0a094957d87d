//! The smallest r for which an answer earns exactly m, in a debate of one round between players who
//! know only the distribution. `docs/results/open-finding.md` has the proof.
//!
//! This r is max(1, λ). Here λ is the largest loss of P(rule), for each unit of E[max δ], that a
//! plan of Bob can cause. If a plan has made an error t so far, its best next error is at least t.
//! Let g(s, t) be the gain that is still possible after the answers s. Let I be the influence of
//! the next subclaim and c its probability, both in the direction of the answer. With δ = min(t,
//! c),
//!
//!   f(s, t) = δ·I + (c − δ)·g(s yes, t) + (1 − c + δ)·g(s no, t),
//!   g(s, t) = max over t' ≥ t of f(s, t') − λ(t' − t),
//!
//! Bob gains if and only if f(s, t) > λt for some s and t. This module tries the numbers t of a
//! geometric grid and so finds plans that gain. It also bounds f/t and g/t between the points of
//! the grid, down to t = 0. These bounds show that no plan gains for larger r.

use crate::machine::claims::{Argument, PartialRule};

/// The ratio between neighbouring numbers of the grid.
const STEP: f64 = 1.005;

/// The smallest t of the grid. One cell covers all smaller numbers.
const LEAST: f64 = 1e-4;

/// The largest number of states of a tree. With this many states, the search takes some tenths of a
/// second.
const MOST: usize = 150;

/// Bounds on the smallest r. If r is below the first bound, some Bob gains. If r is at least the second bound, no Bob
/// gains. `None` if a subclaim is certain, or if there are too many states. `each` holds the probabilities in the
/// direction of the answer. No Bob gains if r is at least `known`.
pub(super) fn least_ratio(
    argument: Argument<'_>,
    each: &[f64],
    answer: bool,
    known: f64,
) -> Option<[f64; 2]> {
    let plans = Plans::new(argument.rule.tally(each.len()), each, answer)?;
    let bisect = |mut low: f64, mut high: f64, gains: &dyn Fn(f64) -> bool| {
        while high - low > 1e-5 {
            let middle = (low + high) / 2.0;
            if gains(middle) { low = middle } else { high = middle }
        }
        [low, high]
    };
    let [low, _] = bisect(0.0, known, &|ratio| plans.gain_at_points(ratio));
    let [_, high] = bisect(low, known, &|ratio| plans.may_gain_in_cells(ratio));
    Some([low.max(1.0), high.max(1.0)])
}

struct AfterAnswers {
    /// The indices of the two next states: after an answer against Alice, and after an answer for
    /// her.
    next: [usize; 2],
    influence: f64,
}

/// The states after the drawn answers, grouped by the number of answers.
struct Plans<'a> {
    each: &'a [f64],
    states: Vec<Vec<AfterAnswers>>,
    ends: usize,
    /// The errors that a plan can make.
    grid: Vec<f64>,
}

impl<'a> Plans<'a> {
    fn new(start: PartialRule, each: &'a [f64], answer: bool) -> Option<Self> {
        if each.iter().any(|p| *p <= 0.0 || *p >= 1.0) {
            return None;
        }
        let mut tallies = vec![vec![start]];
        let mut next = Vec::new();
        for _ in each {
            let mut after: Vec<PartialRule> = Vec::new();
            let mut place = |tally: PartialRule| {
                after.iter().position(|own| *own == tally).unwrap_or_else(|| {
                    after.push(tally);
                    after.len() - 1
                })
            };
            let last = tallies.last()?;
            let both = |tally: &PartialRule| {
                [!answer, answer].map(|drawn| place(tally.after_answer(drawn)))
            };
            next.push(last.iter().map(both).collect::<Vec<_>>());
            tallies.push(after);
            if tallies.iter().map(Vec::len).sum::<usize>() > MOST {
                return None;
            }
        }
        // For each state, the probability that the rule agrees with Alice's answer. The last states
        // come first.
        let all = tallies.pop()?;
        let ends = all.len();
        let mut chances: Vec<f64> =
            all.iter().map(|tally| f64::from(tally.holds() == answer)).collect();
        let mut states = Vec::new();
        for (next, p) in next.into_iter().zip(each).rev() {
            let own = next.into_iter().map(|next| {
                let [against, by] = next.map(|at| chances[at]);
                (AfterAnswers { next, influence: by - against }, (1.0 - p) * against + p * by)
            });
            let (own, before): (Vec<AfterAnswers>, Vec<f64>) = own.unzip();
            states.push(own);
            chances = before;
        }
        states.reverse();
        let grid = std::iter::successors(Some(LEAST), |t| Some(t * STEP));
        let grid = grid.take_while(|t| *t < 1.0).chain([1.0]).collect();
        Some(Self { each, states, ends, grid })
    }

    /// Goes backwards from the last answer and computes g/t on the grid. `gained` computes g/t for
    /// one state. Its arguments are the next subclaim's probability, its influence, and g/t after
    /// an answer against Alice and after one for her. Returns false if `gained` finds a gain.
    fn is_safe(&self, gained: impl Fn(f64, f64, [&[f64]; 2]) -> Option<Vec<f64>>) -> bool {
        let mut after = vec![vec![0.0; self.grid.len()]; self.ends];
        for (states, &p) in self.states.iter().zip(self.each).rev() {
            let of =
                |state: &AfterAnswers| gained(p, state.influence, state.next.map(|at| &*after[at]));
            let Some(own) = states.iter().map(of).collect() else { return false };
            after = own;
        }
        true
    }

    /// Returns `true` if some plan on the grid gains.
    fn gain_at_points(&self, ratio: f64) -> bool {
        !self.is_safe(|p, influence, [against, by]| {
            let mut gained = vec![0.0; self.grid.len()];
            // The best value of f − λt over this error and all larger ones.
            let mut best = f64::NEG_INFINITY;
            for (at, &t) in self.grid.iter().enumerate().rev() {
                let slope = slope(t, p, influence, [against[at], by[at]]);
                if slope > ratio {
                    return None;
                }
                best = best.max((slope - ratio) * t);
                gained[at] = ratio + best / t;
            }
            Some(gained)
        })
    }

    /// Returns `true` if the bounds between grid points do not rule out that a plan gains.
    fn may_gain_in_cells(&self, ratio: f64) -> bool {
        !self.is_safe(|p, influence, [against, by]| {
            let mut gained = vec![0.0; self.grid.len()];
            let mut best = f64::NEG_INFINITY;
            for (at, &end) in self.grid.iter().enumerate().rev() {
                let start = if at == 0 { 0.0 } else { self.grid[at - 1] };
                // The function is linear in t up to c, and it decreases after that.
                let ends = [start, end, p.clamp(start, end)];
                let slopes = ends.map(|t| slope(t, p, influence, [against[at], by[at]]));
                let most = slopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
                if most > ratio {
                    return None;
                }
                // The plan stays in this cell, or it moves to a later one.
                gained[at] = most.max(ratio + best / end);
                best = best.max((most - ratio) * start);
            }
            Some(gained)
        })
    }
}

/// f(s, t)/t, given g/t after an answer against Alice and after an answer for her.
fn slope(t: f64, p: f64, influence: f64, [against, by]: [f64; 2]) -> f64 {
    let off = t.min(p);
    let part = if t > 0.0 { off / t } else { 1.0 };
    part * influence + (p - off) * by + (1.0 - p + off) * against
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{ClaimId, Rule, uniform};

    fn least(rule: Rule, each: &[f64], answer: bool) -> [f64; 2] {
        let tree = uniform("x", rule, each.len(), 1).unwrap();
        let argument = tree.argument(ClaimId::ROOT, 0).unwrap();
        least_ratio(argument, each, answer, each.len() as f64).unwrap()
    }

    #[test]
    fn the_least_ratio_is_the_largest_slope_if_every_part_is_needed() {
        for (q, slope) in [(4, 1.6875), (8, 3.141567)] {
            let each = vec![1.0 - 1.0 / q as f64; q];
            // A rule "all" after a yes, and its mirror image: a rule "any" after a no.
            for [low, high] in [least(Rule::ALL, &each, true), least(Rule::ANY, &each, false)] {
                assert!(low <= slope && slope <= high && high - low < 0.02 * slope, "{low} {high}");
            }
        }
    }

    #[test]
    fn plans_of_25_steps_for_each_number_gain_below_it_and_none_above() {
        let rule = Rule::MAJORITY;
        for each in [[0.6, 0.6, 0.6], [0.9, 0.5, 0.3]] {
            let [low, high] = least(rule, &each, true);
            assert!(high - low < 0.02 * low, "{low} {high}");
            let most = each.iter().fold(0.0, |most, p| f64::max(most, *p));
            let steps: Vec<f64> = (0..=24).map(|step| most * f64::from(step) / 24.0).collect();
            let m = onward(&each, &[0.0], 0.0, 0, 0.0);
            assert!(onward(&each, &steps, high, 0, 0.0) >= m - 1e-9, "no Bob gains from {high} on");
            assert!(onward(&each, &steps, 0.98 * low, 0, 0.0) < m, "some Bob gains below {low}");
        }
    }

    /// The minimum of P[two of three] plus `ratio` times the largest step. Each number is below its
    /// probability by one of the steps, whatever was drawn.
    fn onward(each: &[f64], steps: &[f64], ratio: f64, yes: u32, most: f64) -> f64 {
        let [p, later @ ..] = each else {
            return f64::from(yes >= 2) + ratio * most;
        };
        let of = |step: &f64| {
            let (p, most) = ((p - step).max(0.0), most.max(step.min(*p)));
            let [no, yes] = [yes, yes + 1].map(|yes| onward(later, steps, ratio, yes, most));
            (1.0 - p) * no + p * yes
        };
        steps.iter().map(of).fold(f64::INFINITY, f64::min)
    }
}
