//! Replays a record. The seed must give the recorded moves of programs, draws and rules, and a
//! person who judges must follow the readable evidence.

use std::fmt;

use super::judgement::GoalReview;
use super::people::{People, queries_taken_back};
use super::rulings::{WrongRuling, due_ruling};
use crate::analysis::Game;
use crate::debate::{NodeId, PlayError, RecordEntry};
use crate::forms::cancellable;
use crate::rules::{Seat, Turn};
use crate::scenario::{Forbidden, Scenario, Verdict, YamlError, open};

/// The largest number of doubts that are listed. Later ones often only follow from earlier ones.
const MOST_DOUBTS: usize = 20;

/// Something in a record that contradicts the rules. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordMismatch {
    /// A move of a program, a draw or the rules that differs from what this seed gives.
    NotFromTheSeed {
        /// The line of the record.
        line: usize,
        /// The recorded move.
        says: RecordEntry,
        /// The move that the seed gives. `None` if a person moves here.
        due: Option<RecordEntry>,
    },
    /// An illegal line. The lines after it do not count.
    Illegal {
        /// The line of the record.
        line: usize,
        /// The recorded move.
        says: RecordEntry,
        /// The reason.
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

/// A replayed record.
pub struct Replayed {
    /// The debate at the end of the record, or before its first illegal line.
    pub game: Box<dyn Game>,
    /// The lines that contradict the rules.
    pub doubts: Vec<RecordMismatch>,
    /// People's rulings that contradict the readable evidence.
    pub rulings: Vec<WrongRuling>,
    /// The lines, from 1, that undo moves although this is forbidden.
    pub taken_back: Vec<usize>,
    /// The best verdict of any finished line. `None` if no line was finished. A line on which the
    /// record's own person ruled against the readable evidence reaches nothing.
    pub goal: Option<Verdict>,
    /// The node where that line ends.
    pub best: Option<NodeId>,
    /// True if every line that reached the goal did so by a guess.
    pub guessed: bool,
    /// The number of the first finished line that reached the goal, from 1.
    pub reached_on: Option<u32>,
    /// The wrong rulings of the record's own person, with their nodes.
    wrong: Vec<(NodeId, WrongRuling)>,
    /// The number of times that moves were undone before an end.
    pub take_backs: u32,
    /// The number of new tries after an end.
    pub retries: u32,
    /// The judge's queries on the line of the verdict (on the last line if none ended), and the
    /// queries that were undone in any attempt.
    pub queries: (u64, u64),
}

/// Replays the record of a scenario. Moves that the exercise provides are not checked.
///
/// # Errors
/// If the scenario cannot be played at all.
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
    /// Checks a line of the record before it is played. Returns a wrong ruling of the record's own
    /// person.
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
        // Stepping through the lines of a record undoes nothing.
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

    /// Judges the goal if this is an end.
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

/// The next move here without a person. `None` if a person has to move.
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
