//! Players who look at nothing ahead, solved in one pass from the start.

use std::collections::HashMap;

use super::ahead::{Ahead, Needs};
use super::question::RoundOutcome;
use super::solver::{Solved, Solver, SolverError, gate_round};
use crate::machine::{Op, Step};
use crate::protocol::stochastic::players::kinds::{Bob, Players};
use crate::work::{Stopped, Token};

/// Players who look at nothing ahead: every round is affine in the two values that follow it, with
/// coefficients that depend on the step and what it reads.
pub(super) struct Fixed<'a> {
    solver: &'a Solver,
    players: Players,
    /// For each step, which coefficients.
    which: Vec<u32>,
    /// By an ask's row or a gate's value.
    coefficients: Vec<Vec<Affine>>,
}

/// A round by itself, and P[the answer is yes].
#[derive(Clone, Copy)]
struct Affine {
    outcome: RoundOutcome,
    yes: f64,
}

impl<'a> Fixed<'a> {
    /// The coefficients of two players; none if they look ahead.
    pub fn of(solver: &'a Solver, players: Players) -> Result<Option<Self>, SolverError> {
        if !Needs::of(players).nothing() {
            return Ok(None);
        }
        let plan = solver.unrolled().plan();
        let ahead = Ahead::default();
        let mut fixed = Self { solver, players, which: Vec::new(), coefficients: Vec::new() };
        // The question put (none for a gate), and whether Bob answers as he always does; then the
        // steps at which the oracles differ in different ways.
        type CheckKey = (Option<u32>, bool);
        let mut known: HashMap<CheckKey, Vec<(Step, u32)>> = HashMap::new();
        for step in plan.steps() {
            let question = match plan.op(step) {
                Op::Ask(question) => Some(question),
                _ => None,
            };
            let key = (question, players.bob == Bob::AbortAt(step));
            let alike = |known: &Vec<(Step, u32)>| {
                known.iter().find(|(other, _)| solver.oracles().alike(step, *other)).map(|k| k.1)
            };
            if let Some(at) = known.get(&key).and_then(alike) {
                fixed.which.push(at);
                continue;
            }
            let answer = solver.answer(players.bob, step, &ahead);
            let rows: Result<Vec<Affine>, SolverError> = match plan.ask(step) {
                None => Ok([false, true]
                    .map(|gate| Affine {
                        outcome: gate_round(gate, gate, answer),
                        yes: f64::from(gate),
                    })
                    .to_vec()),
                Some(ask) => ask
                    .yes
                    .iter()
                    .map(|&p| {
                        let stating = solver.stating(players, step, p, &ahead);
                        let chances = solver.chances(step, p);
                        let kernel = solver.kernel(chances, stating.how(), answer)?;
                        Ok(Affine { outcome: kernel.settled(answer), yes: p.get() })
                    })
                    .collect(),
            };
            let at = fixed.coefficients.len() as u32;
            fixed.coefficients.push(rows?);
            known.entry(key).or_default().push((step, at));
            fixed.which.push(at);
        }
        Ok(Some(fixed))
    }

    /// What the two come to: from the start on, how likely the debate goes on to every situation,
    /// and beside it how likely the plan does.
    pub fn solve(&self, token: &Token) -> Result<Solved, Stopped> {
        let unrolled = self.solver.unrolled();
        let plan = unrolled.plan();
        let (mut here, mut after) = (vec![[1.0, 1.0]], Vec::new());
        let mut passed = 0;
        let [mut value, mut aborts, mut asked, mut trials] = [0.0; 4];
        for step in plan.steps() {
            token.check_after(&mut passed, here.len())?;
            let rows = &self.coefficients[self.which[step.index()] as usize];
            let [mut reached, mut won, mut aborted] = [0.0; 3];
            unrolled.pass_on(step, &here, &mut after, |row, [reach, chance]| {
                let Affine { outcome: RoundOutcome { win, abort, one, zero }, yes } = rows[row];
                reached += reach;
                won += reach * win;
                aborted += reach * abort;
                [[reach * zero, chance * (1.0 - yes)], [reach * one, chance * yes]]
            });
            value += won;
            aborts += aborted;
            if plan.ask(step).is_some() {
                asked += reached;
                trials += aborted;
            }
            std::mem::swap(&mut here, &mut after);
        }
        let [accepted, truth] = here[1];
        let sums = [value + accepted, aborts, asked, trials];
        Ok(self.solver.solved(self.players, truth, sums))
    }
}
