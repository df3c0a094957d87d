//! What players who look ahead know: values of every situation, worked out once a debate.

use std::sync::{Arc, Mutex, PoisonError};

use super::values::{Ahead, Needs, Players, Solver, SolverError};
use crate::machine::Step;
use crate::machine::plan::{SituationValues, Unrolled};
use crate::protocol::stochastic::StochasticInstance;
use crate::work::{LazyValue, Stopped, Token};

/// A table of values that is worked out when somebody first asks for it.
type LazyTable = Arc<LazyValue<Result<Arc<SituationValues<f64>>, SolverError>>>;

/// The tables of so many pairs of players are kept.
const MOST_PAIRS: usize = 8;

/// Everything that can be known of a stochastic debate from its start, kept with the debate.
#[derive(Debug)]
pub struct Insight {
    setup: StochasticInstance,
    solver: LazyValue<Result<Solver, SolverError>>,
    truths: LazyValue<SituationValues<f64>>,
    /// The oldest first.
    values: Mutex<Vec<(Players, LazyTable)>>,
}

impl Insight {
    /// Nothing worked out yet.
    pub fn new(setup: &StochasticInstance) -> Self {
        Self {
            setup: setup.clone(),
            solver: LazyValue::default(),
            truths: LazyValue::default(),
            values: Mutex::default(),
        }
    }

    /// The solver.
    ///
    /// # Errors
    /// If the plan is too wide, or the work was stopped.
    pub fn solver(&self, token: &Token) -> Result<&Solver, SolverError> {
        let StochasticInstance { plan, constants, oracles, .. } = &self.setup;
        let found = self.solver.get_or(token, || {
            let solver = Solver::new(plan, *constants, token);
            unless_stopped(solver.map(|solver| solver.with_oracles(oracles.clone())))
        });
        found?.as_ref().map_err(|e| *e)
    }

    /// The plan's situations.
    ///
    /// # Errors
    /// If there are too many, or the work was stopped.
    pub fn unrolled(&self, token: &Token) -> Result<&Unrolled, SolverError> {
        self.solver(token).map(Solver::unrolled)
    }

    /// P[output = 1] in every situation.
    ///
    /// # Errors
    /// If the plan is too wide, or the work was stopped.
    pub fn truths(&self, token: &Token) -> Result<&SituationValues<f64>, SolverError> {
        let unrolled = self.unrolled(token)?;
        Ok(self.truths.get_or(token, || unrolled.truths(token))?)
    }

    /// P[Alice wins] in every situation between two players.
    ///
    /// # Errors
    /// If these values are out of reach, or the work was stopped.
    pub fn values(
        &self,
        players: Players,
        token: &Token,
    ) -> Result<Arc<SituationValues<f64>>, SolverError> {
        let solver = self.solver(token)?;
        let lazily = {
            let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            match kept.iter().find(|(known, _)| *known == players) {
                Some((_, known)) => Arc::clone(known),
                None => {
                    if kept.len() == MOST_PAIRS {
                        kept.remove(0);
                    }
                    let new = LazyTable::default();
                    kept.push((players, Arc::clone(&new)));
                    new
                }
            }
        };
        let make = || unless_stopped(solver.values(players, token).map(Arc::new));
        lazily.get_or(token, make)?.clone()
    }

    /// What two players see ahead of them in the round of a step.
    ///
    /// # Errors
    /// If the values that they go by are out of reach, or the work was stopped.
    pub fn ahead(
        &self,
        players: Players,
        step: Step,
        situation: u32,
        token: &Token,
    ) -> Result<Ahead, SolverError> {
        let unrolled = self.unrolled(token)?;
        let next = [false, true].map(|bit| unrolled.next(step, situation, bit));
        let look = |table: &SituationValues<f64>| {
            next.map(|next| next.map_or(0.0, |next| table.after(step.index() + 1, next)))
        };
        let values = |wanted: bool, players: Players| match wanted {
            true => self.values(players, token).map(|table| look(&table)),
            false => Ok([0.0; 2]),
        };
        let needs = Needs::of(players);
        let truths = match needs.truths {
            true => look(self.truths(token)?),
            false => [0.0; 2],
        };
        Ok(Ahead {
            truths,
            values: values(needs.values, players)?,
            hopes: values(needs.hopes, Players::BEST_ALICE)?,
            fears: values(needs.fears, Players::BEST_BOB)?,
        })
    }
}

/// What can be kept: a value, or that it is out of reach; not that somebody stopped the work.
fn unless_stopped<T>(found: Result<T, SolverError>) -> Result<Result<T, SolverError>, Stopped> {
    match found {
        Err(SolverError::Stopped(stopped)) => Err(stopped),
        found => Ok(found),
    }
}
