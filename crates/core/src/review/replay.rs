//! Plays a record again: programs, coins and rules must do from the seed what the record says, and a
//! person who judges must have ruled as what was read says.

use std::fmt;

use super::goal::{of_all, parts};
use super::people::{People, queries_taken_back};
use crate::analysis::Game;
use crate::debate::{Advance, Entry, NodeId, SeatPlan, Stuck};
use crate::forms::reading;
use crate::rules::{Actor, Move, Seat, Turn, Verb};
use crate::scenario::{Fault, Forbidden, GoalKind, Oracle, Scenario, Verdict, open};

/// As many doubts are listed; what follows one of them is often no more than its consequence.
const MOST_DOUBTS: usize = 20;

/// Something in a record that the rules do not bear out. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// What a program, a coin or the rules did is not what they do with this seed.
    NotFromTheSeed {
        /// The line of the record.
        line: usize,
        /// What it says.
        says: Entry,
        /// What it would be.
        due: Option<Entry>,
    },
    /// A line that may not stand here; nothing after it counts.
    Illegal {
        /// The line of the record.
        line: usize,
        /// What it says.
        says: Entry,
        /// Why not.
        why: String,
    },
}

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

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFromTheSeed { line, says, due: Some(due) } => {
                write!(f, "move {line}, `{says}`: the seed gives `{due}`")
            }
            Self::NotFromTheSeed { line, says, due: None } => {
                write!(f, "move {line}, `{says}`: a person moves here")
            }
            Self::Illegal { line, says, why } => write!(f, "move {line}, `{says}`: {why}"),
        }
    }
}

/// A record, played again.
pub struct Replayed {
    /// The debate where the record ends, or where it stops to be legal.
    pub game: Box<dyn Game>,
    /// What the rules do not bear out.
    pub doubts: Vec<Doubt>,
    /// The rulings of people against what can be read.
    pub rulings: Vec<WrongRuling>,
    /// The lines that take back what may not be taken back, from 1.
    pub taken_back: Vec<usize>,
    /// The best that any finished line of it came to; none if none was finished. A line on which the
    /// record's own person ruled against what can be read reaches nothing.
    pub goal: Option<Verdict>,
    /// Where the line ends that came to it.
    pub best: Option<NodeId>,
    /// Whether every line that reached the goal did so by a guess.
    pub guessed: bool,
    /// The first line that reached the goal, among those that ended, from 1.
    pub reached_on: Option<u32>,
    /// The wrong rulings of the record's own person, by their places.
    wrong: Vec<NodeId>,
    /// How often moves were taken back before an end.
    pub take_backs: u32,
    /// How often a new line was begun after an end.
    pub retries: u32,
    /// The judge's queries on the line that the goal is told of, on the last one if none ended, and those
    /// that were taken back in any attempt.
    pub queries: (u64, u64),
}

/// Plays the record of a scenario again. Moves that were handed out are taken as they are.
///
/// # Errors
/// If the scenario cannot be played at all.
pub fn replay(scenario: &Scenario) -> Result<Replayed, Fault> {
    let handed_out = scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
    let moves = scenario.moves.as_deref().unwrap_or_default();
    let mut done = Replayed {
        game: open(scenario)?,
        doubts: Vec::new(),
        rulings: Vec::new(),
        taken_back: Vec::new(),
        goal: None,
        best: None,
        guessed: false,
        reached_on: None,
        wrong: Vec::new(),
        take_backs: 0,
        retries: 0,
        queries: (0, 0),
    };
    for (n, line) in moves.iter().enumerate() {
        let entry = &line.value.0;
        let line = n + 1;
        let wrong = n >= handed_out && done.look_at(scenario, line, entry)?;
        if let Err(refusal) = done.game.apply(entry) {
            let (says, why) = (entry.clone(), refusal.to_string());
            done.doubts.push(Doubt::Illegal { line, says, why });
            break;
        }
        if wrong {
            done.wrong.push(done.game.tree().here());
        }
        done.judge(scenario);
    }
    let told = done.game.at(done.best.unwrap_or_else(|| done.game.tree().here()));
    done.queries = (told.ledger().of(Seat::Judge).queries(), queries_taken_back(&*done.game));
    done.doubts.truncate(MOST_DOUBTS);
    Ok(done)
}

