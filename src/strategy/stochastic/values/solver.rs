//! The exact probability that Alice wins, for any pair of players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::round::Outcome;
use super::stated::{Answer, Candidates, Checker, Mean, exactly};
use crate::chance::{Binomial, Probability, TooManyTrials};
use crate::machine::plan::{Spot, Table, TooWide, Unrolled};
use crate::machine::{Plan, Step};
use crate::protocol::stochastic::{Constants, Samples};
use crate::strategy::stochastic::kinds::{Alice, Bob};

/// Best replies cost one look at each candidate number in each situation; where that would be more
/// looks than this, they are not computed.
const MOST_LOOKS: usize = 4_000_000_000;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Players {
    /// Alice.
    pub alice: Alice,
    /// Bob.
    pub bob: Bob,
}

impl Players {
    /// Both honest.
    pub const HONEST: Self = Self { alice: Alice::Honest, bob: Bob::Honest };
}

/// What a pair of players comes to, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// P[Alice wins].
    pub value: f64,
    /// P[output = 1] of the plan itself.
    pub truth: f64,
    /// P[Bob aborts at some round].
    pub aborts: f64,
    /// Alice's expected oracle queries.
    pub alice_queries: f64,
    /// Bob's.
    pub bob_queries: f64,
    /// The judge's.
    pub judge_queries: f64,
}

/// Why there is no exact value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolverError {
    /// The plan has too many situations.
    #[error(transparent)]
    Wide(#[from] TooWide),
    /// A sample count is too large for exact work.
    #[error(transparent)]
    Samples(#[from] TooManyTrials),
    /// An optimal Alice has too much to consider.
    #[error("best play would take {0:.1e} comparisons: too many")]
    Looks(f64),
    /// She would consider lying at gates, and the plan is too wide for that.
    #[error("best play against a Bob who overlooks wrong gates needs a plan with fewer live bits")]
    GateLies,
}

/// What Alice does at an ask, so far as one round goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stating {
    Mean(u64),
    Exactly(u64),
    Free,
}

/// What depends only on an ask's probability and the two players: computed once for each.
#[derive(Debug)]
enum Kernel {
    /// The same, whatever follows.
    Fixed(Outcome),
    Mean(Mean),
    Exactly {
        stated: f64,
        judge: Checker,
    },
    Free(Candidates),
}

type Key = (u64, Stating, Option<(u64, u64)>);

/// Values of a stochastic debate on one plan with one set of constants.
///
/// Cheap to ask often: situations are unrolled once, and what depends only on an ask's probability
/// is computed once for each.
#[derive(Debug)]
pub struct Solver {
    unrolled: Unrolled,
    constants: Constants,
    asks: usize,
    kernels: Mutex<HashMap<Key, Arc<Kernel>>>,
}

impl Solver {
    /// Unrolls a plan.
    pub fn new(plan: &Plan, constants: Constants) -> Result<Self, SolverError> {
        Ok(Self {
            unrolled: Unrolled::new(plan)?,
            constants,
            asks: plan.asks().count(),
            kernels: Mutex::default(),
        })
    }

    /// The plan's situations.
    pub fn unrolled(&self) -> &Unrolled {
        &self.unrolled
    }

    /// The constants.
    pub fn constants(&self) -> &Constants {
        &self.constants
    }

    /// What a pair of players comes to.
    pub fn solve(&self, players: Players) -> Result<Solved, SolverError> {
        let mut rounds = Rounds::new(self, players)?;
        let solved = self.unrolled.sweep(ENDS, |step, spot, after| rounds.value(step, spot, after));
        rounds.finish(solved)
    }

    /// P[Alice wins] from every situation on.
    pub fn values(&self, players: Players) -> Result<Table<f64>, SolverError> {
        let mut rounds = Rounds::new(self, players)?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let table = self.unrolled.table_of(ENDS, value, |solved| solved.value);
        rounds.finish(table)
    }

    /// P[the judge accepts] a number stated for an ask that is answered "yes" with probability `p`.
    pub fn accepted(&self, p: Probability, stated: f64) -> Result<f64, SolverError> {
        Ok(Checker::new(self.constants.judge, p)?.passes(stated))
    }

    /// P[a Bob with these samples aborts] over a stated number.
    pub fn objects(
        &self,
        samples: Samples,
        p: Probability,
        stated: f64,
    ) -> Result<f64, SolverError> {
        Ok(Checker::new(samples, p)?.objects(stated))
    }

