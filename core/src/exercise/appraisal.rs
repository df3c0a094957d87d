//! What is said of a debate that is over: whether its goal was reached, which move of a person lost it, and
//! what did if none of them. The review, the ending, exports and commands print it and decide nothing.
//!
//! A move is measured by what the goal asks for: where that is a number, by how far the person's is from
//! it; elsewhere by what it cost if everybody is honest from there on. Who held par is blamed for nothing.

use super::goal::{Aim, JudgedAim, missed_by, of_all, parts, pays_enough, right_side, to_evaluate};
use super::people::People;
use super::prices::Prices;
use super::replay::{WrongRuling, guesses, rulings};
use crate::analysis::NEAR;
use crate::analysis::review::{
    Better, Cause, Grade, LITTLE, Loss, MISTAKE, MoveToBetter, ReviewedMove, about, at_stake,
    better, cheaply_estimated, cost, entries, looks, points, stake,
};
use crate::analysis::{Game, Moment, Worth};
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Move, Outcome, Seat, Side, Turn};
use crate::scenario::{Goal, GoalKind, Scenario, Verdict};
use crate::show::narrate::{capital, short};
use crate::show::number::{and, as_typed, change, count, fixed, probability};
use crate::work::Token;

/// Of the numbers that are off no more are named.
const MOST_NAMED: usize = 6;

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

fn plain(words: impl Into<String>) -> Sentence {
    (words.into(), Tone::Plain)
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

/// What is said of a debate of people that is over.
#[derive(Debug, Default)]
pub struct Appraised {
    /// All of it in sentences: goal, blame, prices.
    pub said: Vec<Sentence>,
    /// The moves that are mistakes, as places of the line.
    pub mistakes: Vec<usize>,
}

/// All that can be said of a debate of people that is over; none of any other.
pub fn appraised(scenario: &Scenario, game: &dyn Game, token: &Token) -> Option<Appraised> {
    let Turn::Over(outcome) = game.now().turn() else { return None };
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let own = People::of(scenario, game);
    let people = own.owners();
    if people.is_empty() {
        return None;
    }
    let goal = own.goal(scenario);
    let evaluate = game.evaluator();
    let value = |node| evaluate(node, token).ok().flatten().map(|value| value.honest);
    let mut known = std::collections::HashMap::new();
    let line = std::iter::once(NodeId::START).chain(game.tree().line().iter().copied());
    let also = goal.map_or_else(Vec::new, |goal| to_evaluate(goal, game, &own));
    for node in line.chain(also) {
        known.entry(node).or_insert_with(|| value(node));
    }
    let value = |node| known.get(&node).copied().flatten();
    let asked = parts(goal, game, &own, &outcome, &value, token);
    let missed_by = missed_by(&parts(goal, game, &own, &outcome, &|_| None, token), &outcome);
    let line = at_stake(points(game, value), game, stake(game, missed_by));
    let from_start = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest()));
    let mistakes = MoveToBetter::of(&line, &people, |_| false);
    let found = from_start
        .as_ref()
        .map_or_else(|_| Vec::new(), |start| better(&**start, &entries(game), &mistakes, token));
    let doubt = match of_all(&asked) {
        Verdict::Reached => doubt(scenario, game),
        _ => None,
    };
    let guesses = guesses(game, &own);
    let mut judged = Appraisal {
        goal,
        game,
        points: &line,
        better: &found,
        guesses: &guesses,
        loss: None,
        missed_by,
        doubt: doubt.as_deref(),
        outcome: Some(outcome),
        parts: asked,
        people: people.clone(),
    };
    let mut out: Vec<Sentence> = judged.goal_words().into_iter().collect();
    out.extend(doubt.clone().map(|doubt| (doubt, Tone::Bad)));
    let mut loss = None;
    if judged.told(None).is_none() && judged.reached() == Some(Verdict::Missed) {
        let copy = game.again(game.seed(), &[const { SeatPlan::Human }; 3]);
        loss = copy
            .ok()
            .and_then(|mut copy| Loss::along(&mut *copy, &entries(game), &line, &people, token));
    }
    judged.loss = loss.as_ref();
    if let Some(at) = judged.told(None) {
        out.push(plain(format!("Move {at} was {}.", judged.called(at))));
        out.extend(judged.about(at));
    } else if let Some((heading, words)) = judged.lost_by() {
        out.push(plain(format!("{}.", capital(heading))));
        out.extend(words);
    }
    out.extend(judged.par().map(plain));
    if let Ok(start) = from_start {
        let prices = Prices::of(&*start, &seats, goal, token);
        out.extend(prices.iter().flat_map(Prices::said).map(plain));
    }
    let mistakes = (0..line.len()).filter(|&at| judged.is_of(Moment::Mistake, at)).collect();
    Some(Appraised { said: out, mistakes })
}
