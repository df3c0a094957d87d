//! Searches for everything that a review needs. The searches are split into small tasks that can
//! run on any thread.

use super::better_moves::{ImprovableMove, better, entries};
use super::debate_review::{Review, review};
use super::findings::Findings;
use super::goal::to_evaluate;
use super::loss_cause::ValueLoss;
use super::moves::ReviewedMove;
use super::people::People;
use super::substitutes::SubstituteValues;
use crate::analysis::Game;
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Seat};
use crate::scenario::Scenario;
use crate::work::CancelToken;

/// A task that returns the findings so far together with its own results.
pub type ReviewTask = Box<dyn FnOnce(&CancelToken) -> Findings + Send>;

/// The complete review of a debate. `None` if the debate is not over, or if no person played.
pub fn reviewed(scenario: &Scenario, game: &dyn Game, token: &CancelToken) -> Option<Review> {
    let mut found = Findings::new(scenario, game);
    let mut judged = review(scenario, game, &found, token);
    if judged.outcome.is_none() || judged.people.is_empty() {
        return None;
    }
    while let Some(search) = next_search(&found, &judged, (scenario, game), usize::MAX) {
        found = search(token);
        judged = review(scenario, game, &found, token);
        if token.is_stopped() {
            break;
        }
    }
    Some(judged)
}

/// The nodes for which a value must still be computed: those that the goal needs, and those of the
/// current line. If the line is longer than `most`, the result has only some of the line's nodes.
pub fn to_value(
    found: &Findings,
    (scenario, game): (&Scenario, &dyn Game),
    most: usize,
) -> Vec<NodeId> {
    let people = People::new(scenario, game);
    let mut nodes = chosen(game, &people.owners(), most);
    nodes.extend(
        people.goal(scenario).into_iter().flat_map(|goal| to_evaluate(goal, game, &people)),
    );
    nodes.sort();
    nodes.dedup();
    nodes.retain(|node| !found.values.contains_key(node));
    nodes
}

/// The next task for the review: values of about `most` nodes, better moves, the cause of the loss,
/// or the values of other players. `None` if nothing is left.
pub fn next_search(
    found: &Findings,
    judged: &Review,
    (scenario, game): (&Scenario, &dyn Game),
    most: usize,
) -> Option<ReviewTask> {
    let mut found = found.clone();
    let nodes = to_value(&found, (scenario, game), most);
    if !nodes.is_empty() {
        let evaluate = game.evaluator();
        return Some(Box::new(move |token| {
            let total = nodes.len() as u64;
            for (done, node) in nodes.into_iter().enumerate() {
                let Ok(value) = evaluate(node, token) else { break };
                found.values.insert(node, value.map(|value| value.honest));
                token.report(done as u64 + 1, total);
            }
            found
        }));
    }
    let line = entries(game);
    let points: Vec<ReviewedMove> = judged.moves.iter().map(|own| own.made.clone()).collect();
    let people = judged.people.clone();
    let from_start = || game.restart(game.seed(), &Seat::each(|_| SeatPlan::honest())).ok();
    let asked = ImprovableMove::find_all(&points, &people, |node| found.searched.contains(&node));
    if !asked.is_empty()
        && let Some(start) = from_start()
    {
        found.searched.extend(points.iter().map(|point| point.node));
        return Some(Box::new(move |token| {
            found.better.extend(better(&*start, &line, &asked, token));
            found
        }));
    }
    let is_open = judged.told.is_none() && found.line.loss.is_none();
    if judged.lost_by.is_some()
        && is_open
        && let Ok(mut copy) = game.restart(game.seed(), &[const { SeatPlan::Human }; 3])
    {
        return Some(Box::new(move |token| {
            found.line.loss = Some(ValueLoss::along(&mut *copy, &line, &points, &people, token));
            found
        }));
    }
    // The values of other players do not depend on the line, so compute them only once.
    let is_prover = people.iter().any(|seat| seat.side().is_some());
    let start =
        (judged.outcome.is_some() && is_prover && found.prices.is_none()).then(from_start)??;
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let goal = People::new(scenario, game).goal(scenario).cloned();
    Some(Box::new(move |token| {
        found.prices = Some(SubstituteValues::compute(&*start, &seats, goal.as_ref(), token));
        found
    }))
}

/// The nodes of the current line for which values are computed. If the line is longer than `most`,
/// these are the nodes before and after people's moves, and other nodes at even distances.
fn chosen(game: &dyn Game, people: &[Seat], most: usize) -> Vec<NodeId> {
    let tree = game.tree();
    let line: Vec<NodeId> =
        std::iter::once(NodeId::START).chain(tree.line().iter().copied()).collect();
    if line.len() <= most {
        return line;
    }
    // Take nodes at even distances, so that the curve covers the complete line. Add people's moves,
    // but only some of them if there are too many.
    let stride = line.len().div_ceil(most / 2);
    let is_mine = |at: usize| {
        let played = line.get(at).and_then(|&node| tree.played(node));
        played.is_some_and(|own| matches!(own.actor, Actor::Seat(seat) if people.contains(&seat)))
    };
    let around: Vec<usize> = (0..line.len()).filter(|&at| is_mine(at) || is_mine(at + 1)).collect();
    let thin = around.len().div_ceil(most);
    let mut picked: Vec<usize> = (0..line.len()).step_by(stride).collect();
    // Also add the node before each move, because the cost of a move is the difference of two
    // values.
    picked.extend(around.chunks(2).step_by(thin.max(1)).flatten());
    picked.push(line.len() - 1);
    picked.sort_unstable();
    picked.dedup();
    picked.into_iter().map(|at| line[at]).collect()
}
