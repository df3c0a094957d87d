//! The instance of a stochastic debate, and values that all its positions share. Each value is
//! computed when somebody first asks for it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::values::{
    ContinuationValues, FEAR, HOPE, Solver, SolverError, StrategyProfile, TRUTH, VALUE,
};
use crate::machine::Step;
use crate::machine::plan::{
    LipschitzConstants, StateValues, UnrolledPlan, chance_of_one, change, lipschitz,
    lipschitz_bracket,
};
use crate::protocol::stochastic::{OracleDistances, StochasticInstance};
use crate::work::{CancelToken, Cancelled, LazyValue};

/// A table of values that is computed when somebody first asks for it.
type LazyTable = Arc<LazyValue<Result<Arc<StateValues<f64>>, SolverError>>>;

/// At most this many tables are kept. Each pair of players has its own table.
const MOST_PAIRS: usize = 8;

/// The upper limit on the checks of a measurement while a screen waits: about ten milliseconds.
const CHECKS_AT_ONCE: u64 = 4_000;

/// The exact search for K makes hundreds of passes over all situations, so a screen waits for it
/// only if there are at most this many situations.
const SEARCHED_AT_ONCE: usize = 1_000;

/// The bounds on K need about ten passes, and Δ(δ) needs one.
const MEASURED_AT_ONCE: usize = 50_000;

/// Plans with more steps are not measured for a screen.
const MOST_STEPS_MEASURED: usize = 20_000;

/// The instance of a debate, and the values that were computed for it. All positions share it.
#[derive(Debug)]
pub struct DebateAnalysis {
    pub(in crate::protocol::stochastic) setup: StochasticInstance,
    /// For each step, the number of the last step that reads it. 0 if no step reads it.
    pub(in crate::protocol::stochastic) last_reader: Vec<u32>,
    pub(in crate::protocol::stochastic) apart: OracleDistances,
    chance_of_output: LazyValue<Option<f64>>,
    k: OnceLock<Option<LipschitzConstants>>,
    change: OnceLock<Option<f64>>,
    solver: LazyValue<Result<Solver, SolverError>>,
    truths: LazyValue<StateValues<f64>>,
    /// The oldest table comes first.
    values: Mutex<Vec<(StrategyProfile, LazyTable)>>,
}

impl DebateAnalysis {
    /// An instance for which nothing has been computed yet.
    pub fn new(setup: StochasticInstance) -> Self {
        let plan = &setup.plan;
        let mut last_reader = vec![0; plan.len()];
        for step in plan.steps() {
            for read in plan.relevant(step).iter().filter_map(|source| source.get().step()) {
                last_reader[read.index()] = step.number();
            }
        }
        Self {
            apart: setup.oracles.distances(plan),
            last_reader,
            setup,
            chance_of_output: LazyValue::default(),
            k: OnceLock::default(),
            change: OnceLock::default(),
            solver: LazyValue::default(),
            truths: LazyValue::default(),
            values: Mutex::default(),
        }
    }