    /// The best number for Alice to state at an ask against `bob`, where `values` are her chances
    /// of winning after the bits 0 and 1, and `truths` the output's of being 1.
    pub fn best_number(
        &self,
        step: Step,
        p: Probability,
        bob: Bob,
        values: [f64; 2],
        truths: [f64; 2],
    ) -> Result<f64, SolverError> {
        let answer = self.answer(bob, step, truths);
        let kernel = self.kernel(p, Stating::Free, answer)?;
        Ok(match &*kernel {
            Kernel::Free(candidates) => candidates.best(answer, values).0,
            _ => p.get(),
        })
    }

    /// The samples that a Bob draws in a round that asks; none if he draws none.
    pub fn bob_samples(&self, bob: Bob) -> Option<Samples> {
        bob.samples(&self.constants)
    }

    fn answer(&self, bob: Bob, step: Step, truths: [f64; 2]) -> Answer {
        match (bob, self.bob_samples(bob)) {
            (_, Some(samples)) => Answer::Checks(samples),
            (Bob::AbortAt(at), _) => Answer::Settled([at == step; 2]),
            (Bob::WhenLosing(level), _) => Answer::Settled(truths.map(|truth| truth >= level)),
            (Bob::Optimal, _) => Answer::Best,
            _ => Answer::Settled([false; 2]),
        }
    }

    /// The number that a fixed Alice states at an ask; none if she samples or does her best.
    pub fn stated(
        &self,
        alice: Alice,
        step: Step,
        p: Probability,
        truths: [f64; 2],
    ) -> Option<f64> {
        let exact = p.get();
        match alice {
            Alice::Honest | Alice::Optimal => None,
            Alice::Exact => Some(exact),
            Alice::Shift(by) => Some((exact + by).clamp(0.0, 1.0)),
            Alice::Drift(by) => Some((exact + by / self.asks as f64).clamp(0.0, 1.0)),
            Alice::LateLie(at) if at == step => Some(f64::from(u8::from(truths[1] >= truths[0]))),
            Alice::LateLie(_) => Some(exact),
        }
    }

    fn kernel(
        &self,
        p: Probability,
        stating: Stating,
        answer: Answer,
    ) -> Result<Arc<Kernel>, SolverError> {
        let checks = match answer {
            Answer::Checks(samples) => Some(samples),
            _ => None,
        };
        let key = (p.get().to_bits(), stating, checks.map(|s| (s.count, s.tolerance.to_bits())));
        let known = |kernels: &Mutex<HashMap<Key, Arc<Kernel>>>| {
            kernels.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&key).cloned()
        };
        if let Some(kernel) = known(&self.kernels) {
            return Ok(kernel);
        }
        let judge = Checker::new(self.constants.judge, p)?;
        let bob = checks.map(|samples| Checker::new(samples, p)).transpose()?;
        let kernel = Arc::new(match (stating, bob) {
            (Stating::Mean(n), bob) => {
                let law = Binomial::new(n, p)?;
                match bob {
                    Some(bob) => Kernel::Fixed(Mean::checked(&law, &judge, &bob)),
                    None => Kernel::Mean(Mean::new(&law, &judge)),
                }
            }
            (Stating::Exactly(bits), bob) => {
                let stated = f64::from_bits(bits);
                match bob {
                    Some(bob) => {
                        Kernel::Fixed(exactly(stated, &judge, Some(&bob), answer, [0.0; 2]))
                    }
                    None => Kernel::Exactly { stated, judge },
                }
            }
            (Stating::Free, bob) => Kernel::Free(Candidates::new(p, &judge, bob.as_ref())),
        });
        let mut kernels = self.kernels.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(Arc::clone(kernels.entry(key).or_insert(kernel)))
    }
}

const ENDS: [Solved; 2] = [
    Solved {
        value: 0.0,
        truth: 0.0,
        aborts: 0.0,
        alice_queries: 0.0,
        bob_queries: 0.0,
        judge_queries: 0.0,
    },
    Solved {
        value: 1.0,
        truth: 1.0,
        aborts: 0.0,
        alice_queries: 0.0,
        bob_queries: 0.0,
        judge_queries: 0.0,
    },
];

/// The rounds of one pair of players, for one sweep.
struct Rounds<'a> {
    solver: &'a Solver,
    players: Players,
    samples: Option<Samples>,
    /// The kernels of the step at hand, by row of its table, where they depend on no more.
    rows: HashMap<u16, Arc<Kernel>>,
    step: Option<Step>,
    error: Option<SolverError>,
    situations: usize,
}

