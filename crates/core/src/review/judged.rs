//! A debate, judged: its goal and how that came out, every move of a person, and what lost it.
//!
//! [`review`] decides all of it from what is known. Screens, exports and commands only write it down. A
//! move is measured by what the goal asks for: by how far a number is from the one that is due, else by
//! what it cost if everybody is honest from there on. A person who held par is blamed for nothing.

use super::better::{Better, about, cheaply_estimated, looks};
use super::cause::{Cause, Loss};
use super::findings::Findings;
use super::goal::{JudgedAim, missed_by, of_all, parts, pays_enough, right_side};
use super::moves::{Grade, LITTLE, MISTAKE, Moment, ReviewedMove, at_stake, cost, points, stake};
use super::people::People;
use super::prices::Prices;
use super::rulings::{WrongRuling, guesses};
use crate::analysis::{Game, NEAR, Worth};
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Move, Outcome, Seat, Side, Turn};
use crate::scenario::{GoalKind, Scenario, Verdict};
use crate::work::Token;

/// So many coins are named that moved the value most.
const MOST_COINS: usize = 4;

/// A debate, judged as far as its values are known.
#[derive(Clone, Debug)]
pub struct Review {
    /// The seats of people whose record it is.
    pub people: Vec<Seat>,
    /// What values are counted in.
    pub worth: Worth,
    /// What can be won or paid at most.
    pub most: f64,
    /// What costs of moves are shares of.
    pub stake: f64,
    /// How it ended. `None` before the end.
    pub outcome: Option<Outcome>,
    /// The goal, and how it came out. `None` before the end.
    pub goal: Option<GoalReview>,
    /// The start and every move of the line.
    pub moves: Vec<JudgedMove>,
    /// The move of a person that lost it, as a place of the line.
    pub losing: Option<usize>,
    /// The move that is told of: the one that lost it, else a ruling against what can be read.
    pub told: Option<usize>,
    /// What lost it. `None` if the goal was not missed.
    pub lost_by: Option<LostBy>,
    /// The prover who was a program and not an honest one.
    pub departing: Option<Seat>,
    /// What other play in people's seats is worth, as far as that is known.
    pub prices: Vec<Prices>,
}

/// A goal of a debate that is over, and how it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalReview {
    /// Its kind.
    pub kind: GoalKind,
    /// What it asks for, and how each part came out.
    pub parts: Vec<JudgedAim>,
    /// Whether it was reached. A goal in doubt was not.
    pub verdict: Verdict,
    /// Why it does not count, though all parts were reached: a person ruled against what can be read.
    pub doubt: Option<WrongRuling>,
    /// Whether a ruling of a person rests on bits that were not read.
    pub guessed: bool,
    /// The side that is right, if that is known at once.
    pub right: Option<Side>,
    /// Whether a person who judged kept to the rules, and the wrong side won by that.
    pub by_the_rules: bool,
    /// By how much a payment missed it.
    pub missed_by: Option<f64>,
}

/// A number that the goal asks of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DueNumber {
    /// The number.
    pub number: f64,
    /// How far the person's number is from it.
    pub off: f64,
    /// How far it may be.
    pub within: f64,
}

impl DueNumber {
    /// Whether the person's number is too far from it.
    pub fn is_missed(self) -> bool {
        self.off > self.within + NEAR
    }
}

/// What is said of a person's move, in a word.
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
    /// A ruling for the wrong side, which the rules require after what was read.
    ByTheRules,
    /// A number that is not what could be known, or not what the goal asks for.
    Off,
    /// A number that is what the goal asks for.
    AsAsked,
}

impl Remark {
    /// Whether it is said of a mistake.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Graded(Grade::Slip | Grade::Blunder))
    }
}

/// What a move is called that is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A number that is off.
    OffNumber,
    /// A guess where honest play guesses too.
    UnluckyGuess,
    /// A guess that was wrong.
    WrongGuess,
    /// A move that is not the one that lost it, by what it cost.
    Graded(Grade),
    /// The move that lost it.
    LostIt,
    /// The move that cost most, in a debate that was not lost by it.
    Costliest,
}

/// A move, judged.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move with what it was worth; `cost` is a share of [`Review::stake`].
    pub made: ReviewedMove,
    /// Whether a person whose record it is made it.
    pub is_mine: bool,
    /// What the goal asks for, where a person stated a number.
    pub due: Option<DueNumber>,
    /// What would have been better.
    pub better: Option<Better>,
    /// What is said of it in a word.
    pub remark: Option<Remark>,
    /// Whether there is something to mend in it.
    pub errs: bool,
    /// What it is called if it is told of.
    pub fault: Option<Fault>,
    /// Whether it is an estimate that cost little by how the claims are, and that is not what could be known.
    pub is_off: bool,
    /// Whether it cost something, and honest play guesses there as well.
    pub is_unlucky: bool,
    /// What honest play here would have been worth, where that misses the goal as well.
    pub short: Option<f64>,
    /// What the step is about that it names.
    pub names: Option<String>,
    /// Whether it rests on bits that were not read.
    is_guess: bool,
    /// Whether the person is to be blamed for it.
    is_blamed: bool,
}

