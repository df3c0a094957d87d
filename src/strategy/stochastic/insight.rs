//! What players who look ahead know: values of every situation, worked out once a debate.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::values::{Ahead, Needs, Players, Solver, SolverError};
use crate::machine::Step;
use crate::machine::plan::{Table, Unrolled};
use crate::protocol::stochastic::{Setup, Stochastic};

/// A table of values that is worked out when somebody first asks for it.
type Lazily = Arc<OnceLock<Result<Arc<Table<f64>>, SolverError>>>;

/// The tables of so many pairs of players are kept.
const MOST_PAIRS: usize = 8;

/// Everything that can be known of a stochastic debate from its start, kept with the debate.
#[derive(Debug)]
pub struct Insight {
    solver: Result<Solver, SolverError>,
    truths: OnceLock<Table<f64>>,
    /// The oldest first.
    values: Mutex<Vec<(Players, Lazily)>>,
}

impl Insight {
    /// Nothing worked out yet but the plan's situations.
    pub fn new(setup: &Setup) -> Self {
        Self {
            solver: Solver::new(&setup.plan, setup.constants),
            truths: OnceLock::new(),
            values: Mutex::default(),
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

    /// P[Alice wins] in every situation between two players.
    ///
    /// # Errors
    /// If these values are out of reach.
    pub fn values(&self, players: Players) -> Result<Arc<Table<f64>>, SolverError> {
        let solver = self.solver()?;
        let lazily = {
            let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            match kept.iter().find(|(known, _)| *known == players) {
                Some((_, known)) => Arc::clone(known),
                None => {
                    if kept.len() == MOST_PAIRS {
                        kept.remove(0);
                    }
                    let new = Lazily::default();
                    kept.push((players, Arc::clone(&new)));
                    new
                }
            }
        };
        lazily.get_or_init(|| solver.values(players).map(Arc::new)).clone()
    }

    /// What two players see ahead of them in the round of a step.
    ///
    /// # Errors
    /// If the values that they go by are out of reach.
    pub fn ahead(
        &self,
        players: Players,
        step: Step,
        situation: u32,
    ) -> Result<Ahead, SolverError> {
        let unrolled = self.solver()?.unrolled();
        let next = [false, true].map(|bit| unrolled.next(step, situation, bit));
        let look = |table: &Table<f64>| {
            next.map(|next| next.map_or(0.0, |next| table.after(step.index() + 1, next)))
        };
        let values = |wanted: bool, players: Players| match wanted {
            true => self.values(players).map(|table| look(&table)),
            false => Ok([0.0; 2]),
        };
        let needs = Needs::of(players);
        Ok(Ahead {
            truths: self.truths().filter(|_| needs.truths).map_or([0.0; 2], look),
            values: values(needs.values, players)?,
            hopes: values(needs.hopes, Players::BEST_ALICE)?,
            fears: values(needs.fears, Players::BEST_BOB)?,
        })
    }
}