impl Replayed {
    /// Looks at a line of the record, before it is played, for what it has to be. Is it a wrong ruling
    /// of the record's own person?
    fn look_at(&mut self, scenario: &Scenario, line: usize, entry: &Entry) -> Result<bool, Fault> {
        let people = People::of(scenario, &*self.game);
        match entry {
            Entry::Go(node) => self.goes(scenario, &people, line, *node),
            Entry::Move { actor, mv } if people.is(*actor) => {
                let line_to_here = self.game.tree().line();
                if let Some(due) = due_ruling(scenario, &*self.game, line_to_here, *actor, mv)?
                    && due != *mv
                {
                    let number = line_to_here.len() + 1;
                    self.rulings.push(WrongRuling { number, says: mv.clone(), due });
                    return Ok(people.owns(*actor));
                }
            }
            Entry::Move { .. } => {
                let due = due(&mut *self.game);
                if due.as_ref() != Some(entry) && self.doubts.len() < MOST_DOUBTS {
                    self.doubts.push(Doubt::NotFromTheSeed { line, says: entry.clone(), due });
                }
            }
        }
        Ok(false)
    }

    fn goes(&mut self, scenario: &Scenario, people: &People, line: usize, to: NodeId) {
        let tree = self.game.tree();
        // To step through the lines of a record is not to take anything back.
        let played_there = tree.has(to) && tree.children(to).next().is_none();
        if played_there {
            return;
        }
        if matches!(self.game.now().turn(), Turn::Over(_)) {
            self.retries += 1;
        } else {
            self.take_backs += 1;
        }
        let last_given = scenario.attempt.as_ref().is_some_and(|attempt| attempt.handed_out > 0);
        let before = last_given && people.were_given(to) && !self.is_last_given(people, to);
        if scenario.forbids(Forbidden::Undo) || before {
            self.taken_back.push(line);
        }
    }

    /// Whether this is the place where the handed-out moves end.
    fn is_last_given(&self, people: &People, node: NodeId) -> bool {
        let tree = self.game.tree();
        people.were_given(node) && tree.children(node).all(|next| !people.were_given(next))
    }

    /// The goal, if this is an end.
    fn judge(&mut self, scenario: &Scenario) {
        let Turn::Over(outcome) = self.game.now().turn() else { return };
        let people = People::of(scenario, &*self.game);
        let value = |node| self.game.honest_value(node, &reading::token());
        let goal = people.goal(scenario);
        let mut now =
            of_all(&parts(goal, &*self.game, &people, &outcome, &value, &reading::token()));
        let line = self.game.tree().line();
        if now == Verdict::Reached && line.iter().any(|node| self.wrong.contains(node)) {
            now = Verdict::Missed;
        }
        let reached_before = self.goal == Some(Verdict::Reached);
        let mut better = !reached_before && self.goal.is_none_or(|best| best.or(now) == now);
        if now == Verdict::Reached {
            // What is made to be lost asks for no ruling that is right.
            let is_lost = goal.is_some_and(|goal| goal.kind() == GoalKind::Lost);
            let guessed = !is_lost && !guesses(&*self.game, &people).is_empty();
            better |= self.guessed && !guessed;
            self.guessed = guessed && (self.guessed || !reached_before);
            self.reached_on.get_or_insert(self.retries + 1);
        }
        if better {
            self.best = Some(self.game.tree().here());
        }
        self.goal = Some(self.goal.map_or(now, |best| best.or(now)));
    }
}

/// What happens here without a person; none if a person is asked.
fn due(game: &mut dyn Game) -> Option<Entry> {
    let mut due = None;
    let looked = game.advance_after(
        &mut |entry| {
            due = Some(entry.clone());
            Err("only looked at".into())
        },
        &reading::token(),
    );
    match looked {
        Err(Stuck::Unkept(_)) => due,
        _ => None,
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
fn due_ruling(
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