/// What lost a debate in which no one move did.
#[derive(Clone, Debug)]
pub struct LostBy {
    /// What lost it. `None` if that is not known, or not known yet.
    pub cause: Option<Cause>,
    /// What moved the value.
    pub loss: Option<Loss>,
    /// How many moves of people have a known cost, and how many have not.
    pub known: usize,
    /// How many moves of people have no known cost.
    pub unknown: usize,
    /// The least cost of a mistake, in payments.
    pub least: f64,
    /// The coins that moved the value most, with by how much.
    pub coins: Vec<(usize, f64)>,
    /// What is wrong with the number of a person that was tried.
    pub tried: Option<String>,
}

impl GoalReview {
    /// The goal of the people of a debate that is over here, given the values of its places and the
    /// first ruling of a person against what can be read.
    pub fn of(
        scenario: &Scenario,
        game: &dyn Game,
        people: &People,
        value: &dyn Fn(NodeId) -> Option<f64>,
        wrong: Option<&WrongRuling>,
        token: &Token,
    ) -> Option<Self> {
        let Turn::Over(outcome) = game.now().turn() else { return None };
        let goal = people.goal(scenario);
        let parts = parts(goal, game, people, &outcome, value, token);
        let reached = of_all(&parts);
        let doubt = wrong.filter(|_| reached == Verdict::Reached).cloned();
        let guessed = !guesses(game, people).is_empty();
        let right = right_side(game);
        let judged = people.owners() == [Seat::Judge] && doubt.is_none() && !guessed;
        Some(Self {
            kind: goal.map_or(GoalKind::Win, |goal| goal.kind()),
            verdict: if doubt.is_some() { Verdict::Missed } else { reached },
            by_the_rules: judged && right.is_some_and(|right| right != outcome.winner),
            missed_by: missed_by(&parts, &outcome),
            parts,
            doubt,
            guessed,
            right,
        })
    }

    /// Whether it was reached by a guess: a debate that is made to be lost asks for no right ruling.
    pub fn is_by_a_guess(&self) -> bool {
        self.verdict == Verdict::Reached && self.guessed && self.kind != GoalKind::Lost
    }

    /// Whether par was held: then nothing that a person did is a mistake.
    fn held_par(&self) -> bool {
        self.verdict == Verdict::Reached && self.kind == GoalKind::Par
    }

    /// Whether what was asked for did not come.
    fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed && self.doubt.is_none()
    }
}

/// Judges the line that a debate stands on, by what was found out so far. Which side is right is found out
/// as far as the token allows.
pub fn review(scenario: &Scenario, game: &dyn Game, found: &Findings, token: &Token) -> Review {
    let own = People::of(scenario, game);
    let people = own.owners();
    let value = |node| found.value(node);
    let goal = GoalReview::of(scenario, game, &own, &value, found.wrong_ruling(), token);
    let stake = stake(game, goal.as_ref().and_then(|goal| goal.missed_by));
    let points = at_stake(points(game, value), game, stake);
    let outcome = match game.now().turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let judging = Judging {
        game,
        points: &points,
        people: &people,
        goal: goal.as_ref(),
        law: own.goal(scenario).and_then(|goal| goal.law),
        better: &found.better,
        guesses: guesses(game, &own),
        right: right_side(game),
        outcome,
    };
    let mut moves: Vec<JudgedMove> = (0..points.len()).map(|at| judging.judged(at)).collect();
    let losing = judging.losing(&moves);
    let told = losing.or_else(|| judging.misruling(&moves));
    for (at, own) in moves.iter_mut().enumerate() {
        if own.errs || told == Some(at) {
            own.fault = Some(judging.fault(own, losing.is_none_or(|losing| losing == at)));
            let played = own.made.played.as_ref();
            own.names = played.and_then(|played| about(&*game.at(own.made.node), &played.mv));
        }
    }
    let missed = goal.as_ref().is_some_and(GoalReview::is_missed) && !people.is_empty();
    let lost_by = missed.then(|| lost_by(game, &moves, found.loss(), stake));
    let departs = |seat: &Seat| {
        let plan = game.seat_plan(*seat);
        plan != SeatPlan::Human && plan != SeatPlan::honest()
    };
    Review {
        worth: game.worth(),
        most: game.most(),
        stake,
        outcome,
        moves,
        losing,
        told,
        lost_by,
        departing: [Seat::Alice, Seat::Bob].into_iter().find(departs),
        prices: found.prices.clone().unwrap_or_default(),
        people,
        goal,
    }
}

