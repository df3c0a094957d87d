//! What players who look ahead know: values of every situation, worked out once a debate.

use std::sync::{Arc, OnceLock};

use super::values::{Players, Solver, SolverError};
use super::{Alice, Bob};
use crate::machine::plan::{Table, Unrolled};
use crate::protocol::stochastic::{Setup, Stochastic};

/// A table of values that is worked out when somebody first asks for it.
type Lazily = OnceLock<Result<Arc<Table<f64>>, SolverError>>;

/// Everything that can be known of a stochastic debate from its start, kept with the debate.
#[derive(Debug)]
pub struct Insight {
    solver: Result<Solver, SolverError>,
    truths: OnceLock<Table<f64>>,
    honest: Lazily,
    best_alice: Lazily,
    best_bob: Lazily,
}

impl Insight {
    /// Nothing worked out yet but the plan's situations.
    pub fn new(setup: &Setup) -> Self {
        Self {
            solver: Solver::new(&setup.plan, setup.constants),
            truths: OnceLock::new(),
            honest: OnceLock::new(),
            best_alice: OnceLock::new(),
            best_bob: OnceLock::new(),
        }
    }

    /// The insight into a debate.
    pub fn of(debate: &Stochastic) -> Arc<Self> {
        debate.insight(Self::new)
    }

    /// The solver.
    ///
    /// # Errors
    /// If the plan is too wide.
    pub fn solver(&self) -> Result<&Solver, SolverError> {
        self.solver.as_ref().map_err(|e| *e)
    }

    /// The plan's situations; none if it is too wide.
    pub fn unrolled(&self) -> Option<&Unrolled> {
        self.solver.as_ref().ok().map(Solver::unrolled)
    }

    /// P[output = 1] in every situation.
    pub fn truths(&self) -> Option<&Table<f64>> {
        let unrolled = self.unrolled()?;
        Some(self.truths.get_or_init(|| unrolled.truths()))
    }

    /// P[Alice wins] in every situation: both honest, or one of them at her or his best against
    /// the other's honesty.
    ///
    /// # Errors
    /// If these values are out of reach.
    pub fn values(&self, alice: Alice, bob: Bob) -> Result<Arc<Table<f64>>, SolverError> {
        let solver = self.solver()?;
        let players = Players { alice, bob };
        let table = || solver.values(players).map(Arc::new);
        match (alice, bob) {
            (Alice::Honest, Bob::Honest) => self.honest.get_or_init(table).clone(),
            (Alice::Optimal, Bob::Honest) => self.best_alice.get_or_init(table).clone(),
            (Alice::Honest, Bob::Optimal) => self.best_bob.get_or_init(table).clone(),
            _ => table(),
        }
    }
}
