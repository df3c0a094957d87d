//! A debate that is over, judged: whether its goal was reached, which move of a person lost it, and
//! what did if none of them. The review, the ending, exports and commands print it and decide nothing.
//!
//! A move is measured by what the goal asks for: where that is a number, by how far the person's is from
//! it; elsewhere by what it cost if everybody is honest from there on. Who held par is blamed for nothing.

mod ended;
mod sentences;

pub use ended::{Appraised, appraised};
pub use sentences::{Sentence, Tone, doubt, wins};

use super::goal::{JudgedAim, of_all, pays_enough, right_side};
use crate::analysis::NEAR;
use crate::analysis::review::{
    Better, Grade, LITTLE, Loss, ReviewedMove, cheaply_estimated, cost, looks, stake,
};
use crate::analysis::{Game, Moment, Worth};
use crate::debate::NodeId;
use crate::rules::{Actor, Move, Outcome, Seat, Side};
use crate::scenario::{Goal, GoalKind, Verdict};

/// What is said of a move of a person, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// By what it cost.
    Graded(Grade),
    /// It was worth more than honest play from there on.
    Gain,
    /// A ruling that rests on bits which were not read.
    Guess,
    /// It cost something, and honest play guesses there as well.
    Unlucky,
    /// A ruling for the side that is wrong, as the rules have it: what was read leaves no other.
    ByTheRules,
    /// A number that is not what could be known, or not what the goal asks for.
    Off,
    /// A number that is what the goal asks for.
    AsAsked,
}

impl Remark {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Graded(grade) => grade.word(),
            Self::Gain => "gain",
            Self::Guess => "a guess",
            Self::Unlucky => "unlucky",
            Self::ByTheRules => "held",
            Self::Off => "off",
            Self::AsAsked => "as asked",
        }
    }

    /// Whether it is said of a mistake.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Graded(Grade::Slip | Grade::Blunder))
    }
}

/// A number that the goal asks of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Due {
    /// The number that it asks for.
    number: f64,
    /// How far the person's is from it.
    off: f64,
    /// How far it may be.
    within: f64,
}

impl Due {
    fn is_missed(self) -> bool {
        self.off > self.within + NEAR
    }
}

/// A debate, as far as it is known what its places are worth.
pub struct Appraisal<'a> {
    /// The goal of its people, if they have one.
    pub goal: Option<&'a Goal>,
    /// The debate, on the line that is judged.
    pub game: &'a dyn Game,
    /// The moves of that line with what they cost of [`Self::stake`].
    pub points: &'a [ReviewedMove],
    /// What is known to have been better than mistakes.
    pub better: &'a [Better],
    /// Rulings that rest on bits which were not read.
    pub guesses: &'a [NodeId],
    /// What lost it if no one move did; none while that is not known.
    pub loss: Option<&'a Loss>,
    /// By how much what was paid missed the goal.
    pub missed_by: Option<f64>,
    /// Why the goal does not count, though it was reached.
    pub doubt: Option<&'a str>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What the goal asks for, with how that came out.
    pub parts: Vec<JudgedAim>,
    /// The seats of people whose record it is.
    pub people: Vec<Seat>,
}