impl Review {
    /// What the goal came to. `None` before the end.
    pub fn verdict(&self) -> Option<Verdict> {
        self.goal.as_ref().map(|goal| goal.verdict)
    }

    /// The move to tell of while this one is shown: the one shown if there is something to mend in it.
    pub fn told_at(&self, shown: usize) -> Option<usize> {
        let errs = self.moves.get(shown).is_some_and(|own| own.errs);
        if errs { Some(shown) } else { self.told }
    }

    /// Whether a move is looked at for this; a person's is a mistake if there is something to mend in it.
    pub fn is_of(&self, moment: Moment, at: usize) -> bool {
        self.moves.get(at).is_some_and(|own| match moment {
            Moment::Mistake if own.is_mine => own.errs,
            _ => moment.is_of(&own.made),
        })
    }

    /// The next such move after this one, from the start again after the last.
    pub fn next(&self, moment: Moment, after: usize) -> Option<usize> {
        let n = self.moves.len();
        (after + 1..n).chain(0..n.min(after + 1)).find(|&at| self.is_of(moment, at))
    }

    /// The moves that are mistakes, as places of the line.
    pub fn mistakes(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&at| self.is_of(Moment::Mistake, at)).collect()
    }
}

/// A line that is being judged.
struct Judging<'a> {
    game: &'a dyn Game,
    points: &'a [ReviewedMove],
    people: &'a [Seat],
    goal: Option<&'a GoalReview>,
    /// How near numbers have to be to those that the goal asks for.
    law: Option<f64>,
    better: &'a [Better],
    guesses: Vec<NodeId>,
    right: Option<Side>,
    outcome: Option<Outcome>,
}

