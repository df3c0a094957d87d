//! The best Alice against a mixture of two Bobs. She does not see against which Bob she plays, so
//! her state has a belief. The belief has two numbers: for each Bob, the probability that the
//! debate comes this far with him.
//!
//! In a situation, each of her plans is a point in the plane. The two coordinates are her
//! probabilities of winning against the two Bobs. Only points on the upper right hull can be best
//! for a belief. The hull of a situation is computed from the hulls after the bits 0 and 1, for
//! each number that she can state.

use std::collections::HashMap;
use std::rc::Rc;

use super::choices::{ContinuationValues, FEAR, TRUTH, VALUE};
use super::question::{BobsAnswer, Checker, exactly, gate_round};
use super::solver::{Solver, SolverError};
use crate::chance::Probability;
use crate::machine::Step;
use crate::machine::plan::UnrolledStep;
use crate::protocol::stochastic::players::profile::{BobStrategy, StrategyProfile};
use crate::work::CancelToken;

/// The largest number of points that may be computed for all situations together.
const MOST_POINTS: usize = 200_000_000;

/// To save work, some points are left out. All steps together lose at most this much of the value.
const LOST: f64 = 4e-7;

/// P[Alice wins] against each of the two Bobs.
type Point = [f64; 2];

/// Points on an upper right hull. From point to point, the first number falls and the second rises.
type Hull = Vec<Point>;

/// A number that Alice can state, with P[the judge accepts it] and, for each Bob who checks, P[this
/// Bob objects].
struct Number {
    stated: f64,
    accepted: f64,
    objects: [f64; 2],
}

/// A situation: the place of its hull, P[output = 1], and P[honest Alice wins against the best Bob].
#[derive(Clone, Copy)]
struct Here {
    hull: usize,
    truth: f64,
    fear: f64,
}

impl Solver {
    /// A lower and an upper bound on P[Alice wins], less than a millionth apart. Alice meets the
    /// first Bob with probability `weights[0]`, and the second Bob with probability `weights[1]`.
    /// She does not know which Bob she meets, and plays best. `None` if one of the Bobs adapts to
    /// Alice's strategy, or if there are too many numbers to compare.
    ///
    /// # Errors
    /// If the work was cancelled, or a sample count is too large.
    pub fn best_against_two(
        &self,
        weights: [f64; 2],
        bobs: [BobStrategy; 2],
        token: &CancelToken,
    ) -> Result<Option<[f64; 2]>, SolverError> {
        let unrolled = self.unrolled();
        if bobs.contains(&BobStrategy::BestResponse) || !unrolled.lies_at_gates() {
            return Ok(None);
        }
        let slack = LOST / unrolled.plan().len() as f64;
        let mut search = Search {
            solver: self,
            bobs,
            slack,
            hulls: Vec::new(),
            numbers: HashMap::new(),
            points: 0,
        };
        search.hulls = vec![vec![[0.0; 2]], vec![[1.0; 2]]];
        let ends = [0, 1].map(|bit| Here { hull: bit, truth: bit as f64, fear: bit as f64 });
        let (mut error, mut full) = (None, false);
        let start = unrolled.sweep(ends, token, |step, spot, after| {
            if error.is_some() || full {
                return after[0];
            }
            match search.here(step, spot, after) {
                Ok(Some(here)) => here,
                Ok(None) => {
                    full = true;
                    after[0]
                }
                Err(why) => {
                    error = Some(why);
                    after[0]
                }
            }
        })?;
        if let Some(error) = error {
            return Err(error);
        }
        let worth = |point: &Point| weights[0] * point[0] + weights[1] * point[1];
        let most = search.hulls[start.hull].iter().map(worth).fold(0.0, f64::max);
        Ok((!full).then_some([most, (most + LOST).min(1.0)]))
    }
}

struct Search<'a> {
    solver: &'a Solver,
    bobs: [BobStrategy; 2],
    /// The largest loss of value that one step may cause.
    slack: f64,
    hulls: Vec<Hull>,
    /// The numbers that Alice can state at a question. The key has three probabilities of yes: the
    /// true one, that of Bob's oracle, and that of the judge's oracle.
    numbers: HashMap<[u64; 3], Rc<Vec<Number>>>,
    points: usize,
}

