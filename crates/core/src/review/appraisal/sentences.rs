//! What is said of a debate that is over, in sentences.

use super::{Appraisal, Due};
use crate::analysis::review::{Cause, Grade, LITTLE, Loss, MISTAKE, about};
use crate::analysis::{Game, Worth};
use crate::debate::SeatPlan;
use crate::review::goal::{Aim, JudgedAim, of_all, right_side};
use crate::review::replay::{WrongRuling, rulings};
use crate::rules::{Actor, Move, Seat, Side};
use crate::scenario::{GoalKind, Scenario, Verdict};
use crate::text::narrate::short;
use crate::text::number::{and, as_typed, change, count, fixed, probability};
use crate::work::Token;

/// Of the numbers that are off no more are named.
const MOST_NAMED: usize = 6;

/// How something is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// It went well, or would have.
    Good,
    /// It did not.
    Bad,
    /// By the way.
    Aside,
}

/// Something that is said.
pub type Sentence = (String, Tone);

pub(super) fn plain(words: impl Into<String>) -> Sentence {
    (words.into(), Tone::Plain)
}

impl Appraisal<'_> {
    /// What a move that is told of is called.
    pub fn called(&self, at: usize) -> String {
        let point = &self.points[at];
        let lost = self.losing().is_none_or(|losing| losing == at);
        match point.grade().filter(|_| !lost) {
            _ if self.is_off(at) || self.due(at).is_some() => "a number that was off".to_owned(),
            _ if self.is_unlucky(at) => "an unlucky guess".to_owned(),
            _ if self.guesses.contains(&point.node) && !point.is_mistake() => {
                "a wrong guess".to_owned()
            }
            Some(Grade::Best) => "a move without loss".to_owned(),
            Some(grade) => format!("a {}", grade.word()),
            None if self.lost_it(at) => "the move that lost it".to_owned(),
            None => "the dearest move".to_owned(),
        }
    }

    /// What is said of a move that is told of.
    pub fn about(&self, at: usize) -> Vec<Sentence> {
        let point = &self.points[at];
        let before = at.checked_sub(1).map(|at| &self.points[at]);
        let what = point.played.as_ref().map(|p| short(&p.mv)).unwrap_or_default();
        let whose = match (&point.played, self.people.len()) {
            (Some(played), 2..) => format!("by {}", who(played.actor)),
            _ => "yours".into(),
        };
        let mut out = vec![plain(format!("Move {at}, {whose}: {what}."))];
        if let Some(due) = self.due(at) {
            out.push(plain(format!(
                "The goal asks for {} here, to within {}: that is {} off.",
                probability(due.number),
                as_typed(due.within),
                probability(due.off)
            )));
            out.extend(self.also_off(at).map(plain));
            return out;
        }
        let worth = |v: f64| if self.pays() { fixed(v, 2) } else { probability(v) };
        // In a debate with payments what was lost of what can be paid at most.
        let cost = |v: f64| match self.pays() {
            true => format!(
                "{} of the {} payable at most",
                fixed(v * self.stake(), 2),
                fixed(self.game.most(), 2)
            ),
            false => probability(v),
        };
        let better = self.better_than(at);
        let instead = better.and_then(|better| better.instead.as_ref());
        // A ruling against what can be read need not move what honest play comes to: it is wrong all the same.
        let unlucky = self.is_unlucky(at);
        let counted = point.is_mistake() && !unlucky || self.is_off(at);
        let rows = [
            ("before", before.and_then(|point| point.value).filter(|_| counted).map(worth)),
            ("after", point.value.filter(|_| counted).map(worth)),
            ("honest", instead.and_then(|instead| instead.value).map(worth)),
            ("cost you", point.cost.filter(|_| counted).map(cost)),
            ("missed by", self.missed_by.filter(|by| *by >= 0.005).map(|by| fixed(by, 2))),
        ];
        let rows = rows.into_iter().filter_map(|(label, v)| Some(format!("{label:<10} {}", v?)));
        let rows: Vec<String> = rows.collect();
        if !rows.is_empty() {
            out.push(plain(rows.join("\n")));
        }
        if self.missed_by.is_some()
            && let Some(paid) = self.short_of_it(at)
        {
            let paid = fixed(paid, 2);
            out.push(plain(format!(
                "With honest play there it was {paid}: that misses the goal too."
            )));
        }
        let position = self.game.at(point.node);
        let named = point.played.as_ref().and_then(|played| about(&*position, &played.mv));
        out.extend(named.map(|named| plain(format!("You named {named}"))));
        out.extend(better.and_then(|better| better.why.clone()).map(plain));
        if self.is_off(at) {
            out.push(plain("The cost is counted by how the claims truly are: there it was small."));
        }
        if unlucky {
            out.push(plain("Honest play guesses here, and may have made the same move."));
        }
        if let Some(instead) = instead {
            out.push((format!("honest play: {}", instead.words), Tone::Good));
            out.extend(instead.about.clone().map(plain));
        }
        out
    }

    /// Which other numbers of the person are not what the goal asks for.
    fn also_off(&self, at: usize) -> Option<String> {
        let missed = |&other: &usize| other != at && self.due(other).is_some_and(Due::is_missed);
        let mut others: Vec<String> =
            (1..self.points.len()).filter(missed).map(|at| at.to_string()).collect();
        let more = others.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            others.truncate(MOST_NAMED);
            others.push(format!("{more} more"));
        }
        let moves = if others.len() == 1 { "move" } else { "moves" };
        (!others.is_empty()).then(|| format!("Off as well: {moves} {}.", and(&others)))
    }

    /// What the debate was lost by, as a heading, and what is said of it; none where a move is told of, or
    /// no person missed a goal.
    pub fn lost_by(&self) -> Option<(&'static str, Vec<Sentence>)> {
        let missed = self.reached() == Some(Verdict::Missed) && !self.people.is_empty();
        missed.then(|| self.without_a_move())
    }

    fn without_a_move(&self) -> (&'static str, Vec<Sentence>) {
        let payoff = self.pays();
        let payable = self.game.most();
        let little = LITTLE * payable;
        let by = |x: f64| change(x, if payoff { 2 } else { 3 });
        let of_most = format!("of the {} payable at most", fixed(payable, 2));
        let least = match (payoff, self.missed_by) {
            (false, _) => "0.05 or more".into(),
            (true, missed_by) => {
                let least = MISTAKE * self.stake();
                let why = match missed_by {
                    _ if self.stake() >= payable => format!("5 % {of_most}"),
                    Some(by) if by >= LITTLE * payable => "by which the goal was missed".into(),
                    _ => format!("0.5 % {of_most}"),
                };
                format!("{} or more, {why}", fixed(least, 2))
            }
        };
        let (mine, unknown): (Vec<usize>, Vec<usize>) = (1..self.points.len())
            .filter(|&at| self.is_mine(at))
            .partition(|&at| self.points[at].change.is_some());
        let mut out = vec![plain(match unknown.len() {
            0 => format!("No move of yours cost {least}, against honest play."),
            1 if mine.is_empty() => "What your move cost is not known.".into(),
            _ if mine.is_empty() => "What your moves cost is not known.".into(),
            n => format!(
                "What {n} of your {} moves cost is not known; no other cost {least}.",
                n + mine.len()
            ),
        })];
        let Some(loss) = self.loss else { return ("how it ended", out) };
        let heading = match loss.cause {
            Cause::Nothing | Cause::Own if !unknown.is_empty() => "how it ended",
            Cause::CoinsAlone => "only coins lost it",
            Cause::Coins => "coins lost it",
            Cause::Tried { stated, objected } => {
                out.extend(self.tried(stated, objected).into_iter().map(plain));
                "your number was tried"
            }
            Cause::Own => "no one move lost it",
            Cause::Nothing => "no move lost it",
        };
        if let Some(start) = self.points.first().and_then(|point| point.value) {
            let worth = if payoff { fixed(start, 2) } else { probability(start) };
            let of = if payoff { "Alice is paid" } else { "Alice wins with" };
            out.push(plain(format!("From the start {of} {worth}, if all are honest.")));
        }
        // All that moved it is said, so that the figures add up to how it ended.
        let shown = |x: f64| x.abs() >= little;
        let Loss { coins, others, own, .. } = *loss;
        if shown(coins) || shown(others) || shown(own) {
            let part = |what: &str, x: f64| match shown(x) {
                true => format!(", {what} by {}", by(x)),
                false => String::new(),
            };
            let others = part("the others' moves", others);
            let own = part("your own moves", own);
            out.push(plain(format!("The coins moved that by {}{others}{own}.", by(coins))));
        }
        let most: Vec<String> = self
            .most_moved(little)
            .iter()
            .map(|(at, x)| format!("move {at}: {}", by(*x)))
            .collect();
        if !most.is_empty() {
            out.push(plain(format!("The coins that moved it most: {}.", most.join(", "))));
        }
        if let Some((at, more)) = loss.more {
            let more = if payoff { fixed(more, 2) } else { probability(more) };
            out.push(plain(format!(
                "Not all that there was: from move {at} on, other play in your seat was worth up to \
                 {more} more."
            )));
        } else if !loss.searched {
            out.push(plain("What else you could have played was not all gone through."));
        }
        (heading, out)
    }

    /// What was stated, what it was worth, what is wrong with it, and what was done over it.
    fn tried(&self, stated: usize, objected: usize) -> Vec<String> {
        let played = |at: usize| self.points.get(at).and_then(|point| point.played.as_ref());
        let (Some(mine), Some(theirs)) = (played(stated), played(objected)) else {
            return Vec::new();
        };
        let worth = self.points[stated].change.map_or_else(String::new, |x| {
            // Small, but not nothing.
            match x.abs() < 0.0005 {
                true => {
                    format!(", worth less than 0.001 to {}", if x < 0.0 { "Bob" } else { "Alice" })
                }
                false => format!(", worth {} to Alice", change(x, 3)),
            }
        });
        let before = self.game.at(self.points[stated - 1].node);
        let who = who(theirs.actor);
        [
            Some(format!("Move {stated}, yours: {}{worth}.", short(&mine.mv))),
            before.mistake(&mine.mv, &Token::at_hand()),
            Some(format!("{who} aborted over it: move {objected}.")),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The goal, and whether it was reached. One that does not count was not reached.
    pub fn goal_words(&self) -> Option<Sentence> {
        self.outcome.as_ref()?;
        let kind = self.kind();
        // Nobody held out who did not play.
        if self.parts.is_empty() || kind == GoalKind::Lost && self.people.is_empty() {
            return None;
        }
        let verdict = match of_all(&self.parts) {
            Verdict::Reached if self.doubt.is_some() => Verdict::Missed,
            verdict => verdict,
        };
        // An aim that was missed must not read as what happened.
        let (goal, tone) = match (kind, verdict) {
            (GoalKind::Lost, _) => ("Made to be lost", Tone::Plain),
            (GoalKind::Win, Verdict::Reached) if !self.guesses.is_empty() => {
                ("Goal reached by a guess", Tone::Plain)
            }
            (GoalKind::Par, Verdict::Reached) if !self.guesses.is_empty() => {
                ("Par was held by a guess", Tone::Plain)
            }
            (GoalKind::Win, Verdict::Reached) => ("Goal reached", Tone::Good),
            (GoalKind::Win, Verdict::Missed) => ("Goal that was not reached", Tone::Bad),
            (GoalKind::Par, Verdict::Reached) => ("Par was held", Tone::Good),
            (GoalKind::Par, Verdict::Missed) => ("Par that was not held", Tone::Bad),
            (_, Verdict::Undecided) => ("Goal that is not decided", Tone::Aside),
        };
        let worth = self.game.worth();
        let aim = |part: &JudgedAim| match part.aim {
            Aim::Winner(side) => wins(side, worth),
            Aim::HeldOut { .. } => {
                self.by_the_rules().map_or_else(|| part.aim.to_string(), str::to_owned)
            }
            Aim::Rulings { right, of } if kind == GoalKind::Lost => {
                format!("you were right in {} of {}", count(right), count(of))
            }
            aim => aim.to_string(),
        };
        let list: Vec<String> = self.parts.iter().map(aim).collect();
        Some((format!("{goal}: {}.", list.join(", ")), tone))
    }

    /// What all honest play pays from the start, against what was paid.
    pub fn par(&self) -> Option<String> {
        let par = self.points.first()?.value.filter(|_| self.pays())?;
        let paid = self.outcome.as_ref()?.payoff?;
        // Par is what honest play comes to against who sits opposite: this is another number where that is
        // nobody honest.
        let departs = |seat: &Seat| {
            let plan = self.game.seat_plan(*seat);
            plan != SeatPlan::Human && plan != SeatPlan::honest()
        };
        let other = [Seat::Alice, Seat::Bob].into_iter().find(departs);
        let other = other.map_or_else(String::new, |seat| format!(", {} as well", seat.name()));
        Some(format!(
            "If all were honest from the start{other}, Alice would be paid {} on average. Here: {}.",
            fixed(par, 2),
            fixed(paid, 2)
        ))
    }
}

/// Who made a move.
fn who(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => seat.name(),
        Actor::Nature => "the coin",
        Actor::Rules => "the rules",
    }
}

/// What it is for a side to win, in words: where payments count, who is paid.
pub fn wins(side: Side, worth: Worth) -> String {
    match (worth, side) {
        (Worth::Payoff, Side::Alice) => "Alice is paid more than 0".into(),
        (Worth::Payoff, Side::Bob) => "Alice is paid 0 or less".into(),
        (Worth::Probability, side) => format!("{} wins", side.seat().name()),
    }
}

/// Why a goal that was reached does not count: a person who judged ruled against what can be read.
pub fn doubt(scenario: &Scenario, game: &dyn Game) -> Option<String> {
    let wrong = rulings(scenario, game).ok()?;
    Some(match wrong.first()? {
        WrongRuling { due: Move::Rule(side), .. } => {
            let wrong = right_side(game).is_some_and(|right| right != *side);
            format!(
                "It does not count: a ruling rests on what can be read of the matter on trial, \
                 and by that {} wins{}.",
                side.seat().name(),
                if wrong { ", though wrong" } else { ", whatever else was read" }
            )
        }
        WrongRuling { number, says, due } => format!(
            "It does not count: at move {number} the judge chose “{}”; what can be read says “{}”.",
            short(says),
            short(due)
        ),
    })
}
