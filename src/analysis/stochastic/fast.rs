//! Many debates between fixed players, fast: the same laws as the rules, drawn from tables.
//!
//! A round costs a few lookups whatever the sample counts. Debate `i` of a seed is the same at any
//! number of threads, since each debate has a generator of its own.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rand_xoshiro::SplitMix64;
use rayon::prelude::*;

use crate::chance::{Binomial, Inversion, Nature, Probability, unit};
use crate::machine::Step;
use crate::machine::plan::{Spot, Table, Unrolled};
use crate::protocol::stochastic::{Samples, is_near};
use crate::strategy::stochastic::values::{Checker, Players, Solver, SolverError};
use crate::strategy::stochastic::{Alice, Bob};

/// Why a pair cannot be simulated fast.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FastError {
    /// No tables for this plan or these constants.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// An optimal Alice chooses anew in every situation.
    #[error("an optimal Alice is simulated by the rules, not from tables")]
    Optimal,
}

/// What many debates came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// How many debates.
    pub debates: u64,
    /// How many Alice won.
    pub alice_wins: u64,
    /// How many Bob aborted.
    pub aborts: u64,
    /// Alice's oracle queries in all.
    pub alice_queries: u128,
    /// Bob's.
    pub bob_queries: u128,
    /// The judge's.
    pub judge_queries: u128,
}

impl Tally {
    /// Both together.
    pub fn and(mut self, other: Self) -> Self {
        self.debates += other.debates;
        self.alice_wins += other.alice_wins;
        self.aborts += other.aborts;
        self.alice_queries += other.alice_queries;
        self.bob_queries += other.bob_queries;
        self.judge_queries += other.judge_queries;
        self
    }
}

/// One question with one probability.
#[derive(Debug)]
struct Question {
    alice: Option<Inversion>,
    bob: Option<Inversion>,
    judge: Inversion,
    checker: Checker,
}

/// A pair of fixed players, ready to debate fast.
#[derive(Debug)]
pub struct Fast<'a> {
    solver: &'a Solver,
    players: Players,
    bob: Option<Samples>,
    /// By step, then by the row of its table.
    questions: Vec<Vec<Arc<Question>>>,
    /// P[output = 1] in every situation, where a player goes by that.
    truths: Option<Table<f64>>,
    /// P[Alice wins] in every situation, where Bob does his best.
    values: Option<Table<f64>>,
}

impl<'a> Fast<'a> {
    /// Makes the tables for a pair of players.
    pub fn new(solver: &'a Solver, players: Players) -> Result<Self, FastError> {
        if matches!(players.alice, Alice::Optimal | Alice::BestResponse) {
            return Err(FastError::Optimal);
        }
        let by_truth =
            matches!(players.alice, Alice::LateLie(_)) || matches!(players.bob, Bob::WhenLosing(_));
        let truths = by_truth.then(|| solver.unrolled().truths());
        let values = match players.bob {
            Bob::Optimal => Some(solver.values(Players::BEST_BOB)?),
            Bob::BestResponse => Some(solver.values(players)?),
            _ => None,
        };
        let constants = solver.constants();
        let bob = solver.bob_samples(players.bob);
        let mut tables: HashMap<(u64, u64), Inversion> = HashMap::new();
        let mut table = |count: u64, p: Probability| -> Result<Inversion, SolverError> {
            let key = (count, p.get().to_bits());
            if let Some(known) = tables.get(&key) {
                return Ok(known.clone());
            }
            let made = Inversion::new(&Binomial::new(count, p)?);
            tables.insert(key, made.clone());
            Ok(made)
        };
        let mut by_chance: HashMap<u64, Arc<Question>> = HashMap::new();
        let mut question = |p: Probability| -> Result<Arc<Question>, SolverError> {
            if let Some(known) = by_chance.get(&p.get().to_bits()) {
                return Ok(Arc::clone(known));
            }
            let samples = players.alice == Alice::Honest;
            let made = Arc::new(Question {
                alice: if samples { Some(table(constants.alice, p)?) } else { None },
                bob: bob.map(|bob| table(bob.count, p)).transpose()?,
                judge: table(constants.judge.count, p)?,
                checker: Checker::new(constants.judge, p)?,
            });
            by_chance.insert(p.get().to_bits(), Arc::clone(&made));
            Ok(made)
        };
        let plan = solver.unrolled().plan();
        let questions: Result<Vec<Vec<Arc<Question>>>, SolverError> = plan
            .steps()
            .map(|step| {
                let rows = plan.ask(step).into_iter().flat_map(|ask| ask.yes.iter());
                rows.map(|&p| question(p)).collect()
            })
            .collect();
        Ok(Self { solver, players, bob, questions: questions?, truths, values })
    }

    /// Debates numbered `numbers` of a seed, on all cores.
    pub fn run(&self, seed: u64, numbers: Range<u64>) -> Tally {
        const BATCH: u64 = 4096;
        let batches = (numbers.end.saturating_sub(numbers.start)).div_ceil(BATCH);
        (0..batches)
            .into_par_iter()
            .map(|batch| {
                let start = numbers.start + batch * BATCH;
                let mut tally = Tally::default();
                for number in start..(start + BATCH).min(numbers.end) {
                    self.debate(&mut Nature::new(seed).rng(number, 0), &mut tally);
                }
                tally
            })
            .reduce(Tally::default, Tally::and)
    }

