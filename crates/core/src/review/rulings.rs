//! Finds the rulings of people that were guesses, and those that contradict the readable evidence.

use std::fmt;

use super::people::People;
use crate::analysis::Game;
use crate::debate::{Advance, NodeId, RecordEntry, SeatPlan};
use crate::rules::{Actor, Move, Seat, Verb};
use crate::scenario::{OracleSource, Scenario, YamlError, open};

/// A ruling of a person that contradicts the readable evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongRuling {
    /// The number of the move on its line, counted from 1.
    pub number: usize,
    /// The ruling of the person.
    pub says: Move,
    /// The ruling that an honest judge would make.
    pub due: Move,
}

impl fmt::Display for WrongRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, says, due } = self;
        write!(f, "move {number}, `judge: {says}`: the readable evidence says `{due}`")
    }
}

/// The nodes of guesses that the record's owner made on the current line.
pub fn guesses(game: &dyn Game, people: &People) -> Vec<NodeId> {
    guesses_by(game, own(game, people))
}

/// The condition that the record's owner made a move.
pub(super) fn own(game: &dyn Game, people: &People) -> impl Fn(NodeId, Actor) -> bool {
    move |node, actor| people.owns(actor) && people.made(game, node)
}

/// Returns whether a goal that was reached was reached by a guess, of the moves for which `made`
/// returns true. False for a series: its goal is a number of correct rulings, and guesses count
/// among them.
pub(crate) fn guessed_by(game: &dyn Game, made: impl Fn(NodeId, Actor) -> bool) -> bool {
    !game.position().is_series() && !guesses_by(game, made).is_empty()
}

/// The nodes of guesses on the current line, of the moves for which `made` returns true. A guess is
/// a ruling that does not follow from the judge's reads.
fn guesses_by(game: &dyn Game, made: impl Fn(NodeId, Actor) -> bool) -> Vec<NodeId> {
    let line = game.tree().line();
    let before = std::iter::once(NodeId::START).chain(line.iter().copied());
    let ruled = before.zip(line).filter(|&(before, &node)| {
        let Some(played) = game.tree().played(node) else { return false };
        let own = played.mv.verb() == Verb::Rule && made(node, played.actor);
        own && game.position_at(before).is_guess(&played.mv)
    });
    ruled.map(|(_, &node)| node).collect()
}

/// The rulings of the record's owner on the current line that contradict the readable evidence.
///
/// # Errors
/// Returns an error if the scenario cannot be played.
pub fn rulings(scenario: &Scenario, game: &dyn Game) -> Result<Vec<WrongRuling>, YamlError> {
    let people = People::new(scenario, game);
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

/// The ruling, decision or answer that an honest judge would make instead of the move `mv`, after
/// the honest judge's own reads. `None` in four cases: `mv` is no ruling, decision or answer of the
/// judge; the readable evidence does not settle the question; the person is the oracle; the debate
/// is a series of rulings.
pub(super) fn due_ruling(
    scenario: &Scenario,
    game: &dyn Game,
    before: &[NodeId],
    actor: Actor,
    mv: &Move,
) -> Result<Option<Move>, YamlError> {
    let rules = matches!(mv.verb(), Verb::Rule | Verb::Decide | Verb::Answer);
    let oracle = mv.verb() == Verb::Answer && scenario.oracle == OracleSource::Judge;
    let counted = game.position().is_series();
    if actor != Actor::Seat(Seat::Judge) || !rules || oracle || counted {
        return Ok(None);
    }
    let mut honest = scenario.clone();
    // The programs in the other two seats stay, because the rest of the debate depends on them. For
    // example, a dishonest Alice may answer the judge's reads herself.
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
        let entry = RecordEntry::Move { actor: played.actor, mv: played.mv.clone() };
        if other.apply(&entry).is_err() {
            return Ok(None);
        }
    }
    let mut here = other.tree().here();
    while let Ok(Advance::Moved(node)) = other.advance() {
        let made = other.tree().played(node).filter(|played| played.actor == actor);
        if let Some(made) = made.filter(|made| made.mv.verb() == mv.verb()) {
            // If the readable evidence does not decide the ruling, the honest judge also guesses.
            let decided = !other.position_at(here).is_guess(&made.mv);
            return Ok(decided.then(|| made.mv.clone()));
        }
        here = node;
    }
    Ok(None)
}