impl Search<'_> {
    /// How each Bob answers in a situation.
    fn answers(&self, step: Step, ahead: &ContinuationValues) -> [BobsAnswer; 2] {
        let constants = self.solver.constants();
        self.bobs.map(|bob| {
            StrategyProfile { bob, ..StrategyProfile::HONEST }.answer(constants, step, ahead)
        })
    }

    /// Every number that can be best at a question. An edge is a number at which the judge or a Bob
    /// begins or ceases to accept a count. Between two neighbouring edges only the coin changes,
    /// and the value is convex in the coin's probability.
    fn numbers(&mut self, step: Step, p: Probability) -> Result<Rc<Vec<Number>>, SolverError> {
        let [_, bob, judge] = self.solver.oracles().chances(step, p);
        let key = [p, bob, judge].map(|p| p.get().to_bits());
        if let Some(known) = self.numbers.get(&key) {
            return Ok(Rc::clone(known));
        }
        let judge = Checker::new(self.solver.constants().judge, judge)?;
        let checks = |answer| match answer {
            BobsAnswer::Checks(samples) => Checker::new(samples, bob).map(Some),
            BobsAnswer::Settled(_) | BobsAnswer::Below(_) => Ok(None),
        };
        let [one, two] = self.answers(step, &ContinuationValues::default()).map(checks);
        let checkers = [one?, two?];
        let of_bobs = checkers.iter().flatten().flat_map(Checker::edges);
        let mut all: Vec<f64> =
            judge.edges().chain(of_bobs).filter(|n| (0.0..=1.0).contains(n)).collect();
        all.extend([0.0, 1.0, p.get()]);
        all.sort_by(f64::total_cmp);
        all.dedup();
        let number = |stated: f64| Number {
            stated,
            accepted: judge.passes(stated),
            objects: checkers.each_ref().map(|bob| bob.as_ref().map_or(0.0, |b| b.objects(stated))),
        };
        let all = Rc::new(all.into_iter().map(number).collect());
        self.numbers.insert(key, Rc::clone(&all));
        Ok(all)
    }

    /// Computes a situation from the two situations that follow it. `None` if there are too many
    /// points.
    fn here(
        &mut self,
        step: Step,
        spot: UnrolledStep,
        [zero, one]: [Here; 2],
    ) -> Result<Option<Here>, SolverError> {
        let mut ahead = ContinuationValues::default();
        (ahead[TRUTH], ahead[FEAR]) = ([zero.truth, one.truth], [zero.fear, one.fear]);
        let answers = self.answers(step, &ahead);
        let numbers = match spot {
            UnrolledStep::Ask { p, .. } => self.numbers(step, p)?,
            UnrolledStep::Gate(_) => Rc::default(),
        };
        let after = [&self.hulls[zero.hull], &self.hulls[one.hull]];
        let mut found = Frontier::default();
        match spot {
            UnrolledStep::Gate(gate) => {
                for stated in [gate, !gate] {
                    let rounds = answers.map(|answer| gate_round(stated, gate, answer));
                    found.add(rounds.map(|round| [round.win, round.zero, round.one]), after);
                }
            }
            UnrolledStep::Ask { .. } => {
                for number in &*numbers {
                    let round = |bob: usize| {
                        let Number { stated, accepted, objects } = *number;
                        exactly(stated, accepted, objects[bob], answers[bob])
                    };
                    let rounds = [round(0), round(1)];
                    found.add(rounds.map(|round| [round.win, round.zero, round.one]), after);
                }
            }
        }
        self.points += found.seen;
        if self.points > MOST_POINTS {
            return Ok(None);
        }
        let hull = thinned(found.hull(), self.slack);
        self.hulls.push(hull);
        let mut best = ahead;
        best[VALUE] = ahead[FEAR];
        let fear = match self.bobs.contains(&BobStrategy::Optimal) {
            true => {
                let round =
                    self.solver.constant_outcome(StrategyProfile::BEST_BOB, step, spot, &best)?;
                round.worth(ahead[FEAR])
            }
            false => 0.0,
        };
        Ok(Some(Here { hull: self.hulls.len() - 1, truth: spot.mean(ahead[TRUTH]), fear }))
    }
}

/// The upper right hull of the points that were added.
#[derive(Default)]
struct Frontier {
    hull: Hull,
    fresh: Vec<Point>,
    seen: usize,
}

impl Frontier {
    /// Adds a number that Alice can state. For each Bob there are three probabilities: that she
    /// wins at once, that the debate goes on with the bit 0, and that it goes on with the bit 1.
    fn add(&mut self, [first, second]: [[f64; 3]; 2], [zero, one]: [&Hull; 2]) {
        let scaled = |hull: &Hull, bit: usize| -> Hull {
            hull.iter().map(|[a, b]| [first[bit] * a, second[bit] * b]).collect()
        };
        // The corner of a box around the new points.
        let most = |bob: usize, round: [f64; 3]| {
            let highest = |hull: &Hull| hull.iter().map(|p| p[bob]).fold(0.0, f64::max);
            round[0] + round[1] * highest(zero) + round[2] * highest(one)
        };
        if self.covers([most(0, first), most(1, second)]) {
            return;
        }
        let sum = sum(&scaled(zero, 1), &scaled(one, 2));
        self.seen += sum.len();
        self.fresh.extend(sum.into_iter().map(|[a, b]| [first[0] + a, second[0] + b]));
        if self.fresh.len() > 4096 {
            self.merge();
        }
    }

    /// Returns true if the hull so far lies above this point.
    fn covers(&self, [a, b]: Point) -> bool {
        let hull = &self.hull;
        let right = hull.partition_point(|point| point[0] >= a);
        match (right.checked_sub(1).map(|at| hull[at]), hull.get(right)) {
            (Some(point), _) if point[1] >= b => true,
            (Some([a1, b1]), Some([a2, b2])) => (a1 - a) * b2 + (a - a2) * b1 >= b * (a1 - a2),
            _ => false,
        }
    }

