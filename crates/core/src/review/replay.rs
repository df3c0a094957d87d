//! Plays a record again: programs, coins and rules must do from the seed what the record says, and a
//! person who judges must have ruled as what was read says.

use std::fmt;

use super::judged::GoalReview;
use super::people::{People, queries_taken_back};
use super::rulings::{WrongRuling, due_ruling};
use crate::analysis::Game;
use crate::debate::{Entry, NodeId, Stuck};
use crate::forms::reading;
use crate::rules::{Seat, Turn};
use crate::scenario::{Fault, Forbidden, Scenario, Verdict, open};

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
    wrong: Vec<(NodeId, WrongRuling)>,
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
        let wrong = if n >= handed_out { done.look_at(scenario, line, entry)? } else { None };
        if let Err(refusal) = done.game.apply(entry) {
            let (says, why) = (entry.clone(), refusal.to_string());
            done.doubts.push(Doubt::Illegal { line, says, why });
            break;
        }
        if let Some(wrong) = wrong {
            done.wrong.push((done.game.tree().here(), wrong));
        }
        done.judge(scenario);
    }
    let told = done.game.at(done.best.unwrap_or_else(|| done.game.tree().here()));
    done.queries = (told.ledger().of(Seat::Judge).queries(), queries_taken_back(&*done.game));
    done.doubts.truncate(MOST_DOUBTS);
    Ok(done)
}

impl Replayed {
    /// Looks at a line of the record, before it is played, for what it has to be. Returns a wrong
    /// ruling of the record's own person.
    fn look_at(
        &mut self,
        scenario: &Scenario,
        line: usize,
        entry: &Entry,
    ) -> Result<Option<WrongRuling>, Fault> {
        let people = People::of(scenario, &*self.game);
        match entry {
            Entry::Go(node) => self.goes(scenario, &people, line, *node),
            Entry::Move { actor, mv } if people.is(*actor) => {
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
            Entry::Move { .. } => {
                let due = due(&mut *self.game);
                if due.as_ref() != Some(entry) && self.doubts.len() < MOST_DOUBTS {
                    self.doubts.push(Doubt::NotFromTheSeed { line, says: entry.clone(), due });
                }
            }
        }
        Ok(None)
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
        let people = People::of(scenario, &*self.game);
        let value = |node| self.game.honest_value(node, &reading::token());
        let line = self.game.tree().line();
        let wrong = self.wrong.iter().find(|(node, _)| line.contains(node)).map(|(_, wrong)| wrong);
        let token = &reading::token();
        let Some(goal) = GoalReview::of(scenario, &*self.game, &people, &value, wrong, token)
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
