//! Solves pairs of players who do not look ahead, in one pass from the first step to the last.

use std::collections::HashMap;

use super::choices::ContinuationValues;
use super::question::RoundOutcome;
use super::solver::{PairSolution, Solver, SolverError};
use crate::machine::plan::UnrolledStep;
use crate::machine::{Op, Step};
use crate::protocol::stochastic::players::profile::{BobStrategy, StrategyProfile};
use crate::work::CancelToken;

/// For each row of a question, or for each value of a gate: the outcome of the round, and P[the
/// answer is yes].
type RowOutcomes = Vec<(RoundOutcome, f64)>;

/// The rows that were computed before. The key has the question, and a flag that is true if Bob
/// aborts at this step in any case.
type KnownRows = HashMap<(Option<u32>, bool), Vec<(Step, RowOutcomes)>>;

/// Solves two players who do not look ahead. Every situation has two probabilities: that the debate
/// reaches it, and that the plan itself reaches it.
pub(super) fn solve(
    solver: &Solver,
    players: StrategyProfile,
    token: &CancelToken,
) -> Result<PairSolution, SolverError> {
    let unrolled = solver.unrolled();
    let plan = unrolled.plan();
    // Oracles can have different flaws at different steps, so a question can have several sets of
    // rows.
    let mut known = KnownRows::new();
    let (mut here, mut after) = (vec![[1.0, 1.0]], Vec::new());
    let mut passed = 0;
    let [mut value, mut aborts, mut asked, mut trials] = [0.0; 4];
    for step in plan.steps() {
        token.check_after(&mut passed, here.len())?;
        let question = if let Op::Ask(question) = plan.op(step) { Some(question) } else { None };
        let alike = known.entry((question, players.bob == BobStrategy::AbortAt(step))).or_default();
        let at = match alike.iter().position(|(other, _)| solver.oracles().same_flaws(step, *other))
        {
            Some(at) => at,
            None => {
                alike.push((step, rows(solver, players, step)?));
                alike.len() - 1
            }
        };
        let rows = &alike[at].1;
        let [mut reached, mut won, mut aborted] = [0.0; 3];
        unrolled.pass_on(step, &here, &mut after, |row, [reach, chance]| {
            let (RoundOutcome { win, abort, one, zero }, yes) = rows[row];
            reached += reach;
            won += reach * win;
            aborted += reach * abort;
            [[reach * zero, chance * (1.0 - yes)], [reach * one, chance * yes]]
        });
        value += won;
        aborts += aborted;
        if question.is_some() {
            asked += reached;
            trials += aborted;
        }
        std::mem::swap(&mut here, &mut after);
    }
    let [accepted, truth] = here[1];
    Ok(solver.solved(players, truth, [value + accepted, aborts, asked, trials]))
}

fn rows(solver: &Solver, players: StrategyProfile, step: Step) -> Result<RowOutcomes, SolverError> {
    let spots: Vec<UnrolledStep> = match solver.unrolled().plan().ask(step) {
        None => [false, true].map(UnrolledStep::Gate).to_vec(),
        Some(ask) => ask.yes.iter().map(|&p| UnrolledStep::Ask { p, row: 0 }).collect(),
    };
    let round = |spot: UnrolledStep| {
        let outcome =
            solver.constant_outcome(players, step, spot, &ContinuationValues::default())?;
        Ok((outcome, spot.mean([0.0, 1.0])))
    };
    spots.into_iter().map(round).collect()
}
