//! Rulings of people: those that nothing which they had read decides, and those against what can be read.

use std::fmt;

use super::people::People;
use crate::analysis::Game;
use crate::debate::{Advance, Entry, NodeId, SeatPlan};
use crate::rules::{Actor, Move, Seat, Verb};
use crate::scenario::{Fault, Oracle, Scenario, open};

/// A person judged otherwise than what can be read says.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongRuling {
    /// How many moves lead to it on its line, itself among them.
    pub number: usize,
    /// What the person ruled.
    pub says: Move,
    /// What the judge's own program rules there.
    pub due: Move,
}

impl fmt::Display for WrongRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, says, due } = self;
        write!(f, "move {number}, `judge: {says}`: what can be read says `{due}`")
    }
}

/// The rulings of the record's own person, on the line played to here, that what was read did not
/// decide.
pub fn guesses(game: &dyn Game, people: &People) -> Vec<NodeId> {
    let line = game.tree().line();
    let before = std::iter::once(NodeId::START).chain(line.iter().copied());
    let ruled = before.zip(line).filter(|&(before, &node)| {
        let Some(played) = game.tree().played(node) else { return false };
        let own = people.owns(played.actor) && played.mv.verb() == Verb::Rule;
        own && people.made(game, node) && game.at(before).is_guess(&played.mv)
    });
    ruled.map(|(_, &node)| node).collect()
}

/// What on the line played to here the record's own person judged otherwise than what can be read says.
///
/// # Errors
/// If the scenario cannot be played.
pub fn rulings(scenario: &Scenario, game: &dyn Game) -> Result<Vec<WrongRuling>, Fault> {
    let people = People::of(scenario, game);
    let line = game.tree().line();
    let mut wrong = Vec::new();
    for (at, &node) in line.iter().enumerate() {
        let Some(played) = game.tree().played(node) else { continue };
        if !people.made(game, node) || !people.owns(played.actor) {
            continue;
        }
        let due = due_ruling(scenario, game, &line[..at], played.actor, &played.mv)?;
        if let Some(due) = due.filter(|due| *due != played.mv) {
            wrong.push(WrongRuling { number: at + 1, says: played.mv.clone(), due });
        }
    }
    Ok(wrong)
}

/// What the judge's own program, going on from here, rules, decides or answers, if a person in
/// the judge's seat is about to do that; none where all that may be read does not decide it. Where the
/// person is the oracle, the answers are theirs; where rulings are counted the program guesses as well.
pub(super) fn due_ruling(
    scenario: &Scenario,
    game: &dyn Game,
    before: &[NodeId],
    actor: Actor,
    mv: &Move,
) -> Result<Option<Move>, Fault> {
    let rules = matches!(mv.verb(), Verb::Rule | Verb::Decide | Verb::Answer);
    let oracle = mv.verb() == Verb::Answer && scenario.oracle == Oracle::Judge;
    let counted = game.now().is_series();
    if actor != Actor::Seat(Seat::Judge) || !rules || oracle || counted {
        return Ok(None);
    }
    let mut honest = scenario.clone();
    // Programs stay who they are: where no copy holds Alice to her transcript, she answers the reads.
    for seat in Seat::ALL {
        let plan = match seat {
            Seat::Judge => SeatPlan::honest(),
            _ => game.seat_plan(seat).without_person(),
        };
        honest.seats.set(seat, plan);
    }
    let mut other = open(&honest)?;
    let tree = game.tree();
    for played in before.iter().filter_map(|&node| tree.played(node)) {
        let entry = Entry::Move { actor: played.actor, mv: played.mv.clone() };
        if other.apply(&entry).is_err() {
            return Ok(None);
        }
    }
    let mut here = other.tree().here();
    while let Ok(Advance::Moved(node)) = other.advance() {
        let made = other.tree().played(node).filter(|played| played.actor == actor);
        if let Some(made) = made.filter(|made| made.mv.verb() == mv.verb()) {
            // What all that may be read does not decide is a guess, whoever rules.
            let decided = !other.at(here).is_guess(&made.mv);
            return Ok(decided.then(|| made.mv.clone()));
        }
        here = node;
    }
    Ok(None)
}
