//! The search for all that a review says: on any thread, a piece at a time.

use super::better::{MoveToBetter, better, entries};
use super::cause::Loss;
use super::findings::Findings;
use super::goal::to_evaluate;
use super::judged::{Review, review};
use super::moves::ReviewedMove;
use super::people::People;
use super::prices::Prices;
use crate::analysis::Game;
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Seat};
use crate::scenario::Scenario;
use crate::work::Token;

/// A piece of work that adds to what was found.
pub type Search = Box<dyn FnOnce(&Token) -> Findings + Send>;

/// The review of a debate of people that is over, with all that can be found out. `None` of any other
/// debate.
pub fn reviewed(scenario: &Scenario, game: &dyn Game, token: &Token) -> Option<Review> {
    let mut found = Findings::of(scenario, game);
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

/// The places that still have to be valued: those that the goal asks for, and the line or, of a longer
/// line than `most`, a part of it.
pub fn to_value(
    found: &Findings,
    (scenario, game): (&Scenario, &dyn Game),
    most: usize,
) -> Vec<NodeId> {
    let people = People::of(scenario, game);
    let mut nodes = chosen(game, &people.owners(), most);
    nodes.extend(
        people.goal(scenario).into_iter().flat_map(|goal| to_evaluate(goal, game, &people)),
    );
    nodes.sort();
    nodes.dedup();
    nodes.retain(|node| !found.values.contains_key(node));
    nodes
}

/// The next piece of work on a debate, whose line was judged by what was found: values of `most` places or
/// so, better moves, what lost it, prices. `None` if nothing is left to be found.
pub fn next_search(
    found: &Findings,
    judged: &Review,
    (scenario, game): (&Scenario, &dyn Game),
    most: usize,
) -> Option<Search> {
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
    let from_start = || game.again(game.seed(), &Seat::each(|_| SeatPlan::honest())).ok();
    let asked = MoveToBetter::of(&points, &people, |node| found.searched.contains(&node));
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
        && let Ok(mut copy) = game.again(game.seed(), &[const { SeatPlan::Human }; 3])
    {
        return Some(Box::new(move |token| {
            found.line.loss = Some(Loss::along(&mut *copy, &line, &points, &people, token));
            found
        }));
    }
    // Of the start alone, and so once for all lines.
    let is_prover = people.iter().any(|seat| seat.side().is_some());
    let start =
        (judged.outcome.is_some() && is_prover && found.prices.is_none()).then(from_start)??;
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let goal = People::of(scenario, game).goal(scenario).cloned();
    Some(Box::new(move |token| {
        found.prices = Some(Prices::of(&*start, &seats, goal.as_ref(), token));
        found
    }))
}

/// The places of a line that are valued: of a longer one than `most` those around people's moves, and
/// others at even distances.
fn chosen(game: &dyn Game, people: &[Seat], most: usize) -> Vec<NodeId> {
    let tree = game.tree();
    let line: Vec<NodeId> =
        std::iter::once(NodeId::START).chain(tree.line().iter().copied()).collect();
    if line.len() <= most {
        return line;
    }
    // The line as a whole first, so that its curve is whole; then people's moves, also at even
    // distances if they are too many.
    let stride = line.len().div_ceil(most / 2);
    let is_mine = |at: usize| {
        let played = line.get(at).and_then(|&node| tree.played(node));
        played.is_some_and(|own| matches!(own.actor, Actor::Seat(seat) if people.contains(&seat)))
    };
    let around: Vec<usize> = (0..line.len()).filter(|&at| is_mine(at) || is_mine(at + 1)).collect();
    let thin = around.len().div_ceil(most);
    let mut picked: Vec<usize> = (0..line.len()).step_by(stride).collect();
    // A move and the place before it are taken together, so that what it cost is known.
    picked.extend(around.chunks(2).step_by(thin.max(1)).flatten());
    picked.push(line.len() - 1);
    picked.sort_unstable();
    picked.dedup();
    picked.into_iter().map(|at| line[at]).collect()
}
