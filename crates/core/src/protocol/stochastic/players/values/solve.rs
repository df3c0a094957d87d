//! The exact probability that Alice wins, for any pair of players.

use super::fixed::Fixed;
use super::rounds::Rounds;
use super::solver::{Solved, Solver, SolverError};
use crate::machine::Step;
use crate::machine::plan::SituationValues;
use crate::protocol::stochastic::players::kinds::Players;
use crate::work::Token;

impl Solver {
    /// What a pair of players comes to.
    ///
    /// # Errors
    /// If it is out of reach, or the work was stopped.
    pub fn solve(&self, players: Players, token: &Token) -> Result<Solved, SolverError> {
        if let Some(fixed) = Fixed::of(self, players)? {
            return Ok(fixed.solve(token)?);
        }
        let mut rounds = Rounds::new(self, players)?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let at = self.unrolled().sweep(Rounds::ENDS, token, value)?;
        let solved = rounds.solved(&at);
        rounds.finish(solved)
    }

    /// P[Alice wins], where others than these two play some of the steps.
    ///
    /// # Errors
    /// If it is out of reach, or the work was stopped.
    pub fn changing(
        &self,
        players: Players,
        others: &[(Step, Players)],
        token: &Token,
    ) -> Result<f64, SolverError> {
        let mut rounds = Rounds::with(self, players, others)?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let at = self.unrolled().sweep(Rounds::ENDS, token, value)?;
        rounds.finish(at.value)
    }

    /// P[Alice wins] from every situation on.
    ///
    /// # Errors
    /// If it is out of reach, or the work was stopped.
    pub fn values(
        &self,
        players: Players,
        token: &Token,
    ) -> Result<SituationValues<f64>, SolverError> {
        let mut rounds = Rounds::new(self, players)?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let table = self.unrolled().table_of(Rounds::ENDS, token, value, |at| at.value)?;
        rounds.finish(table)
    }

    /// Whether what these players come to can be worked out on this plan.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn reaches(&self, players: Players) -> Result<(), SolverError> {
        Rounds::new(self, players).map(drop)
    }
}