impl<'a> Rounds<'a> {
    fn new(solver: &'a Solver, players: Players) -> Result<Self, SolverError> {
        let overlooks_gates = !matches!(players.bob, Bob::Honest | Bob::Lazy(_) | Bob::Optimal);
        let lies_at_gates = match players.alice {
            Alice::Optimal => overlooks_gates,
            Alice::LateLie(step) => solver.unrolled.plan().has(step),
            _ => false,
        };
        if lies_at_gates && !solver.unrolled.lies_at_gates() {
            return Err(SolverError::GateLies);
        }
        Ok(Self {
            solver,
            players,
            samples: solver.bob_samples(players.bob),
            rows: HashMap::new(),
            step: None,
            error: None,
            situations: solver.unrolled.situations(),
        })
    }

    fn finish<T>(self, result: T) -> Result<T, SolverError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }

    fn value(&mut self, step: Step, spot: Spot, after: [Solved; 2]) -> Solved {
        let [zero, one] = &after;
        let outcome = match spot {
            Spot::Gate(bit) => self.gate(step, bit, [zero, one]),
            Spot::Ask { p, row } => self.ask(step, p, row, [zero, one]).unwrap_or_else(|error| {
                self.error.get_or_insert(error);
                Outcome::default()
            }),
        };
        let next = |what: fn(&Solved) -> f64| outcome.one * what(one) + outcome.zero * what(zero);
        let asks = if matches!(spot, Spot::Ask { .. }) { 1.0 } else { 0.0 };
        let alice = match self.players.alice {
            Alice::Honest => self.solver.constants.alice as f64,
            _ => 0.0,
        };
        let bob = self.samples.map_or(0.0, |samples| samples.count as f64);
        let judge = self.solver.constants.judge.count as f64;
        Solved {
            value: outcome.win + next(|a| a.value),
            truth: spot.mean([zero.truth, one.truth]),
            aborts: outcome.abort + next(|a| a.aborts),
            alice_queries: asks * alice + next(|a| a.alice_queries),
            bob_queries: asks * bob + next(|a| a.bob_queries),
            judge_queries: asks * judge * outcome.abort + next(|a| a.judge_queries),
        }
    }

    fn ask(
        &mut self,
        step: Step,
        p: Probability,
        row: u16,
        after: [&Solved; 2],
    ) -> Result<Outcome, SolverError> {
        if self.error.is_some() {
            return Ok(Outcome::default());
        }
        if self.step != Some(step) {
            self.step = Some(step);
            self.rows.clear();
        }
        let truths = after.map(|a| a.truth);
        let answer = self.solver.answer(self.players.bob, step, truths);
        let kernel = match self.rows.get(&row) {
            Some(kernel) => Arc::clone(kernel),
            None => {
                let stated = self.solver.stated(self.players.alice, step, p, truths);
                let stating = match (self.players.alice, stated) {
                    (_, Some(stated)) => Stating::Exactly(stated.to_bits()),
                    (Alice::Honest, None) => Stating::Mean(self.solver.constants.alice),
                    _ => Stating::Free,
                };
                let kernel = self.solver.kernel(p, stating, answer)?;
                // A late lie depends on more than the row.
                if self.players.alice != Alice::LateLie(step) {
                    self.rows.insert(row, Arc::clone(&kernel));
                }
                kernel
            }
        };
        let values = after.map(|a| a.value);
        Ok(match &*kernel {
            Kernel::Fixed(outcome) => *outcome,
            Kernel::Mean(mean) => mean.outcome(answer, values),
            Kernel::Exactly { stated, judge } => exactly(*stated, judge, None, answer, values),
            Kernel::Free(candidates) => {
                let looks = self.situations.saturating_mul(candidates.len());
                if looks > MOST_LOOKS {
                    return Err(SolverError::Looks(looks as f64));
                }
                candidates.best(answer, values).1
            }
        })
    }

    /// A gate: the judge accepts what equals its value, and nothing else, for free.
    fn gate(&self, step: Step, bit: bool, after: [&Solved; 2]) -> Outcome {
        let truths = after.map(|a| a.truth);
        let stating = |stated: bool| {
            let right = stated == bit;
            let aborts = match self.solver.answer(self.players.bob, step, truths) {
                Answer::Checks(_) => [!right; 2],
                Answer::Settled(aborts) => aborts,
                Answer::Best => [!right; 2],
            };
            let number = f64::from(u8::from(stated));
            Outcome::of(
                number,
                f64::from(u8::from(right)),
                aborts.map(|abort| f64::from(u8::from(abort))),
            )
        };
        let honest = stating(bit);
        let values = after.map(|a| a.value);
        match self.players.alice {
            Alice::Optimal => {
                let lie = stating(!bit);
                if lie.worth(values) > honest.worth(values) { lie } else { honest }
            }
            Alice::LateLie(at) if at == step => stating(truths[1] >= truths[0]),
            _ => honest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Op;
    use crate::strategy::stochastic::values::testing::{forked, lean, votes};

    fn solver(plan: &Plan, k: f64) -> Solver {
        Solver::new(plan, lean(k, plan.len())).unwrap()
    }

    fn value(solver: &Solver, alice: &str, bob: &str) -> f64 {
        let players = Players { alice: alice.parse().unwrap(), bob: bob.parse().unwrap() };
        solver.solve(players).unwrap().value
    }

    #[track_caller]
    fn close(got: f64, expected: f64, error: f64) {
        assert!((got - expected).abs() <= error, "{got} is not {expected} within {error}");
    }

    #[test]
    fn a_majority_of_three_has_the_values_of_the_table() {
        let solver = solver(&votes(3, 0.75, Op::Majority), 1.5);
        close(solver.unrolled().truth(), 0.84375, 1e-12);
        close(value(&solver, "honest", "honest"), 0.84375, 1e-6);
        close(value(&solver, "honest", "optimal"), 0.84375, 1e-6);
        close(value(&solver, "optimal", "honest"), 0.8601, 2e-4);
    }

    #[test]
    fn a_majority_of_five_has_the_values_of_the_table() {
        let solver = solver(&votes(5, 0.3, Op::Majority), 1.5);
        close(solver.unrolled().truth(), 0.16308, 1e-12);
        close(value(&solver, "honest", "honest"), 0.16308, 1e-6);
        close(value(&solver, "honest", "optimal"), 0.16308, 1e-6);
        close(value(&solver, "optimal", "honest"), 0.1840, 2e-4);
    }

    #[test]
    fn the_forked_plan_has_the_values_of_the_table() {
        let solver = solver(&forked(), 1.0);
        close(solver.unrolled().truth(), 0.478, 1e-12);
        close(value(&solver, "honest", "honest"), 0.478, 1e-6);
        // 0.4779999886 by a second program that sums the same binomials without any structure.
        close(value(&solver, "honest", "optimal"), 0.4779999886, 1e-9);
        close(value(&solver, "optimal", "honest"), 0.5290, 2e-4);
        close(value(&solver, "shift:0.02", "honest"), 0.519226706, 1e-9);
        close(value(&solver, "shift:0.02", "abort-at:1"), 0.000438253, 1e-9);
    }

    #[test]
    fn a_steadily_shifting_alice_gains_little_under_teaching_constants() {
        use crate::protocol::stochastic::{ConstantSet, Constants, Lipschitz};
        let plan = votes(3, 0.3, Op::Majority);
        let k = Lipschitz::new(1.5).unwrap();
        let teaching = Constants::new(ConstantSet::Teaching, k, 4).unwrap();
        let solver = Solver::new(&plan, teaching).unwrap();
        let most = (0..100)
            .map(|i| value(&solver, &format!("shift:{}", f64::from(i) * 0.001), "honest"))
            .fold(0.0, f64::max);
        close(most, 0.27, 0.01);
    }

    #[test]
    fn folding_votes_into_a_count_changes_nothing() {
        // The same majority with every vote read twice stays in separate bits.
        use crate::chance::Probability;
        use crate::machine::{Ask, PlanBuilder, Source};
        let mut plan = PlanBuilder::over([]);
        let ask = plan.question(Ask::constant("?", Probability::new(0.3).unwrap()));
        let votes_: Vec<Source> =
            (0..5).map(|_| Source::step(plan.step(Op::Ask(ask), &[]).unwrap())).collect();
        plan.step(Op::Or, &votes_).unwrap();
        plan.step(Op::Majority, &votes_).unwrap();
        let spread = plan.finish().unwrap();
        let folded = votes(5, 0.3, Op::Majority);
        let spread = Solver::new(&spread, lean(1.5, 6)).unwrap();
        let folded = solver(&folded, 1.5);
        assert!(folded.unrolled().situations() < spread.unrolled().situations());
        for (alice, bob) in [("shift:0.03", "lazy:0.2"), ("honest", "when-losing:0.5")] {
            close(value(&spread, alice, bob), value(&folded, alice, bob), 1e-12);
        }
    }

    #[test]
    fn ten_thousand_votes_are_counted_not_enumerated() {
        let solver = solver(&votes(10_001, 0.5, Op::Majority), 1.0);
        close(solver.unrolled().truth(), 0.5, 1e-9);
    }
}
