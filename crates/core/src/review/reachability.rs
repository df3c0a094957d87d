//! Checks a goal before anybody plays: a good goal can be reached, and can be missed.
//!
//! The walk does not use [`GameTreeWalk`](crate::analysis::GameTreeWalk), because random draws and
//! the moves of programs follow from the scenario's seed, and so have no probabilities. The verdict
//! on a goal depends on all moves of a line, so the walk plays the lines in the debate itself.

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

/// The largest number of strategies that are tried in a person's seat.
pub const MOST_TRIED: usize = 12;

/// If an action has more moves than this, the walk does not try all of them.
const MOST_CHOICES: u64 = 256;

/// Whether the person can reach the goal, and whether the person can miss it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalReachability {
    /// Some play reaches the goal, and other play misses it. This is how a goal should be.
    SomePlay,
    /// No play reaches the goal.
    NoPlay,
    /// Every play reaches the goal.
    AnyPlay,
    /// No play that was tried reaches the goal. Honest play would reach it, but makes too many
    /// queries. The field is the number of these queries.
    Dearer(u64),
    /// The search could not decide this, for the given reason.
    NotDecided(String),
}

#[derive(Default)]
struct ReachSoFar {
    reached: bool,
    missed: bool,
    /// The number of queries of honest play, if honest play missed the goal only because of its
    /// queries.
    honest: Option<u64>,
    /// The reason why the walk does not cover the complete tree. `None` if it covers the complete
    /// tree.
    gap: Option<String>,
    looked_at: usize,
}

/// Plays the scenario with its own seed in many ways: first with each program in the person's seat,
/// then with every move.
///
/// # Errors
/// Returns an error if the scenario cannot be played.
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
        // A walk would have to compute the value of every node, which takes too long.
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

/// Records the result of a finished debate. Undone queries do not count, because the walk itself
/// undoes moves. If the goal was missed only because of its limit on queries, returns the number of
/// queries.
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

/// In the person's seat, tries every program of the roster that needs no argument.
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

/// Tries every move of the people, until both results are found or the budget is used up.
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

/// Lets programs move until a person must move, and adds the choices of this person to `open`.
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

/// A few moves of an action that has too many moves to try all of them. They may be enough to reach
/// or miss the goal.
fn some(offer: &LegalAction) -> Vec<Move> {
    let few: &[&str] = match offer.domain {
        Domain::Probability => &["0", "0.25", "0.5", "0.75", "1"],
        Domain::Share => &["0", "0.5"],
        _ => &[],
    };
    few.iter().filter_map(|text| offer.verb.parse_argument(text).ok()).collect()
}
