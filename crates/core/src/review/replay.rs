//! Replays a record and checks it. The recorded random draws, reveals and moves of programs must be
//! those that follow from the seed. A person who judges must follow the readable evidence.

use std::fmt;

use super::debate_review::GoalReview;
use super::people::{People, queries_taken_back};
use super::rulings::{WrongRuling, due_ruling};
use crate::analysis::Game;
use crate::debate::{NodeId, PlayError, RecordEntry};
use crate::forms::cancellable;
use crate::rules::{Seat, Turn};
use crate::scenario::{Forbidden, Scenario, Verdict, YamlError, open};

/// The largest number of mismatches that are listed. Later mismatches are often only consequences
/// of earlier ones.
const MOST_DOUBTS: usize = 20;

/// A line of a record that contradicts the rules or the seed. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordMismatch {
    /// A random draw, a reveal, or the move of a program that differs from the one that the seed
    /// determines.
    NotFromTheSeed {
        /// The number of the line.
        line: usize,
        /// The recorded move.
        says: RecordEntry,
        /// The move that the seed determines. `None` if a person must move here.
        due: Option<RecordEntry>,
    },
    /// An illegal line. The lines after this line are ignored.
    Illegal {
        /// The number of the line.
        line: usize,
        /// The recorded move.
        says: RecordEntry,
        /// The reason why the line is illegal.
        why: String,
    },
}

impl fmt::Display for RecordMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFromTheSeed { line, says, due: Some(due) } => {
                write!(f, "move {line}, `{says}`: the seed gives `{due}` here")
            }
            Self::NotFromTheSeed { line, says, due: None } => {
                write!(f, "move {line}, `{says}`: a person must move here")
            }
            Self::Illegal { line, says, why } => write!(f, "move {line}, `{says}`: {why}"),
        }
    }
}

/// The result of a replay.
pub struct Replayed {
    /// The debate at the end of the record, or before its first illegal line.
    pub game: Box<dyn Game>,
    /// The lines that contradict the rules.
    pub doubts: Vec<RecordMismatch>,
    /// People's rulings that contradict the readable evidence.
    pub rulings: Vec<WrongRuling>,
    /// The numbers of the lines, counted from 1, that undo moves although the exercise forbids
    /// this.
    pub taken_back: Vec<usize>,
    /// The best verdict of all finished lines. `None` if no line was finished. If the record's
    /// owner ruled against the readable evidence, the line does not reach the goal.
    pub goal: Option<Verdict>,
    /// The last node of the best line. `None` if no line was finished.
    pub best: Option<NodeId>,
    /// True if the goal was reached, but only by guesses.
    pub guessed: bool,
    /// The number of the attempt that first reached the goal, counted from 1. `None` if no attempt
    /// reached it.
    pub reached_on: Option<u32>,
    /// The wrong rulings of the record's owner, with their nodes.
    wrong: Vec<(NodeId, WrongRuling)>,
    /// How often the player undid moves in an unfinished debate.
    pub take_backs: u32,
    /// How often the player began a new attempt after the end of a debate.
    pub retries: u32,
    /// The number of the judge's queries on the best line, and the number of queries that were
    /// undone in all attempts. If no line ended, the first number counts the queries on the last
    /// line.
    pub queries: (u64, u64),
}

/// Replays the record of a scenario. Moves that the exercise provides are not checked.
///
/// # Errors
/// Returns an error if the scenario cannot be played at all.
pub fn replay(scenario: &Scenario) -> Result<Replayed, YamlError> {
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
        let wrong = if n >= handed_out { done.look_at(scenario, line, entry)? } else { None };
        if let Err(refusal) = done.game.apply(entry) {
            let (says, why) = (entry.clone(), refusal.to_string());
            done.doubts.push(RecordMismatch::Illegal { line, says, why });
            break;
        }
        if let Some(wrong) = wrong {
            done.wrong.push((done.game.tree().here(), wrong));
        }
        done.judge(scenario);
    }
    let told = done.game.position_at(done.best.unwrap_or_else(|| done.game.tree().here()));
    done.queries = (told.ledger().account(Seat::Judge).queries(), queries_taken_back(&*done.game));
    done.doubts.truncate(MOST_DOUBTS);
    Ok(done)
}

impl Replayed {
    /// Checks a line of the record before it is replayed. Returns the ruling if the line is a wrong
    /// ruling of the record's owner.
    fn look_at(
        &mut self,
        scenario: &Scenario,
        line: usize,
        entry: &RecordEntry,
    ) -> Result<Option<WrongRuling>, YamlError> {
        let people = People::new(scenario, &*self.game);
        match entry {
            RecordEntry::Go(node) => self.goes(scenario, &people, line, *node),
            RecordEntry::Move { actor, mv } if people.is(*actor) => {
                let line_to_here = self.game.tree().line();
                if let Some(due) = due_ruling(scenario, &*self.game, line_to_here, *actor, mv)?
                    && due != *mv
                {
                    let number = line_to_here.len() + 1;
                    let wrong = WrongRuling { number, says: mv.clone(), due };
                    self.rulings.push(wrong.clone());
                    return Ok(people.owns(*actor).then_some(wrong));
                }
            }
            RecordEntry::Move { .. } => {
                let due = next_automatic(&mut *self.game);
                if due.as_ref() != Some(entry) && self.doubts.len() < MOST_DOUBTS {
                    self.doubts.push(RecordMismatch::NotFromTheSeed {
                        line,
                        says: entry.clone(),
                        due,
                    });
                }
            }
        }
        Ok(None)
    }

    fn goes(&mut self, scenario: &Scenario, people: &People, line: usize, to: NodeId) {
        let tree = self.game.tree();
        // A jump to the last node of a variation does not count as undo, because the player only
        // looks at it.
        let played_there = tree.has(to) && tree.children(to).next().is_none();
        if played_there {
            return;
        }
        if matches!(self.game.position().turn(), Turn::Over(_)) {
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

    /// Returns whether the moves that the exercise provides end at this node.
    fn is_last_given(&self, people: &People, node: NodeId) -> bool {
        let tree = self.game.tree();
        people.were_given(node) && tree.children(node).all(|next| !people.were_given(next))
    }

    /// Judges the goal if the debate is over in this position.
    fn judge(&mut self, scenario: &Scenario) {
        let people = People::new(scenario, &*self.game);
        let value = |node| self.game.honest_value(node, &cancellable::token());
        let line = self.game.tree().line();
        let wrong = self.wrong.iter().find(|(node, _)| line.contains(node)).map(|(_, wrong)| wrong);
        let token = &cancellable::token();
        let Some(goal) = GoalReview::judge(scenario, &*self.game, &people, &value, wrong, token)
        else {
            return;
        };
        let now = goal.verdict;
        let reached_before = self.goal == Some(Verdict::Reached);
        let mut better = !reached_before && self.goal.is_none_or(|best| best.or(now) == now);
        if now == Verdict::Reached {
            let guessed = goal.is_by_a_guess();
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

/// The next event in this position: a random draw, a reveal, or the move of a program. `None` if a
/// person must move.
fn next_automatic(game: &mut dyn Game) -> Option<RecordEntry> {
    let mut due = None;
    let looked = game.advance_after(
        &mut |entry| {
            due = Some(entry.clone());
            Err("only looked at".into())
        },
        &cancellable::token(),
    );
    match looked {
        Err(PlayError::Unkept(_)) => due,
        _ => None,
    }
}
