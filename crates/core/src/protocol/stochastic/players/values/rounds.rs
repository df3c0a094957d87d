//! Solves the rounds of one pair of players, from the last round to the first.

use std::sync::Arc;

use super::choices::{ContinuationValues, FEAR, HOPE, StatingRule, TRUTH, VALUE};
use super::fixed;
use super::question::{RoundOutcome, exactly};
use super::solver::{Kernel, PairSolution, Solver, SolverError};
use crate::machine::plan::{StateValues, UnrolledStep};
use crate::machine::{Op, Step};
use crate::protocol::stochastic::players::profile::{AliceStrategy, BobStrategy, StrategyProfile};
use crate::work::CancelToken;

/// The values of a situation: the four [`ContinuationValues`], and three expected counts from this
/// situation on.
type Here = [f64; 7];

/// The index of P[Bob aborts].
const ABORTS: usize = 4;
/// The index of the expected number of rounds with a question.
const ASKED: usize = 5;
/// The index of P[Bob aborts in a round with a question].
const TRIALS: usize = 6;

/// The values after the last step, for the outputs 0 and 1.
const ENDS: [Here; 2] = [[0.0; 7], [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]];

/// The index of the kernel for a number that was chosen against another Bob.
const CHOSEN: usize = TRUTH;

/// The rounds of a pair of players, for one pass over all situations.
struct Rounds<'a> {
    solver: &'a Solver,
    players: StrategyProfile,
    /// Other pairs of players, who play instead of `players` at some steps.
    others: &'a [(Step, StrategyProfile)],
    needs: [bool; 4],
    /// The kernels of the current question, one row for each probability. Each row has four
    /// entries: one for the values, one for the hopes, one for the fears, and [`CHOSEN`].
    rows: Vec<[Option<Arc<Kernel>>; 4]>,
    question: Option<(u32, Step, StrategyProfile)>,
    error: Option<SolverError>,
}

impl<'a> Rounds<'a> {
    /// The rounds of two players, whom other pairs replace at some steps. Then no player may use
    /// the value of a debate between the two, because the two do not know that they are replaced.
    fn new(
        solver: &'a Solver,
        players: StrategyProfile,
        others: &'a [(Step, StrategyProfile)],
    ) -> Result<Self, SolverError> {
        let mut needs = [false; 4];
        for players in std::iter::once(players).chain(others.iter().map(|(_, other)| *other)) {
            if lies_at_gates(solver, players) && !solver.unrolled().lies_at_gates() {
                return Err(SolverError::GateLies);
            }
            needs.iter_mut().zip(players.needs()).for_each(|(all, own)| *all |= own);
        }
        Ok(Self { solver, players, others, needs, rows: Vec::new(), question: None, error: None })
    }

    fn at(&self, step: Step) -> StrategyProfile {
        let other = self.others.iter().find(|(at, _)| *at == step);
        other.map_or(self.players, |(_, players)| *players)
    }

    fn sweep(mut self, token: &CancelToken) -> Result<Here, SolverError> {
        let unrolled = self.solver.unrolled();
        let start =
            unrolled.sweep(ENDS, token, |step, spot, after| self.value(step, spot, after))?;
        self.finish(start)
    }

    fn finish<T>(self, result: T) -> Result<T, SolverError> {
        self.error.map_or(Ok(result), Err)
    }

    fn value(&mut self, step: Step, spot: UnrolledStep, after: [Here; 2]) -> Here {
        if self.error.is_some() {
            return Here::default();
        }
        self.round(step, spot, after).unwrap_or_else(|error| {
            self.error = Some(error);
            Here::default()
        })
    }

    fn round(
        &mut self,
        step: Step,
        spot: UnrolledStep,
        [zero, one]: [Here; 2],
    ) -> Result<Here, SolverError> {
        let asks = f64::from(matches!(spot, UnrolledStep::Ask { .. }));
        self.forget_other_questions(step);
        let ahead: ContinuationValues = std::array::from_fn(|place| [zero[place], one[place]]);
        let outcome = self.outcome(self.at(step), step, (spot, VALUE), &ahead)?;
        let onward = |place: usize| outcome.one * one[place] + outcome.zero * zero[place];
        let mut here = Here::default();
        here[TRUTH] = spot.mean(ahead[TRUTH]);
        here[VALUE] = outcome.win + onward(VALUE);
        here[ABORTS] = outcome.abort + onward(ABORTS);
        here[ASKED] = asks + onward(ASKED);
        here[TRIALS] = asks * outcome.abort + onward(TRIALS);
        for (place, players) in
            [(HOPE, StrategyProfile::BEST_ALICE), (FEAR, StrategyProfile::BEST_BOB)]
        {
            if self.needs[place] {
                // These two play best against each other, so they use their own value.
                let mut own = ahead;
                own[VALUE] = ahead[place];
                let outcome = self.outcome(players, step, (spot, place), &own)?;
                here[place] = outcome.worth(ahead[place]);
            }
        }
        Ok(here)
    }