    /// P[output = 1]. `None` if the plan is too wide.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn chance_of_output(&self, token: &CancelToken) -> Result<Option<f64>, Cancelled> {
        self.chance_of_output.get_or(token, || chance_of_one(&self.setup.plan, token)).copied()
    }

    /// The smallest K that Thm 6.2 allows for this plan, by prefix. If the exact search takes too
    /// long, the result has a lower and an upper bound from a few passes. `None` if even these
    /// bounds take too long.
    pub fn measured_k(&self) -> Option<LipschitzConstants> {
        *self.k.get_or_init(|| {
            self.measured_at_once(SEARCHED_AT_ONCE, lipschitz)
                .or_else(|| self.measured_at_once(MEASURED_AT_ONCE, lipschitz_bracket))
        })
    }

    /// Δ(δ): how much the probability of the output can change if all players share an oracle that
    /// is off by δ. Here δ is the largest distance of an oracle from the truth. `None` if measuring
    /// takes too long.
    pub fn measured_change(&self) -> Option<f64> {
        *self.change.get_or_init(|| {
            self.measured_at_once(MEASURED_AT_ONCE, |unrolled, token| {
                let (down, up) = change(unrolled, self.apart.delta(), token)?;
                Ok(down.max(up))
            })
        })
    }

    /// `None` if the plan has more than `most` situations, or the work takes too long.
    fn measured_at_once<T>(
        &self,
        most: usize,
        measure: impl Fn(&UnrolledPlan, &CancelToken) -> Result<T, Cancelled>,
    ) -> Option<T> {
        if self.setup.plan.len() > MOST_STEPS_MEASURED {
            return None;
        }
        let token = CancelToken::limited(CHECKS_AT_ONCE);
        let unrolled = UnrolledPlan::new(&self.setup.plan, &token).ok()?;
        (unrolled.situations() <= most).then(|| measure(&unrolled, &token).ok())?
    }

    /// The solver of this instance.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide, or the work was cancelled.
    pub fn solver(&self, token: &CancelToken) -> Result<&Solver, SolverError> {
        let StochasticInstance { plan, constants, oracles, departures, .. } = &self.setup;
        let found = self.solver.get_or(token, || {
            let solver = Solver::new(plan, *constants, token);
            let complete =
                |solver: Solver| solver.with_oracles(oracles.clone()).with_variant(*departures);
            unless_cancelled(solver.map(complete))
        });
        found?.as_ref().map_err(|e| *e)
    }

    /// The plan's situations.
    ///
    /// # Errors
    /// Returns an error if there are too many, or the work was cancelled.
    pub fn unrolled(&self, token: &CancelToken) -> Result<&UnrolledPlan, SolverError> {
        self.solver(token).map(Solver::unrolled)
    }

    /// P[output = 1] in every situation.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide, or the work was cancelled.
    pub fn truths(&self, token: &CancelToken) -> Result<&StateValues<f64>, SolverError> {
        let unrolled = self.unrolled(token)?;
        Ok(self.truths.get_or(token, || unrolled.truths(token))?)
    }

    /// P[Alice wins] in every situation, for a pair of players.
    ///
    /// # Errors
    /// Returns an error if these values are too expensive to compute, or if the work was cancelled.
    pub fn values(
        &self,
        players: StrategyProfile,
        token: &CancelToken,
    ) -> Result<Arc<StateValues<f64>>, SolverError> {
        let solver = self.solver(token)?;
        let table = {
            let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            match kept.iter().find(|(known, _)| *known == players) {
                Some((_, known)) => Arc::clone(known),
                None => {
                    if kept.len() == MOST_PAIRS {
                        kept.remove(0);
                    }
                    kept.push((players, LazyTable::default()));
                    Arc::clone(&kept[kept.len() - 1].1)
                }
            }
        };
        let make = || unless_cancelled(solver.values(players, token).map(Arc::new));
        table.get_or(token, make)?.clone()
    }

    /// The values of a table after the bits 0 and 1 of a step. A value is 0 if its bit is
    /// impossible in this situation.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide, or the work was cancelled.
    pub fn after(
        &self,
        table: &StateValues<f64>,
        step: Step,
        situation: u32,
        token: &CancelToken,
    ) -> Result<[f64; 2], SolverError> {
        let unrolled = self.unrolled(token)?;
        let value = |next| table.after(step.index() + 1, next);
        Ok([false, true].map(|bit| unrolled.next(step, situation, bit).map_or(0.0, value)))
    }

    /// The values that two players use in the round of a step.
    ///
    /// # Errors
    /// Returns an error if these values are too expensive to compute, or if the work was cancelled.
    pub fn continuation(
        &self,
        players: StrategyProfile,
        step: Step,
        situation: u32,
        token: &CancelToken,
    ) -> Result<ContinuationValues, SolverError> {
        let (needs, mut ahead) = (players.needs(), ContinuationValues::default());
        if needs[TRUTH] {
            ahead[TRUTH] = self.after(self.truths(token)?, step, situation, token)?;
        }
        for (place, players) in [
            (VALUE, players),
            (HOPE, StrategyProfile::BEST_ALICE),
            (FEAR, StrategyProfile::BEST_BOB),
        ] {
            if needs[place] {
                let table = self.values(players, token)?;
                ahead[place] = self.after(&table, step, situation, token)?;
            }
        }
        Ok(ahead)
    }
}

/// Turns a cancellation into the outer error. Other errors stay in the inner result, so that the caller can keep them.
fn unless_cancelled<T>(found: Result<T, SolverError>) -> Result<Result<T, SolverError>, Cancelled> {
    match found {
        Err(SolverError::Stopped(stopped)) => Err(stopped),
        found => Ok(found),
    }
}
