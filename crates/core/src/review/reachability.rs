//! Checks a goal before anybody plays: whether some play reaches it, and some misses it.
//!
//! The walk does not use [`GameTreeWalk`](crate::analysis::GameTreeWalk). Random draws and programs' choices follow
//! the scenario's seed, so there is one debate and no weights. The result of an end depends on the
//! moves before it, so the debate itself goes through its tree.

use super::goal::{combine, parts};
use super::people::People;
use crate::analysis::Game;
use crate::debate::{Advance, AnyDebate, NodeId, SeatPlan};
use crate::forms::cancellable;
use crate::rules::{Domain, LegalAction, Move, Outcome, Seat};
use crate::scenario::{Goal, GoalKind, Scenario, Verdict, YamlError, resume};
use crate::work::CancelToken;

/// The largest number of moves that the walk visits.
const BUDGET: usize = 20_000;

/// The largest number of strategies of a roster that are tried in a person's seat.
pub const MOST_TRIED: usize = 12;

/// A choice among more moves than this is not walked through.
const MOST_CHOICES: u64 = 256;

/// The results of the possible plays in the person's seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalReachability {
    /// Some reach the goal and some miss it, as it should be.
    SomePlay,
    /// No play reaches it.
    NoPlay,
    /// Every play reaches it.
    AnyPlay,
    /// No tried play reaches it. Honest play misses it only because it makes this many queries.
    Dearer(u64),
    /// Unknown, with the reason.
    NotDecided(String),
}

/// The results so far.
#[derive(Default)]
struct ReachSoFar {
    reached: bool,
    missed: bool,
    /// The queries of honest play, if they were its only failure.
    honest: Option<u64>,
    /// Why the walk does not cover the whole tree.
    gap: Option<String>,
    looked_at: usize,
}

/// Tries plays of the scenario with its own seed: first the programs that fit the person's seat,
/// then every move.
///
/// # Errors
/// If the scenario cannot be played.
pub fn goal_reachability(
    scenario: &Scenario,
    token: &CancelToken,
) -> Result<GoalReachability, YamlError> {
    let Some(goal) = scenario.goal().map(|goal| goal.value.clone()) else {
        return Ok(GoalReachability::NotDecided("the scenario has no goal".into()));
    };
    let mut game = resume(scenario)?;
    let people = People::new(scenario, &*game);
    if people.is_empty() {
        return Ok(GoalReachability::NotDecided("no person plays".into()));
    }
    let mut seen = ReachSoFar::default();
    by_programs(scenario, &goal, &people, token, &mut seen)?;
    let apart = goal.kind() == GoalKind::Par && goal.is_paid();
    if !(seen.reached && seen.missed) && apart {
        // A walk would need the value of every node.
        seen.gap =
            Some("the goal is about payments without luck, so only programs were tried".into());
    } else if !(seen.reached && seen.missed) {
        walk(&mut *game, &goal, &people, token, &mut seen);
    }
    Ok(match (seen.reached, seen.missed, seen.gap) {
        (true, true, _) => GoalReachability::SomePlay,
        (_, _, Some(_)) if token.is_stopped() => {
            GoalReachability::NotDecided("the search was stopped".into())
        }
        (false, _, Some(gap)) => {
            seen.honest.map_or(GoalReachability::NotDecided(gap), GoalReachability::Dearer)
        }
        (true, false, Some(gap)) => GoalReachability::NotDecided(gap),
        (true, false, None) => GoalReachability::AnyPlay,
        (false, _, None) => GoalReachability::NoPlay,
    })
}

/// Records the result of a finished debate. Only the queries of this line count, because the walk
/// itself undoes moves. Returns them if they are the only reason why the goal was missed.
fn note(
    game: &dyn Game,
    goal: &Goal,
    people: &People,
    outcome: &Outcome,
    seen: &mut ReachSoFar,
) -> Option<u64> {
    let own = Goal { queries: None, ..goal.clone() };
    let queries = game.position().ledger().account(Seat::Judge).queries();
    let value = |node| game.honest_value(node, &cancellable::token());
    let is_dear = goal.queries.is_some_and(|most| queries > most);
    match combine(&parts(Some(&own), game, people, outcome, &value, &cancellable::token())) {
        Verdict::Reached if !is_dear => seen.reached = true,
        Verdict::Undecided => seen.gap = Some("the goal needs a value that is unknown".into()),
        verdict => {
            seen.missed = true;
            return (verdict == Verdict::Reached).then_some(queries);
        }
    }
    None
}