    fn forget_other_questions(&mut self, step: Step) {
        let plan = self.solver.unrolled().plan();
        let Op::Ask(question) = plan.op(step) else { return };
        let players = self.at(step);
        let same = self.question.is_some_and(|(number, other, others)| {
            number == question && others == players && self.solver.oracles().same_flaws(other, step)
        });
        if !same {
            self.rows.clear();
        }
        self.question = Some((question, step, players));
    }

    /// The outcome of a round between two players. Their kernel is kept in the row, at `place`.
    fn outcome(
        &mut self,
        players: StrategyProfile,
        step: Step,
        (spot, place): (UnrolledStep, usize),
        ahead: &ContinuationValues,
    ) -> Result<RoundOutcome, SolverError> {
        let solver = self.solver;
        if let Some(outcome) = solver.variant_round(players, step, spot, ahead)? {
            return Ok(outcome);
        }
        let (p, row) = match spot {
            // A late lie depends on more than the probability of the row.
            UnrolledStep::Ask { p, row } if players.alice != AliceStrategy::LateLie(step) => {
                (p, row)
            }
            _ => return solver.constant_outcome(players, step, spot, ahead),
        };
        let answer = players.answer(solver.constants(), step, ahead);
        let stating = solver.stating(players, step, p, ahead);
        let StatingRule::Best(reckoned, values) = stating else {
            let make = || solver.kernel(step, p, stating, answer);
            return Ok(self.kernel(row, place, make)?.constant_outcome(answer));
        };
        let kernel = self.kernel(row, place, || solver.kernel(step, p, stating, reckoned))?;
        let Kernel::Free(candidates) = &*kernel else { return Ok(RoundOutcome::default()) };
        solver.within_reach(candidates.looks())?;
        let (best, outcome) = candidates.best(reckoned, values);
        if reckoned == answer {
            return Ok(outcome);
        }
        // Alice chose her number against a Bob who is not the Bob who responds.
        let make = || solver.kernel(step, p, StatingRule::Chosen, answer);
        let objects = match &*self.kernel(row, CHOSEN, make)? {
            Kernel::Chosen(Some(bob)) => bob.objects(best.stated),
            _ => 0.0,
        };
        Ok(exactly(best.stated, best.accepted, objects, answer))
    }

    fn kernel(
        &mut self,
        row: u16,
        place: usize,
        make: impl FnOnce() -> Result<Arc<Kernel>, SolverError>,
    ) -> Result<Arc<Kernel>, SolverError> {
        let row = usize::from(row);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Default::default);
        }
        let kept = &mut self.rows[row][place];
        match kept {
            Some(known) => Ok(Arc::clone(known)),
            None => Ok(Arc::clone(kept.insert(make()?))),
        }
    }
}

/// Returns true if this Alice can get a wrong bit at some gate.
fn lies_at_gates(solver: &Solver, players: StrategyProfile) -> bool {
    match players.alice {
        AliceStrategy::ShiftGates(_) => true,
        AliceStrategy::OwnBits => solver.variant().alice_sets_bits,
        AliceStrategy::Optimal | AliceStrategy::BestResponse if solver.variant().any() => true,
        AliceStrategy::BestResponse => {
            matches!(
                players.bob,
                BobStrategy::Never | BobStrategy::AbortAt(_) | BobStrategy::WhenLosing(_)
            )
        }
        AliceStrategy::LateLie(step) => solver.unrolled().plan().ask(step).is_none(),
        _ => false,
    }
}

impl Solver {
    /// The value, the truth and the costs for a pair of players.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide for these players, or if the work was cancelled.
    pub fn solve(
        &self,
        players: StrategyProfile,
        token: &CancelToken,
    ) -> Result<PairSolution, SolverError> {
        if !players.look_ahead() && !lies_at_gates(self, players) {
            return fixed::solve(self, players, token);
        }
        let here = Rounds::new(self, players, &[])?.sweep(token)?;
        let sums = [VALUE, ABORTS, ASKED, TRIALS].map(|place| here[place]);
        Ok(self.solved(players, here[TRUTH], sums))
    }

    /// P[Alice wins], if other pairs play at some steps.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide for these players, or if the work was cancelled.
    pub fn changing(
        &self,
        players: StrategyProfile,
        others: &[(Step, StrategyProfile)],
        token: &CancelToken,
    ) -> Result<f64, SolverError> {
        Ok(Rounds::new(self, players, others)?.sweep(token)?[VALUE])
    }

    /// P[Alice wins] in every situation, if the debate continues from there.
    ///
    /// # Errors
    /// Returns an error if the plan is too wide for these players, or if the work was cancelled.
    pub fn values(
        &self,
        players: StrategyProfile,
        token: &CancelToken,
    ) -> Result<StateValues<f64>, SolverError> {
        let mut rounds = Rounds::new(self, players, &[])?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let table = self.unrolled().table_of(ENDS, token, value, |here| here[VALUE])?;
        rounds.finish(table)
    }

    /// Checks that these players can be solved on this plan.
    ///
    /// # Errors
    /// Returns an error if the players cannot be solved. The error gives the reason.
    pub fn reaches(&self, players: StrategyProfile) -> Result<(), SolverError> {
        Rounds::new(self, players, &[]).map(drop)
    }
}