    fn merge(&mut self) {
        let mut all = std::mem::take(&mut self.hull);
        all.append(&mut self.fresh);
        self.hull = upper_right(all);
    }

    fn hull(mut self) -> Hull {
        self.merge();
        self.hull
    }
}

/// The upper right hull of some points.
fn upper_right(mut points: Vec<Point>) -> Hull {
    points.sort_by(|p, q| q[0].total_cmp(&p[0]).then(q[1].total_cmp(&p[1])));
    let mut hull = Hull::new();
    for point in points {
        if hull.last().is_some_and(|last| last[1] >= point[1]) {
            continue;
        }
        while let [.., p, q] = hull[..]
            && (p[0] - q[0]) * (point[1] - p[1]) >= (q[1] - p[1]) * (p[0] - point[0])
        {
            hull.pop();
        }
        hull.push(point);
    }
    hull
}

/// The hull of all sums of a point of the first hull and a point of the second hull.
fn sum(one: &Hull, two: &Hull) -> Hull {
    let (mut i, mut j) = (0, 0);
    let mut all = Hull::with_capacity(one.len() + two.len());
    loop {
        all.push([one[i][0] + two[j][0], one[i][1] + two[j][1]]);
        let edge = |hull: &Hull, at: usize| {
            hull.get(at + 1).map(|next| [hull[at][0] - next[0], next[1] - hull[at][1]])
        };
        match (edge(one, i), edge(two, j)) {
            (None, None) => return all,
            (Some(_), None) => i += 1,
            (None, Some(_)) => j += 1,
            // The first edge is the one on which the second number rises more for each unit by
            // which the first number falls.
            (Some([x, y]), Some([u, v])) => match y * u >= v * x {
                true => i += 1,
                false => j += 1,
            },
        }
    }
}

/// The hull without points that lie at most `slack` above a chord of their neighbours.
fn thinned(hull: Hull, slack: f64) -> Hull {
    let mut kept = Hull::with_capacity(hull.len());
    let mut from = 0;
    while from < hull.len() {
        kept.push(hull[from]);
        let near = |to: usize| {
            let ([a, b], [c, d]) = (hull[from], hull[to]);
            // Take the belief for which both ends of the chord have the same value. Then the loss
            // is the height above the chord.
            let (x, y) = (d - b, a - c);
            hull[from + 1..to].iter().all(|[p, q]| x * (p - c) + y * (q - d) <= slack * (x + y))
        };
        let mut to = from + 1;
        let mut step = 1;
        while to + step < hull.len() && near(to + step) {
            to += step;
            step *= 2;
        }
        while step > 0 {
            if to + step < hull.len() && near(to + step) {
                to += step;
            }
            step /= 2;
        }
        from = to;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::protocol::stochastic::players::profile::AliceStrategy;
    use crate::protocol::stochastic::players::values::testing::{lean, players, votes};

    fn token() -> CancelToken {
        CancelToken::default()
    }

    #[test]
    fn a_mixture_of_a_bob_with_himself_is_this_bob() {
        let solver = Solver::new(&votes(3, 0.3, Op::Majority), lean(1.5, 4), &token()).unwrap();
        for bob in ["honest", "never", "lazy:0.1", "when-losing:0.6", "optimal"] {
            let profile = players(&solver, ["best-response", bob]);
            let alone = solver.solve(profile, &token()).unwrap().value;
            let found = solver.best_against_two([0.3, 0.7], [profile.bob; 2], &token());
            let [low, high] = found.unwrap().expect("it is small");
            assert!(low <= alone + 1e-9 && alone <= high + 1e-9, "{bob}: {low} {alone} {high}");
        }
    }

    #[test]
    fn no_alice_of_the_roster_beats_the_one_with_a_belief() {
        let solver = Solver::new(&votes(3, 0.3, Op::Majority), lean(1.5, 4), &token()).unwrap();
        let of = |bob| players(&solver, ["honest", bob]).bob;
        for (one, two) in [("never", "honest"), ("honest", "abort-at:2"), ("lazy:0.05", "never")] {
            for weight in [0.1, 0.5, 0.9] {
                let (weights, bobs) = ([weight, 1.0 - weight], [of(one), of(two)]);
                let found = solver.best_against_two(weights, bobs, &token()).unwrap();
                let [low, high] = found.expect("it is small");
                assert!(high - low <= 1e-6);
                let value = |alice| {
                    let against = |bob| {
                        let pair = StrategyProfile { alice, bob };
                        solver.solve(pair, &token()).unwrap().value
                    };
                    weights[0] * against(bobs[0]) + weights[1] * against(bobs[1])
                };
                let mut alices = vec![AliceStrategy::Honest, AliceStrategy::Optimal];
                alices.extend((0..20).map(|by| AliceStrategy::Shift(f64::from(by) * 0.05)));
                for alice in alices {
                    assert!(value(alice) <= high + 1e-9, "{one}, {two}, {weight}: {alice}");
                }
            }
        }
    }
}
