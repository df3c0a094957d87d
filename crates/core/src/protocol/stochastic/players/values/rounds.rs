//! The rounds of one pair of players, from the last to the first.

use std::sync::Arc;

use super::ahead::{Ahead, Needs};
use super::fixed::Fixed;
use super::question::{BobsAnswer, RoundOutcome, exactly};
use super::solver::{How, Kernel, Solved, Solver, SolverError, Stating, gate_round};
use crate::chance::Probability;
use crate::machine::plan::{SituationValues, Spot};
use crate::machine::{Op, Step};
use crate::protocol::stochastic::players::kinds::{Alice, Bob, Players};
use crate::work::Token;

/// What a situation comes to between two players, and what they see in it.
#[derive(Clone, Copy, Debug, Default)]
struct Here {
    value: f64,
    truth: f64,
    hope: f64,
    fear: f64,
    aborts: f64,
    /// Expected rounds that ask, from here on.
    asked: f64,
    /// P[Bob aborts in a round that asks].
    trials: f64,
}

/// The places of a row's kernels for hopes and fears.
const HOPE: usize = 2;
const FEAR: usize = 3;

/// The rounds of any two players, for one sweep.
struct Rounds<'a> {
    solver: &'a Solver,
    players: Players,
    /// Who plays some of the steps instead of those two.
    others: &'a [(Step, Players)],
    needs: Needs,
    /// The kernels of the question at hand by row: of the number's making, of the number once made,
    /// and for hopes and fears.
    rows: Vec<[Option<Arc<Kernel>>; 4]>,
    question: Option<(u32, Step, Players)>,
    error: Option<SolverError>,
}

impl<'a> Rounds<'a> {
    const ENDS: [Here; 2] = [
        Here { value: 0.0, truth: 0.0, hope: 0.0, fear: 0.0, aborts: 0.0, asked: 0.0, trials: 0.0 },
        Here { value: 1.0, truth: 1.0, hope: 1.0, fear: 1.0, aborts: 0.0, asked: 0.0, trials: 0.0 },
    ];

    /// Those of two players, where others play some of the steps. Nobody may go by what the players at hand
    /// come to if there are any: that is another thing for whoever does not know that they change.
    fn new(
        solver: &'a Solver,
        players: Players,
        others: &'a [(Step, Players)],
    ) -> Result<Self, SolverError> {
        let all = || std::iter::once(players).chain(others.iter().map(|(_, players)| *players));
        all().try_for_each(|players| Self::can(solver, players))?;
        let needs = all().map(Needs::of).fold(Needs::of(players), Needs::and);
        let rows = Vec::new();
        Ok(Self { solver, players, others, needs, rows, question: None, error: None })
    }

    fn can(solver: &Solver, players: Players) -> Result<(), SolverError> {
        let overlooks_gates = match players.bob {
            Bob::Never | Bob::AbortAt(_) | Bob::WhenLosing(_) => true,
            Bob::Honest | Bob::Lazy(_) | Bob::Optimal | Bob::BestResponse => false,
        };
        let lies_at_gates = match players.alice {
            Alice::BestResponse => overlooks_gates,
            Alice::LateLie(step) => solver.unrolled().plan().ask(step).is_none(),
            other => other.may_lie_at_gates(),
        };
        if lies_at_gates && !solver.unrolled().lies_at_gates() {
            return Err(SolverError::GateLies);
        }
        Ok(())
    }

    /// Who plays a step.
    fn at(&self, step: Step) -> Players {
        let other = self.others.iter().find(|(at, _)| *at == step);
        other.map_or(self.players, |(_, players)| *players)
    }