impl Appraisal<'_> {
    /// Whether the goal was reached, as far as that is known; none before the end.
    pub fn reached(&self) -> Option<Verdict> {
        self.outcome.as_ref().map(|_| of_all(&self.parts))
    }

    /// What costs of moves are shares of.
    pub fn stake(&self) -> f64 {
        stake(self.game, self.missed_by)
    }

    fn kind(&self) -> GoalKind {
        self.goal.map_or(GoalKind::Win, Goal::kind)
    }

    fn pays(&self) -> bool {
        self.game.worth() == Worth::Payoff
    }

    /// Whether par was held: then nothing that a person did is a mistake.
    fn held_par(&self) -> bool {
        let reached = self.reached() == Some(Verdict::Reached) && self.doubt.is_none();
        reached && self.kind() == GoalKind::Par
    }

    fn is_person(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Seat(seat) if self.people.contains(&seat))
    }

    /// Whether a person made the move at this place of the line.
    fn is_mine(&self, at: usize) -> bool {
        let played = self.points.get(at).and_then(|point| point.played.as_ref());
        played.is_some_and(|played| self.is_person(played.actor))
    }

    /// What the goal asks for where a person stated a number.
    fn due(&self, at: usize) -> Option<Due> {
        let within = self.goal?.law?;
        let Move::Estimate(p) = self.points.get(at)?.played.as_ref()?.mv else { return None };
        let before = self.points.get(at.checked_sub(1)?)?.node;
        let number = self.game.at(before).by_its_parts().filter(|_| self.is_mine(at))?;
        Some(Due { number, off: (p.get() - number).abs(), within })
    }

    /// Whether a person's move is to be blamed.
    fn is_mistake(&self, at: usize) -> bool {
        match self.due(at) {
            Some(due) => due.is_missed(),
            None => self.is_costly(at) && !self.is_unlucky(at),
        }
    }

    /// Whether a person's move, for which the goal asks no number, cost as much as a mistake.
    fn is_costly(&self, at: usize) -> bool {
        self.is_mine(at) && !self.held_par() && self.points[at].is_mistake()
    }

    /// Whether it cost that, and honest play may have come to the same move by a guess.
    fn is_unlucky(&self, at: usize) -> bool {
        let unlucky = self.better_than(at).is_some_and(|better| better.unlucky);
        unlucky && self.due(at).is_none() && self.is_costly(at)
    }

    /// What is said of a move in a word; of people's moves alone.
    pub fn remark(&self, at: usize) -> Option<Remark> {
        let point = self.points.get(at)?;
        if self.guesses.contains(&point.node) && !self.is_mistake(at) {
            return Some(Remark::Guess);
        }
        if !self.is_mine(at) {
            return None;
        }
        if let Some(due) = self.due(at) {
            return Some(if due.is_missed() { Remark::Off } else { Remark::AsAsked });
        }
        if self.is_mistake(at) {
            return point.grade().map(Remark::Graded);
        }
        if self.is_off(at) {
            return Some(Remark::Off);
        }
        if self.is_unlucky(at) {
            return Some(Remark::Unlucky);
        }
        let played = point.played.as_ref()?;
        if let Move::Rule(side) = played.mv
            && self.is_wrong(side)
        {
            return Some(Remark::ByTheRules);
        }
        // That nothing was lost by looking is no praise; nor is a mistake named where par was held.
        let grade = point.grade().filter(|_| !looks(played) && !point.is_mistake())?;
        let gained = point.change.and_then(|change| cost(self.game, played.actor, -change));
        Some(match gained.is_some_and(|gained| gained >= LITTLE) {
            true => Remark::Gain,
            false => Remark::Graded(grade),
        })
    }

    /// The move of a person that lost it, as a place of the line: of numbers that are asked for the one
    /// that is furthest off, else the one that cost most.
    pub fn losing(&self) -> Option<usize> {
        let off = |at: usize| Some((at, self.due(at).filter(|due| due.is_missed())?.off));
        let furthest = (1..self.points.len()).filter_map(off).max_by(|a, b| a.1.total_cmp(&b.1));
        if furthest.is_some() || self.goal.is_some_and(|goal| goal.law.is_some()) {
            return furthest.map(|(at, _)| at);
        }
        let cost = |&at: &usize| self.points[at].cost.unwrap_or(0.0);
        let mistakes = (0..self.points.len()).filter(|&at| self.is_mistake(at));
        mistakes.max_by(|a, b| cost(a).total_cmp(&cost(b)))
    }

    /// A person's ruling against what can be read, where nothing says what it cost.
    fn misruling(&self) -> Option<usize> {
        let told = |&at: &usize| {
            self.is_mine(at)
                && self.better_than(at).is_some()
                && !cheaply_estimated(&self.points[at])
        };
        (0..self.points.len()).rev().find(told).filter(|_| !self.held_par())
    }

    /// What was found out about a move, if it was a mistake.
    fn better_than(&self, at: usize) -> Option<&Better> {
        let node = self.points.get(at)?.node;
        self.better.iter().find(|better| better.node == node)
    }

    /// Whether a person's estimate cost little by how the claims truly are, and was not what could be
    /// known of them.
    fn is_off(&self, at: usize) -> bool {
        let why = self.better_than(at).and_then(|better| better.why.as_ref());
        cheaply_estimated(&self.points[at])
            && why.is_some()
            && self.due(at).is_none()
            && !self.held_par()
    }

    /// Which move is told of: the one that is shown if there is something to say of it, else the one that
    /// lost it.
    pub fn told(&self, shown: Option<usize>) -> Option<usize> {
        shown.filter(|&at| self.errs(at)).or_else(|| self.losing()).or_else(|| self.misruling())
    }

    /// Whether there is something to mend in a person's move.
    fn errs(&self, at: usize) -> bool {
        self.is_mistake(at) || self.is_mine(at) && (self.is_off(at) || self.is_ruled(at))
    }

    /// Whether it is known that this side is not the one that is right.
    fn is_wrong(&self, side: Side) -> bool {
        right_side(self.game).is_some_and(|right| right != side)
    }

    /// What keeping to the rules came to for a person who judges what nobody can judge right; none
    /// where they were not kept, or the right side won.
    fn by_the_rules(&self) -> Option<&'static str> {
        let judged =
            self.people == [Seat::Judge] && self.doubt.is_none() && self.guesses.is_empty();
        let winner = self.outcome.as_ref()?.winner;
        (judged && self.is_wrong(winner))
            .then_some("the ruling is held by the rules, and the side that is wrong wins")
    }

    /// Whether a move is looked at for this; a person's is a mistake where the review says so.
    pub fn is_of(&self, moment: Moment, at: usize) -> bool {
        match moment {
            Moment::Mistake if self.is_mine(at) => self.errs(at),
            _ => self.points.get(at).is_some_and(|point| moment.is_of(point)),
        }
    }

    /// The next such move after this one, from the start again after the last.
    pub fn next(&self, moment: Moment, after: usize) -> Option<usize> {
        let n = self.points.len();
        (after + 1..n).chain(0..n.min(after + 1)).find(|&at| self.is_of(moment, at))
    }

    fn is_ruled(&self, at: usize) -> bool {
        self.better_than(at).is_some() && self.due(at).is_none() && !self.held_par()
    }

    /// Whether the debate was lost for the one who made this move, and honest play there would have met
    /// what the goal asks of payments.
    fn lost_it(&self, at: usize) -> bool {
        let Some(outcome) = &self.outcome else { return false };
        let lost = match self.points[at].played.as_ref().map(|played| played.actor) {
            Some(Actor::Seat(Seat::Alice)) => outcome.winner == Side::Bob,
            Some(Actor::Seat(Seat::Bob)) => outcome.winner == Side::Alice,
            _ => true,
        };
        let missed = self.reached() != Some(Verdict::Reached);
        self.doubt.is_some() || lost && missed && self.short_of_it(at).is_none()
    }

    /// What honest play in this place would have been worth, where payments count and that would not
    /// have met the goal either.
    fn short_of_it(&self, at: usize) -> Option<f64> {
        let instead = self.better_than(at).and_then(|better| better.instead.as_ref());
        let before = at.checked_sub(1).and_then(|at| self.points[at].value);
        let worth = instead.and_then(|instead| instead.value).or(before).filter(|_| self.pays());
        worth.filter(|&paid| self.outcome.is_some() && !pays_enough(&self.parts, paid))
    }

    /// The coins that moved the value most, with by how much.
    fn most_moved(&self, little: f64) -> Vec<(usize, f64)> {
        let fell = |(at, point): (usize, &ReviewedMove)| {
            let coin = point.played.as_ref()?.actor == Actor::Nature;
            point.change.filter(|change| coin && change.abs() >= little).map(|change| (at, change))
        };
        let mut coins: Vec<_> = self.points.iter().enumerate().filter_map(fell).collect();
        coins.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        coins.truncate(4);
        coins
    }
}