    fn debate(&self, rng: &mut SplitMix64, tally: &mut Tally) {
        tally.debates += 1;
        let unrolled = self.solver.unrolled();
        let mut situation = 0;
        for step in unrolled.plan().steps() {
            let spot = unrolled.spot(step, situation);
            let (stated, question) = self.state(unrolled, step, situation, spot, rng, tally);
            let bit = unit(rng) < stated;
            let right = match spot {
                Spot::Gate(value) => stated == f64::from(u8::from(value)),
                Spot::Ask { .. } => true,
            };
            let next = unrolled.next(step, situation, bit);
            if self.aborts(step, next, question, stated, right, rng, tally) {
                tally.aborts += 1;
                let accepts = match question {
                    None => right,
                    Some(question) => {
                        let judge = self.solver.constants().judge;
                        tally.judge_queries += u128::from(judge.count);
                        is_near(question.judge.draw(rng), judge.count, stated, judge.tolerance)
                    }
                };
                tally.alice_wins += u64::from(accepts);
                return;
            }
            // A wrong gate that nobody objects to is followed: the solver saw to it that it can be.
            let Some(next) = next else { return };
            situation = next;
        }
        tally.alice_wins += u64::from(situation == 1);
    }

    fn state(
        &self,
        unrolled: &Unrolled,
        step: Step,
        situation: u32,
        spot: Spot,
        rng: &mut SplitMix64,
        tally: &mut Tally,
    ) -> (f64, Option<&Question>) {
        let truths = || {
            [false, true].map(|bit| look(&self.truths, step, unrolled.next(step, situation, bit)))
        };
        match spot {
            Spot::Gate(value) => {
                let lies = self.players.alice == Alice::LateLie(step);
                let bit = if lies { truths()[1] >= truths()[0] } else { value };
                (f64::from(u8::from(bit)), None)
            }
            Spot::Ask { p, row } => {
                let question = &*self.questions[step.index()][usize::from(row)];
                let stated = match &question.alice {
                    Some(law) => {
                        let count = self.solver.constants().alice;
                        tally.alice_queries += u128::from(count);
                        law.draw(rng) as f64 / count as f64
                    }
                    None => {
                        let stated = self.solver.stated(self.players.alice, step, p, truths());
                        stated.unwrap_or_else(|| p.get())
                    }
                };
                (stated, Some(question))
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "everything that Bob may look at")]
    fn aborts(
        &self,
        step: Step,
        next: Option<u32>,
        question: Option<&Question>,
        stated: f64,
        right: bool,
        rng: &mut SplitMix64,
        tally: &mut Tally,
    ) -> bool {
        match (self.players.bob, self.bob, question) {
            (_, Some(_), None) => !right,
            (_, Some(samples), Some(question)) => {
                tally.bob_queries += u128::from(samples.count);
                let count = question.bob.as_ref().map_or(0, |law| law.draw(rng));
                !is_near(count, samples.count, stated, samples.tolerance)
            }
            (Bob::AbortAt(at), ..) => at == step,
            (Bob::WhenLosing(level), ..) => look(&self.truths, step, next) >= level,
            (Bob::Optimal | Bob::BestResponse, _, None) => !right,
            (Bob::Optimal | Bob::BestResponse, _, Some(question)) => {
                question.checker.passes(stated) < look(&self.values, step, next)
            }
            _ => false,
        }
    }
}

/// What a table says of the situation that follows a step.
fn look(table: &Option<Table<f64>>, step: Step, next: Option<u32>) -> f64 {
    match (table, next) {
        (Some(table), Some(next)) => table.after(step.index() + 1, next),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Op, Plan};
    use crate::protocol::stochastic::{ConstantSet, Constants, Lipschitz};
    use crate::strategy::stochastic::values::testing::{forked, players, votes};

    fn teaching(plan: &Plan) -> Solver {
        let k = Lipschitz::new(1.0).unwrap();
        let constants = Constants::new(ConstantSet::Teaching, k, plan.len() as u64).unwrap();
        Solver::new(plan, constants).unwrap()
    }

    #[test]
    fn rates_and_costs_are_those_of_the_solver() {
        for plan in [forked(), votes(5, 0.6, Op::Majority)] {
            let solver = teaching(&plan);
            for (alice, bob) in [
                ("honest", "honest"),
                ("shift:0.05", "honest"),
                ("shift:0.08", "lazy:0.02"),
                ("exact", "when-losing:0.7"),
                ("honest", "optimal"),
                ("shift:0.08", "optimal"),
                ("shift:0.08", "best-response"),
                ("late-lie:2", "honest"),
                ("late-lie:3", "never"),
                ("honest", "abort-at:2"),
            ] {
                let players = players(&solver, [alice, bob]);
                let exact = solver.solve(players).unwrap();
                let n = 20_000;
                let tally = Fast::new(&solver, players).unwrap().run(11, 0..n);
                let rate = tally.alice_wins as f64 / n as f64;
                let sigma = (exact.value * (1.0 - exact.value) / n as f64).sqrt();
                assert!(
                    (rate - exact.value).abs() < 4.5 * sigma + 1e-9,
                    "{alice} v {bob}: {rate} for {}",
                    exact.value
                );
                let queries = tally.bob_queries as f64 / n as f64;
                assert!((queries - exact.bob_queries).abs() <= 0.02 * exact.bob_queries + 1e-9);
                let queries = tally.judge_queries as f64 / n as f64;
                let spread = solver.constants().judge.count as f64 * 0.02;
                assert!((queries - exact.judge_queries).abs() <= spread);
            }
        }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let plan = forked();
        let solver = teaching(&plan);
        let fast = Fast::new(&solver, Players::HONEST).unwrap();
        let whole = fast.run(3, 0..10_000);
        assert_eq!(whole, fast.run(3, 0..1234).and(fast.run(3, 1234..10_000)));
        assert_ne!(whole.alice_wins, fast.run(4, 0..10_000).alice_wins);
    }
}