/// Tries every program of the roster that needs no argument in the person's seats.
fn by_programs(
    scenario: &Scenario,
    goal: &Goal,
    people: &People,
    token: &CancelToken,
    seen: &mut ReachSoFar,
) -> Result<(), YamlError> {
    let roster = resume(scenario)?;
    let table: &dyn AnyDebate = &*roster;
    for seat in table.people() {
        for strategy in roster.strategies(seat).iter().take(MOST_TRIED) {
            if (seen.reached && seen.missed) || token.is_stopped() {
                return Ok(());
            }
            let mut game = resume(scenario)?;
            let plans = Seat::each(|other| match game.seat_plan(other) {
                SeatPlan::Human if other == seat => SeatPlan::Program(strategy.name.into()),
                plan => plan.without_person(),
            });
            if game.set_seats(&plans).is_err() {
                continue;
            }
            if let Ok(Advance::Over(outcome)) = game.table().run_for(BUDGET, token) {
                let too_dear = note(&*game, goal, people, &outcome, seen);
                if plans[seat.index()] == SeatPlan::honest() {
                    seen.honest = too_dear;
                }
            }
        }
    }
    Ok(())
}

/// Walks through every move of the people, until it has found both results or spent the budget.
fn walk(
    game: &mut dyn Game,
    goal: &Goal,
    people: &People,
    token: &CancelToken,
    seen: &mut ReachSoFar,
) {
    let mut open: Vec<(NodeId, Seat, Move)> = Vec::new();
    forward(game, goal, people, token, seen, &mut open);
    while let Some((node, seat, mv)) = open.pop() {
        if seen.reached && seen.missed {
            return;
        }
        if seen.looked_at >= BUDGET || token.is_stopped() {
            seen.gap = Some(format!("there are more than {} moves to search", seen.looked_at));
            return;
        }
        if game.go_to(node).is_err() || game.play(seat, mv).is_err() {
            continue;
        }
        seen.looked_at += 1;
        forward(game, goal, people, token, seen, &mut open);
    }
}

/// Lets programs move until a person has to move, and adds that person's choices to the open ones.
fn forward(
    game: &mut dyn Game,
    goal: &Goal,
    people: &People,
    token: &CancelToken,
    seen: &mut ReachSoFar,
    open: &mut Vec<(NodeId, Seat, Move)>,
) {
    loop {
        match game.advance() {
            Ok(Advance::Moved(_)) if token.is_stopped() || seen.looked_at >= BUDGET => return,
            Ok(Advance::Moved(_)) => seen.looked_at += 1,
            Ok(Advance::Over(outcome)) => {
                note(game, goal, people, &outcome, seen);
                return;
            }
            Ok(Advance::Waiting(seat)) => {
                let here = game.tree().here();
                for offer in &game.position().menu().offers {
                    let all = offer.listed(MOST_CHOICES);
                    if all.is_none() {
                        let word = offer.verb.word();
                        seen.gap = Some(format!("`{word}` has too many possible arguments"));
                    }
                    let moves = all.unwrap_or_else(|| some(offer));
                    open.extend(moves.into_iter().map(|mv| (here, seat, mv)));
                }
                return;
            }
            Err(stuck) => {
                seen.gap = Some(stuck.to_string());
                return;
            }
        }
    }
}

/// A few moves of an action that has too many. They may show that a goal can be reached or missed.
fn some(offer: &LegalAction) -> Vec<Move> {
    let few: &[&str] = match offer.domain {
        Domain::Probability => &["0", "0.25", "0.5", "0.75", "1"],
        Domain::Share => &["0", "0.5"],
        _ => &[],
    };
    few.iter().filter_map(|text| offer.verb.parse_argument(text).ok()).collect()
}
