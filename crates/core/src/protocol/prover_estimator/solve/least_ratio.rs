//! The least r at which an answer is worth m, in a debate of one round between players who know the
//! law alone. `docs/results/open-finding.md` has the proof.
//!
//! It is λ, the most that a Bob's plan loses her of the rule for a unit of E[max δ], or 1 if that is
//! more. A plan that is off by t so far does best to be off by t again or by more. With g(s, t) for
//! what is still to be gained after the answers s, I for the influence of the next subclaim and c for
//! its chance, both as the answer has them, and δ = min(t, c),
//!
//!   f(s, t) = δ·I + (c − δ)·g(s yes, t) + (1 − c + δ)·g(s no, t),
//!   g(s, t) = max over t' ≥ t of f(s, t') − λ(t' − t),
//!
//! and Bob gains if and only if f(s, t) > λt somewhere. On numbers t of a geometric grid this finds
//! plans that gain; with f/t and g/t bounded on the cells between them, down to 0, it shows that there
//! are none.

use crate::machine::claims::{Argument, Tally};

/// Each t of the grid is this many times the one before.
const STEP: f64 = 1.005;

/// The least t of the grid; below it is one cell.
const LEAST: f64 = 1e-4;

/// Trees of more answers are left alone: with so many it takes some tenths of a second.
const MOST: usize = 150;

/// Between which numbers the least r lies: below the first some Bob gains, from the second on none
/// does. None where a subclaim is sure, or there are too many answers to tell apart. `each` are the
/// chances as the `answer` has them, and `known` is an r from which on no Bob gains.
pub(super) fn least_ratio(
    argument: Argument<'_>,
    each: &[f64],
    answer: bool,
    known: f64,
) -> Option<[f64; 2]> {
    let plans = Plans::of(argument.rule.tally(each.len()), each, answer)?;
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

/// What follows some answers.
struct AfterAnswers {
    /// The places among the next states: after an answer against her, and for her.
    next: [usize; 2],
    influence: f64,
}

/// The answers that may be drawn, by how many were.
struct Plans<'a> {
    each: &'a [f64],
    states: Vec<Vec<AfterAnswers>>,
    /// In how many ways all answers may have come out.
    ends: usize,
    /// The numbers by which a plan may be off.
    grid: Vec<f64>,
}

impl<'a> Plans<'a> {
    fn of(start: Tally, each: &'a [f64], answer: bool) -> Option<Self> {
        if each.iter().any(|p| *p <= 0.0 || *p >= 1.0) {
            return None;
        }
        let mut tallies = vec![vec![start]];
        let mut next = Vec::new();
        for _ in each {
            let mut after: Vec<Tally> = Vec::new();
            let mut place = |tally: Tally| {
                after.iter().position(|own| *own == tally).unwrap_or_else(|| {
                    after.push(tally);
                    after.len() - 1
                })
            };
            let last = tallies.last()?;
            let both = |tally: &Tally| [!answer, answer].map(|drawn| place(tally.with(drawn)));
            next.push(last.iter().map(both).collect::<Vec<_>>());
            tallies.push(after);
            if tallies.iter().map(Vec::len).sum::<usize>() > MOST {
                return None;
            }
        }
        // How likely the rule comes out as she says, from the last answer back.
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

    /// From the last answer back: g/t on the grid, as `gained` has it from the next subclaim's chance, its
    /// influence, and g/t after an answer against her and for her; false where it finds a gain.
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

    /// Whether a plan on the grid gains.
    fn gain_at_points(&self, ratio: f64) -> bool {
        !self.is_safe(|p, influence, [against, by]| {
            let mut gained = vec![0.0; self.grid.len()];
            // (f − λt) at the best t' from here on.
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

    /// Whether it cannot be told on the cells of the grid that no plan gains.
    fn may_gain_in_cells(&self, ratio: f64) -> bool {
        !self.is_safe(|p, influence, [against, by]| {
            let mut gained = vec![0.0; self.grid.len()];
            let mut best = f64::NEG_INFINITY;
            for (at, &end) in self.grid.iter().enumerate().rev() {
                let start = if at == 0 { 0.0 } else { self.grid[at - 1] };
                // It is linear in t up to c, and falls from there on.
                let ends = [start, end, p.clamp(start, end)];
                let slopes = ends.map(|t| slope(t, p, influence, [against[at], by[at]]));
                let most = slopes.into_iter().fold(f64::NEG_INFINITY, f64::max);
                if most > ratio {
                    return None;
                }
                // To stay in the cell, or to go on to a later one.
                gained[at] = most.max(ratio + best / end);
                best = best.max((most - ratio) * start);
            }
            Some(gained)
        })
    }
}

/// f(s, t)/t, g/t being so much after an answer against her and for her.
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
    fn where_every_part_is_needed_it_is_the_largest_slope() {
        for (q, slope) in [(4, 1.6875), (8, 3.141567)] {
            let each = vec![1.0 - 1.0 / q as f64; q];
            // All of q, and its mirror image: nothing of q, and a no.
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
            assert!(onward(&each, &steps, high, 0, 0.0) >= m - 1e-9, "nobody gains from {high} on");
            assert!(onward(&each, &steps, 0.98 * low, 0, 0.0) < m, "somebody gains below {low}");
        }
    }

    /// The least of P[two of three] and `ratio` for a unit of the largest step, each number being some
    /// step below its chance, whatever was drawn.
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