    fn finish<T>(self, result: T) -> Result<T, SolverError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }

    /// What the debate comes to at its start.
    fn sweep(mut self, token: &Token) -> Result<Here, SolverError> {
        let unrolled = self.solver.unrolled();
        let start =
            unrolled.sweep(Self::ENDS, token, |step, spot, after| self.value(step, spot, after))?;
        self.finish(start)
    }

    fn value(&mut self, step: Step, spot: Spot, after: [Here; 2]) -> Here {
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
        spot: Spot,
        [zero, one]: [Here; 2],
    ) -> Result<Here, SolverError> {
        let both = |what: fn(&Here) -> f64| [what(&zero), what(&one)];
        let ahead = Ahead {
            truths: both(|h| h.truth),
            values: both(|h| h.value),
            hopes: both(|h| h.hope),
            fears: both(|h| h.fear),
        };
        let outcome = match spot {
            Spot::Gate(bit) => self.gate(self.at(step), step, bit, &ahead),
            Spot::Ask { p, row } => {
                self.at_question(step);
                self.ask(step, p, row, &ahead)?
            }
        };
        let hope = match self.needs.hopes {
            true => self.imagined(Players::BEST_ALICE, step, (spot, HOPE), &ahead, ahead.hopes)?,
            false => 0.0,
        };
        let fear = match self.needs.fears {
            true => self.imagined(Players::BEST_BOB, step, (spot, FEAR), &ahead, ahead.fears)?,
            false => 0.0,
        };
        let onward = |what: fn(&Here) -> f64| outcome.one * what(&one) + outcome.zero * what(&zero);
        let asks = f64::from(matches!(spot, Spot::Ask { .. }));
        Ok(Here {
            value: outcome.win + onward(|h| h.value),
            truth: spot.mean(ahead.truths),
            hope,
            fear,
            aborts: outcome.abort + onward(|h| h.aborts),
            asked: asks + onward(|h| h.asked),
            trials: asks * outcome.abort + onward(|h| h.trials),
        })
    }

    /// The value between two other players, whose values after the bits are `values`.
    fn imagined(
        &mut self,
        players: Players,
        step: Step,
        (spot, which): (Spot, usize),
        ahead: &Ahead,
        values: [f64; 2],
    ) -> Result<f64, SolverError> {
        let ahead = Ahead { values, ..*ahead };
        let outcome = match spot {
            Spot::Gate(bit) => self.gate(players, step, bit, &ahead),
            Spot::Ask { p, row } => {
                let answer = self.solver.answer(players.bob, step, &ahead);
                let stating = self.solver.stating(players, step, p, &ahead);
                let chances = self.solver.chances(step, p);
                let make = |solver: &Solver| solver.kernel(chances, stating.how(), answer);
                let kernel = self.cached(row, which, make)?;
                self.best_or_settled(&kernel, stating, answer)?
            }
        };
        Ok(outcome.worth(values))
    }

    fn best_or_settled(
        &self,
        kernel: &Kernel,
        stating: Stating,
        answer: BobsAnswer,
    ) -> Result<RoundOutcome, SolverError> {
        match (kernel, stating) {
            (Kernel::Free(candidates), Stating::Best(answer, values)) => {
                self.solver.within_reach(candidates)?;
                Ok(candidates.best(answer, values).1)
            }
            _ => Ok(kernel.settled(answer)),
        }
    }

    fn gate(&self, players: Players, step: Step, bit: bool, ahead: &Ahead) -> RoundOutcome {
        let stated = self.solver.gate_number(players, step, bit, ahead);
        gate_round(stated, bit, self.solver.answer(players.bob, step, ahead))
    }

    /// Forgets the kernels of another question.
    fn at_question(&mut self, step: Step) {
        let question = match self.solver.unrolled().plan().op(step) {
            Op::Ask(question) => Some((question, step, self.at(step))),
            _ => None,
        };
        let same = |one: (u32, Step, Players), other: (u32, Step, Players)| {
            one.0 == other.0 && one.2 == other.2 && self.solver.oracles().alike(one.1, other.1)
        };
        if !self.question.zip(question).is_some_and(|(one, other)| same(one, other)) {
            self.rows.clear();
        }
        self.question = question;
    }

    fn cached(
        &mut self,
        row: u16,
        which: usize,
        make: impl FnOnce(&Solver) -> Result<Arc<Kernel>, SolverError>,
    ) -> Result<Arc<Kernel>, SolverError> {
        let row = usize::from(row);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Default::default);
        }
        if let Some(known) = &self.rows[row][which] {
            return Ok(Arc::clone(known));
        }
        let made = make(self.solver)?;
        self.rows[row][which] = Some(Arc::clone(&made));
        Ok(made)
    }

    fn ask(
        &mut self,
        step: Step,
        p: Probability,
        row: u16,
        ahead: &Ahead,
    ) -> Result<RoundOutcome, SolverError> {
        let players = self.at(step);
        let chances = self.solver.chances(step, p);
        let answer = self.solver.answer(players.bob, step, ahead);
        let stating = self.solver.stating(players, step, p, ahead);
        if players.alice == Alice::LateLie(step) {
            // This one number depends on more than the row.
            return Ok(self.solver.kernel(chances, stating.how(), answer)?.settled(answer));
        }
        let Stating::Best(reckoned, values) = stating else {
            let kernel =
                self.cached(row, 0, |solver| solver.kernel(chances, stating.how(), answer))?;
            return Ok(kernel.settled(answer));
        };
        let kernel = self.cached(row, 0, |solver| solver.kernel(chances, How::Free, reckoned))?;
        let Kernel::Free(candidates) = &*kernel else { return Ok(RoundOutcome::default()) };
        self.solver.within_reach(candidates)?;
        let (stated, outcome) = candidates.best(reckoned, values);
        if reckoned == answer {
            return Ok(outcome);
        }
        // She reckons with another Bob than the one who answers.
        match &*self.cached(row, 1, |solver| solver.kernel(chances, How::Given, answer))? {
            Kernel::Given { judge, bob } => {
                let objects = bob.as_ref().map_or(0.0, |bob| bob.objects(stated));
                Ok(exactly(stated, judge.passes(stated), objects, answer))
            }
            _ => Ok(RoundOutcome::default()),
        }
    }
}

impl Solver {
    /// What a pair of players comes to.
    ///
    /// # Errors
    /// If it is out of reach, or the work was stopped.
    pub fn solve(&self, players: Players, token: &Token) -> Result<Solved, SolverError> {
        if let Some(fixed) = Fixed::of(self, players)? {
            return Ok(fixed.solve(token)?);
        }
        let Here { value, truth, aborts, asked, trials, .. } =
            Rounds::new(self, players, &[])?.sweep(token)?;
        Ok(self.solved(players, truth, [value, aborts, asked, trials]))
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
        Ok(Rounds::new(self, players, others)?.sweep(token)?.value)
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
        let mut rounds = Rounds::new(self, players, &[])?;
        let value = |step, spot, after| rounds.value(step, spot, after);
        let table = self.unrolled().table_of(Rounds::ENDS, token, value, |at| at.value)?;
        rounds.finish(table)
    }

    /// Whether what these players come to can be worked out on this plan.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn reaches(&self, players: Players) -> Result<(), SolverError> {
        Rounds::new(self, players, &[]).map(drop)
    }
}