impl Judging<'_> {
    fn held_par(&self) -> bool {
        self.goal.is_some_and(GoalReview::held_par)
    }

    /// A move, without what it is called: that depends on the others.
    fn judged(&self, at: usize) -> JudgedMove {
        let made = self.points[at].clone();
        let actor = made.played.as_ref().map(|played| played.actor);
        let is_mine = matches!(actor, Some(Actor::Seat(seat)) if self.people.contains(&seat));
        let due = if is_mine { self.due(at) } else { None };
        let better = self.better.iter().find(|better| better.node == made.node).cloned();
        let blamable = due.is_none() && !self.held_par();
        let costly = blamable && is_mine && made.is_mistake();
        let is_unlucky = costly && better.as_ref().is_some_and(|better| better.unlucky);
        let explained = better.as_ref().is_some_and(|better| better.why.is_some());
        let is_off = blamable && cheaply_estimated(&made) && explained;
        let is_blamed = due.map_or(costly && !is_unlucky, DueNumber::is_missed);
        let instead = better.as_ref().and_then(|better| better.instead.as_ref());
        let before = at.checked_sub(1).and_then(|at| self.points[at].value);
        let honest = instead.and_then(|instead| instead.value).or(before);
        let mut own = JudgedMove {
            is_mine,
            due,
            remark: None,
            errs: is_blamed || is_mine && blamable && (is_off || better.is_some()),
            fault: None,
            is_off,
            is_unlucky,
            short: honest.filter(|&paid| self.is_short(paid)),
            names: None,
            is_guess: self.guesses.contains(&made.node),
            is_blamed,
            better,
            made,
        };
        own.remark = self.remark(&own);
        own
    }

    /// What the goal asks for where a number was stated.
    fn due(&self, at: usize) -> Option<DueNumber> {
        let within = self.law?;
        let Move::Estimate(p) = self.points[at].played.as_ref()?.mv else { return None };
        let before = self.points.get(at.checked_sub(1)?)?.node;
        let number = self.game.at(before).by_its_parts()?;
        Some(DueNumber { number, off: (p.get() - number).abs(), within })
    }

    /// Whether so much is paid and misses the goal.
    fn is_short(&self, paid: f64) -> bool {
        self.game.worth() == Worth::Payoff
            && self.goal.is_some_and(|goal| !pays_enough(&goal.parts, paid))
    }

    fn remark(&self, own: &JudgedMove) -> Option<Remark> {
        let made = &own.made;
        if own.is_guess && !own.is_blamed {
            return Some(Remark::Guess);
        }
        let played = made.played.as_ref().filter(|_| own.is_mine)?;
        if let Some(due) = own.due {
            return Some(if due.is_missed() { Remark::Off } else { Remark::AsAsked });
        }
        if own.is_blamed {
            return made.grade().map(Remark::Graded);
        }
        if own.is_off {
            return Some(Remark::Off);
        }
        if own.is_unlucky {
            return Some(Remark::Unlucky);
        }
        if let Move::Rule(side) = played.mv
            && self.right.is_some_and(|right| right != side)
        {
            return Some(Remark::ByTheRules);
        }
        // That nothing was lost by looking is no praise; nor is a mistake named where par was held.
        let grade = made.grade().filter(|_| !looks(played) && !made.is_mistake())?;
        let gained = made.change.and_then(|change| cost(self.game, played.actor, -change));
        let gains = gained.is_some_and(|gained| gained >= LITTLE);
        Some(if gains { Remark::Gain } else { Remark::Graded(grade) })
    }

    /// The move of a person that lost it: of numbers that are asked for the one that is furthest off, else
    /// the move that cost most.
    fn losing(&self, moves: &[JudgedMove]) -> Option<usize> {
        let all = || moves.iter().enumerate();
        let off = |(at, own): (usize, &JudgedMove)| {
            own.due.filter(|due| due.is_missed()).map(|due| (at, due.off))
        };
        let cost = |(at, own): (usize, &JudgedMove)| {
            own.is_blamed.then(|| (at, own.made.cost.unwrap_or(0.0)))
        };
        let furthest = all().filter_map(off).max_by(|a, b| a.1.total_cmp(&b.1));
        let found = match furthest {
            None if self.law.is_none() => all().filter_map(cost).max_by(|a, b| a.1.total_cmp(&b.1)),
            furthest => furthest,
        };
        found.map(|(at, _)| at)
    }

    /// A person's ruling against what can be read, where nothing says what it cost.
    fn misruling(&self, moves: &[JudgedMove]) -> Option<usize> {
        let is_one =
            |own: &JudgedMove| own.is_mine && own.better.is_some() && !cheaply_estimated(&own.made);
        moves.iter().rposition(is_one).filter(|_| !self.held_par())
    }

    fn fault(&self, own: &JudgedMove, lost: bool) -> Fault {
        match own.made.grade().filter(|_| !lost) {
            _ if own.is_off || own.due.is_some() => Fault::OffNumber,
            _ if own.is_unlucky => Fault::UnluckyGuess,
            _ if own.is_guess && !own.made.is_mistake() => Fault::WrongGuess,
            Some(grade) => Fault::Graded(grade),
            None if self.lost_it(own) => Fault::LostIt,
            None => Fault::Costliest,
        }
    }

    /// Whether the debate was lost for the player of this move, and honest play there would have met what
    /// the goal asks of payments.
    fn lost_it(&self, own: &JudgedMove) -> bool {
        let (Some(outcome), Some(goal)) = (&self.outcome, self.goal) else { return false };
        let lost = match own.made.played.as_ref().map(|played| played.actor) {
            Some(Actor::Seat(Seat::Alice)) => outcome.winner == Side::Bob,
            Some(Actor::Seat(Seat::Bob)) => outcome.winner == Side::Alice,
            _ => true,
        };
        goal.doubt.is_some() || lost && goal.verdict != Verdict::Reached && own.short.is_none()
    }
}

fn lost_by(game: &dyn Game, moves: &[JudgedMove], loss: Option<&Loss>, stake: f64) -> LostBy {
    let mine = moves.iter().filter(|own| own.is_mine);
    let (known, unknown): (Vec<_>, Vec<_>) = mine.partition(|own| own.made.change.is_some());
    let cause = loss.map(|loss| loss.cause);
    let tried = match cause {
        Some(Cause::Tried { stated, .. }) => moves[stated].made.played.as_ref().and_then(|mine| {
            game.at(moves[stated - 1].made.node).mistake(&mine.mv, &Token::at_hand())
        }),
        _ => None,
    };
    let is_open = matches!(cause, Some(Cause::Nothing | Cause::Own)) && !unknown.is_empty();
    LostBy {
        cause: cause.filter(|_| !is_open),
        loss: loss.cloned(),
        known: known.len(),
        unknown: unknown.len(),
        least: MISTAKE * stake,
        coins: most_moved(moves, LITTLE * game.most()),
        tried,
    }
}

/// The coins that moved the value most, with by how much.
fn most_moved(moves: &[JudgedMove], little: f64) -> Vec<(usize, f64)> {
    let fell = |(at, own): (usize, &JudgedMove)| {
        let is_coin = own.made.played.as_ref()?.actor == Actor::Nature;
        own.made
            .change
            .filter(|change| is_coin && change.abs() >= little)
            .map(|change| (at, change))
    };
    let mut coins: Vec<_> = moves.iter().enumerate().filter_map(fell).collect();
    coins.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    coins.truncate(MOST_COINS);
    coins
}
