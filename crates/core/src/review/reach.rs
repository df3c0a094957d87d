//! What can be said of a goal before anybody plays: that no play reaches it, or that any does.
//!
//! This is no fold of [`Walk`](crate::analysis::Walk): coins and programs' choices fall as the scenario's
//! seed has them, which is one debate and not all of them with their weights; and whether an end reaches
//! a goal is read off the moves before it, so that the debate itself goes through its tree.

use super::goal::{of_all, parts};
use super::people::People;
use crate::analysis::Game;
use crate::debate::{Advance, NodeId, SeatPlan, Table};
use crate::forms::reading;
use crate::rules::{Domain, Move, Offer, Outcome, Seat};
use crate::scenario::{Fault, Goal, GoalKind, Scenario, Verdict, resume};
use crate::work::Token;

/// The walk looks at no more moves than this.
const BUDGET: usize = 20_000;

/// So many strategies of a roster are tried in a person's seat.
pub const MOST_TRIED: usize = 12;

/// A choice among more than this many moves is not walked through.
const MOST_CHOICES: u64 = 256;

/// What plays of the person's seats come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Some reach the goal and some miss it, as a goal should be.
    SomePlay,
    /// None reaches it.
    NoPlay,
    /// Every one reaches it.
    AnyPlay,
    /// None that was tried reaches it, and honest play misses it by as many queries as this alone.
    Dearer(u64),
    /// It is not decided, and why.
    NotDecided(String),
}

/// What was seen so far.
#[derive(Default)]
struct SoFar {
    reached: bool,
    missed: bool,
    /// The queries of honest play, if it missed by them alone.
    honest: Option<u64>,
    /// Why the walk is not the whole tree.
    gap: Option<String>,
    looked_at: usize,
}

/// What plays of the scenario from where it was handed out come to, with its own seed: the programs
/// that could sit in the person's seat first, then every move.
///
/// # Errors
/// If the scenario cannot be played.
pub fn reach(scenario: &Scenario, token: &Token) -> Result<Reach, Fault> {
    let Some(goal) = scenario.goal().map(|goal| goal.value.clone()) else {
        return Ok(Reach::NotDecided("there is no goal".into()));
    };
    let mut game = resume(scenario)?;
    let people = People::of(scenario, &*game);
    if people.is_empty() {
        return Ok(Reach::NotDecided("nobody plays".into()));
    }
    let mut seen = SoFar::default();
    by_programs(scenario, &goal, &people, token, &mut seen)?;
    let apart = goal.kind() == GoalKind::Par && goal.is_paid();
    if !(seen.reached && seen.missed) && apart {
        // The value of every place would be needed.
        seen.gap = Some("of payments, coins apart, programs alone were tried".into());
    } else if !(seen.reached && seen.missed) {
        walk(&mut *game, &goal, &people, token, &mut seen);
    }
    Ok(match (seen.reached, seen.missed, seen.gap) {
        (true, true, _) => Reach::SomePlay,
        (_, _, Some(_)) if token.is_stopped() => Reach::NotDecided("it was stopped".into()),
        (false, _, Some(gap)) => seen.honest.map_or(Reach::NotDecided(gap), Reach::Dearer),
        (true, false, Some(gap)) => Reach::NotDecided(gap),
        (true, false, None) => Reach::AnyPlay,
        (false, _, None) => Reach::NoPlay,
    })
}

/// Notes how a debate that is over came out. The queries are those of this line alone: what the walk took
/// back on others is nobody's. Gives them where the debate missed its goal by them alone.
fn note(
    game: &dyn Game,
    goal: &Goal,
    people: &People,
    outcome: &Outcome,
    seen: &mut SoFar,
) -> Option<u64> {
    let own = Goal { queries: None, ..goal.clone() };
    let queries = game.now().ledger().of(Seat::Judge).queries();
    let value = |node| game.honest_value(node, &reading::token());
    let is_dear = goal.queries.is_some_and(|most| queries > most);
    match of_all(&parts(Some(&own), game, people, outcome, &value, &reading::token())) {
        Verdict::Reached if !is_dear => seen.reached = true,
        Verdict::Undecided => seen.gap = Some("a value that it asks for is not known".into()),
        verdict => {
            seen.missed = true;
            return (verdict == Verdict::Reached).then_some(queries);
        }
    }
    None
}

/// Lets every program of the roster that needs no argument play the person's seats.
fn by_programs(
    scenario: &Scenario,
    goal: &Goal,
    people: &People,
    token: &Token,
    seen: &mut SoFar,
) -> Result<(), Fault> {
    let roster = resume(scenario)?;
    let table: &dyn Table = &*roster;
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

/// Walks through every move of the people, until both outcomes were seen or the budget is spent.
fn walk(game: &mut dyn Game, goal: &Goal, people: &People, token: &Token, seen: &mut SoFar) {
    let mut open: Vec<(NodeId, Seat, Move)> = Vec::new();
    forward(game, goal, people, token, seen, &mut open);
    while let Some((node, seat, mv)) = open.pop() {
        if seen.reached && seen.missed {
            return;
        }
        if seen.looked_at >= BUDGET || token.is_stopped() {
            seen.gap = Some(format!("more than {} moves to look at", seen.looked_at));
            return;
        }
        if game.go_to(node).is_err() || game.play(seat, mv).is_err() {
            continue;
        }
        seen.looked_at += 1;
        forward(game, goal, people, token, seen, &mut open);
    }
}

/// Lets programs move until a person is asked, whose choices are then open.
fn forward(
    game: &mut dyn Game,
    goal: &Goal,
    people: &People,
    token: &Token,
    seen: &mut SoFar,
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
                for offer in &game.now().menu().offers {
                    let all = offer.listed(MOST_CHOICES);
                    if all.is_none() {
                        let word = offer.verb.word();
                        seen.gap = Some(format!("`{word}` can be said in too many ways"));
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

/// A few moves of an offer that has too many: they may show that a goal can be reached, or missed.
fn some(offer: &Offer) -> Vec<Move> {
    let few: &[&str] = match offer.domain {
        Domain::Probability => &["0", "0.25", "0.5", "0.75", "1"],
        Domain::Share => &["0", "0.5"],
        _ => &[],
    };
    few.iter().filter_map(|text| offer.verb.with(text).ok()).collect()
}
