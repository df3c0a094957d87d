//! The judgement of a debate: its goal and verdict, every move of a person, and why it was lost.
//!
//! [`review`] decides all of this; screens, exports and commands only format it. If the goal asks
//! for a number, a move is measured by its distance from that number. Otherwise it is measured by
//! its cost, assuming honest play from there on. If a person reached par, no move is a mistake.

use super::better_moves::{BetterMove, about, cheaply_estimated, looks};
use super::findings::Findings;
use super::goal::{GoalConditionResult, combine, missed_by, parts, pays_enough, right_side};
use super::loss_cause::{LossCause, ValueLoss};
use super::moves::{
    Grade, LITTLE, MISTAKE, ReviewTag, ReviewedMove, at_stake, cost, points, stake,
};
use super::people::People;
use super::rulings::{WrongRuling, guesses};
use super::substitutes::SubstituteValues;
use crate::analysis::{Game, NEAR, PayoffUnit};
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Move, Outcome, Seat, Side, Turn};
use crate::scenario::{GoalKind, Scenario, Verdict};
use crate::work::CancelToken;

/// The number of random draws that a review names.
const MOST_COINS: usize = 4;

/// A debate with its judgement, as far as the values allow it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The seats of the people whose record it is.
    pub people: Vec<Seat>,
    /// The unit of its values.
    pub worth: PayoffUnit,
    /// The largest possible value.
    pub most: f64,
    /// The amount that costs of moves are a share of.
    pub stake: f64,
    /// The outcome. `None` before the end.
    pub outcome: Option<Outcome>,
    /// The goal and its verdict. `None` before the end.
    pub goal: Option<GoalReview>,
    /// The start and every move of the line.
    pub moves: Vec<JudgedMove>,
    /// The person's move that lost it, as an index into `moves`.
    pub losing: Option<usize>,
    /// The move to explain: the move that lost it, or else a ruling that contradicts the readable
    /// evidence.
    pub told: Option<usize>,
    /// Why it was lost. `None` if the goal was not missed.
    pub lost_by: Option<LossWithoutMistake>,
    /// The prover who was a program other than an honest one.
    pub departing: Option<Seat>,
    /// The value of other play in people's seats. Incomplete during the search.
    pub prices: Vec<SubstituteValues>,
}

/// The goal of a finished debate, and its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalReview {
    /// Its kind.
    pub kind: GoalKind,
    /// Its parts, each with a verdict.
    pub parts: Vec<GoalConditionResult>,
    /// True if it was reached. A goal in doubt was not reached.
    pub verdict: Verdict,
    /// The ruling that contradicts the readable evidence, so that the goal does not count although
    /// all parts were reached.
    pub doubt: Option<WrongRuling>,
    /// True if a person's ruling depends on bits that were not read.
    pub guessed: bool,
    /// The side that is right. `None` unless it is quick to find.
    pub right: Option<Side>,
    /// True if a person who judged followed the rules, and the wrong side won because of it.
    pub by_the_rules: bool,
    /// The amount by which a payment missed the goal.
    pub missed_by: Option<f64>,
}

/// A number that the goal asks a person for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequiredNumber {
    /// The number.
    pub number: f64,
    /// The distance of the person's number from it.
    pub off: f64,
    /// The allowed distance.
    pub within: f64,
}

impl RequiredNumber {
    /// Returns whether the person's number is too far from it.
    pub fn is_missed(self) -> bool {
        self.off > self.within + NEAR
    }
}

/// A short remark about a person's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRemark {
    /// The grade of the cost.
    Graded(Grade),
    /// The move was better than honest play from there on.
    Gain,
    /// A ruling that depends on bits that were not read.
    Guess,
    /// It cost something, but honest play also guesses there.
    Unlucky,
    /// A ruling for the wrong side that the rules require after these reads.
    ByTheRules,
    /// A number that differs from the best possible one, or from the one that the goal asks for.
    Off,
    /// The number that the goal asks for.
    AsAsked,
}

impl MoveRemark {
    /// Returns whether it marks a mistake.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Graded(Grade::Slip | Grade::Blunder))
    }
}

/// The name of the fault in a move that is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// A number that is too far off.
    OffNumber,
    /// A guess where honest play also guesses.
    UnluckyGuess,
    /// A wrong guess.
    WrongGuess,
    /// A costly move that did not lose the debate, with the grade of its cost.
    Graded(Grade),
    /// The move that lost it.
    LostIt,
    /// The costliest move, in a debate that was not lost by it.
    Costliest,
}

/// A move, judged.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move with its values. `cost` is a share of [`Review::stake`].
    pub made: ReviewedMove,
    /// True if a person made the move, and the record belongs to this person.
    pub is_mine: bool,
    /// The number that the goal asks for. `None` if the person stated no number.
    pub due: Option<RequiredNumber>,
    /// The better move.
    pub better: Option<BetterMove>,
    /// A short remark about the move.
    pub remark: Option<MoveRemark>,
    /// True if something in the move can be improved.
    pub errs: bool,
    /// The kind of mistake. `None` if the move is not a mistake.
    pub fault: Option<MistakeKind>,
    /// True if the move is an estimate that cost little for the true claims, but differs from the
    /// best possible estimate.
    pub is_off: bool,
    /// True if the move cost something, but honest play also guesses there.
    pub is_unlucky: bool,
    /// The value of honest play here, if that also misses the goal.
    pub short: Option<f64>,
    /// The step that the move names, with the step's question. `None` if the move names no step.
    pub names: Option<String>,
    /// True if the move depends on bits that were not read.
    is_guess: bool,
    /// True if the person is to blame for the move.
    is_blamed: bool,
}

/// Why a debate was lost that no single move lost.
#[derive(Clone, Debug)]
pub struct LossWithoutMistake {
    /// The cause. `None` while it is unknown.
    pub cause: Option<LossCause>,
    /// The changes of value.
    pub loss: Option<ValueLoss>,
    /// The number of people's moves with a known cost.
    pub known: usize,
    /// The number of people's moves with an unknown cost.
    pub unknown: usize,
    /// The least cost of a mistake, in the unit of payments.
    pub least: f64,
    /// The random draws that changed the value most, each with its change.
    pub coins: Vec<(usize, f64)>,
    /// The error in the person's number that the other side challenged.
    pub tried: Option<String>,
}

impl GoalReview {
    /// The goal of the people in a debate that is over. Takes the values of its nodes, and the
    /// first ruling of a person that contradicts the readable evidence.
    pub fn judge(
        scenario: &Scenario,
        game: &dyn Game,
        people: &People,
        value: &dyn Fn(NodeId) -> Option<f64>,
        wrong: Option<&WrongRuling>,
        token: &CancelToken,
    ) -> Option<Self> {
        let Turn::Over(outcome) = game.position().turn() else { return None };
        let goal = people.goal(scenario);
        let parts = parts(goal, game, people, &outcome, value, token);
        let reached = combine(&parts);
        let guesses = guesses(game, people);
        let is_guess = |wrong: &WrongRuling| {
            let node = game.tree().line().get(wrong.number - 1);
            node.is_some_and(|node| guesses.contains(node))
        };
        let kind = goal.map_or(GoalKind::Win, |goal| goal.kind());
        // Where nobody is expected to win, a guess is judged as a guess, whichever side it is for.
        let is_excused = |wrong: &WrongRuling| kind == GoalKind::Lost && is_guess(wrong);
        let counts = |wrong: &&WrongRuling| reached == Verdict::Reached && !is_excused(wrong);
        let doubt = wrong.filter(counts).cloned();
        let guessed = !guesses.is_empty();
        let right = right_side(game);
        let judged = people.owners() == [Seat::Judge] && doubt.is_none() && !guessed;
        Some(Self {
            kind,
            verdict: if doubt.is_some() { Verdict::Missed } else { reached },
            by_the_rules: judged && right.is_some_and(|right| right != outcome.winner),
            missed_by: missed_by(&parts, &outcome),
            parts,
            doubt,
            guessed,
            right,
        })
    }

    /// Returns whether a guess reached it. A debate that cannot be won requires no right ruling.
    pub fn is_by_a_guess(&self) -> bool {
        self.verdict == Verdict::Reached && self.guessed && self.kind != GoalKind::Lost
    }

    /// Returns whether the person reached par. If so, none of their moves is a mistake.
    fn held_par(&self) -> bool {
        self.verdict == Verdict::Reached && self.kind == GoalKind::Par
    }

    /// Returns whether a part of the goal was missed.
    fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed && self.doubt.is_none()
    }
}

/// Judges the current line of a debate by what was found so far. The token limits the search for
/// the side that is right.
pub fn review(
    scenario: &Scenario,
    game: &dyn Game,
    found: &Findings,
    token: &CancelToken,
) -> Review {
    let own = People::new(scenario, game);
    let people = own.owners();
    let value = |node| found.value(node);
    let goal = GoalReview::judge(scenario, game, &own, &value, found.wrong_ruling(), token);
    let can_be_found = can_be_found(scenario);
    let stake = stake(game, goal.as_ref().and_then(|goal| goal.missed_by));
    let points = at_stake(points(game, value), game, stake);
    let outcome = match game.position().turn() {
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
        can_be_found,
    };
    let mut moves: Vec<JudgedMove> = (0..points.len()).map(|at| judging.judged(at)).collect();
    let losing = judging.losing(&moves);
    let told = losing.or_else(|| judging.misruling(&moves));
    for (at, own) in moves.iter_mut().enumerate() {
        if own.errs || told == Some(at) {
            own.fault = Some(judging.fault(own, losing.is_none_or(|losing| losing == at)));
            let played = own.made.played.as_ref();
            own.names =
                played.and_then(|played| about(&*game.position_at(own.made.node), &played.mv));
        }
    }
    let missed = goal.as_ref().is_some_and(GoalReview::is_missed) && !people.is_empty();
    let lost_by = missed.then(|| lost_by(game, &moves, found.loss(), stake));
    let departs = |seat: &Seat| {
        let plan = game.seat_plan(*seat);
        plan != SeatPlan::Human && plan != SeatPlan::honest()
    };
    Review {
        worth: game.payoff_unit(),
        most: game.max_value(),
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
    /// The verdict on the goal. `None` before the end.
    pub fn verdict(&self) -> Option<Verdict> {
        self.goal.as_ref().map(|goal| goal.verdict)
    }

    /// The move to explain while this one is shown. That is the shown move, if something in it can
    /// be improved.
    pub fn remark_index(&self, shown: usize) -> Option<usize> {
        let errs = self.moves.get(shown).is_some_and(|own| own.errs);
        if errs { Some(shown) } else { self.told }
    }

    /// Returns whether a move is such a moment. A person's move is a mistake if something in it can
    /// be improved.
    pub fn is_of(&self, moment: ReviewTag, at: usize) -> bool {
        self.moves.get(at).is_some_and(|own| match moment {
            ReviewTag::Mistake if own.is_mine => own.errs,
            _ => moment.is_of(&own.made),
        })
    }

    /// The next such move after this one. After the last move the search starts again at the first.
    pub fn next(&self, moment: ReviewTag, after: usize) -> Option<usize> {
        let n = self.moves.len();
        (after + 1..n).chain(0..n.min(after + 1)).find(|&at| self.is_of(moment, at))
    }

    /// The mistakes, as indices into the line.
    pub fn mistakes(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&at| self.is_of(ReviewTag::Mistake, at)).collect()
    }
}

/// A line that is being judged.
struct Judging<'a> {
    game: &'a dyn Game,
    points: &'a [ReviewedMove],
    people: &'a [Seat],
    goal: Option<&'a GoalReview>,
    /// The allowed distance from the numbers that the goal asks for.
    law: Option<f64>,
    better: &'a [BetterMove],
    guesses: Vec<NodeId>,
    right: Option<Side>,
    outcome: Option<Outcome>,
    /// `true` if a person can find what an honest program has to guess.
    can_be_found: bool,
}

impl Judging<'_> {
    fn held_par(&self) -> bool {
        self.goal.is_some_and(GoalReview::held_par)
    }

    /// A move without the name of its fault, which depends on the other moves.
    fn judged(&self, at: usize) -> JudgedMove {
        let made = self.points[at].clone();
        let actor = made.played.as_ref().map(|played| played.actor);
        let is_mine = matches!(actor, Some(Actor::Seat(seat)) if self.people.contains(&seat));
        let due = if is_mine { self.due(at) } else { None };
        let better = self.better.iter().find(|better| better.node == made.node).cloned();
        let blamable = due.is_none() && !self.held_par();
        let costly = blamable && is_mine && made.is_mistake();
        let guesses_too = better.as_ref().is_some_and(|better| better.unlucky);
        let is_unlucky = costly && guesses_too && !self.can_be_found;
        let explained = better.as_ref().is_some_and(|better| better.why.is_some());
        let is_off = blamable && cheaply_estimated(&made) && explained;
        let is_blamed = due.map_or(costly && !is_unlucky, RequiredNumber::is_missed);
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

    /// The number that the goal asks for, where a person stated a number.
    fn due(&self, at: usize) -> Option<RequiredNumber> {
        let within = self.law?;
        let Move::Estimate(p) = self.points[at].played.as_ref()?.mv else { return None };
        let before = self.points.get(at.checked_sub(1)?)?.node;
        let number = self.game.position_at(before).by_its_parts()?;
        Some(RequiredNumber { number, off: (p.get() - number).abs(), within })
    }

    /// Returns whether this payment misses the goal.
    fn is_short(&self, paid: f64) -> bool {
        self.game.payoff_unit() == PayoffUnit::Payoff
            && self.goal.is_some_and(|goal| !pays_enough(&goal.parts, paid))
    }

    fn remark(&self, own: &JudgedMove) -> Option<MoveRemark> {
        let made = &own.made;
        if own.is_guess {
            return Some(MoveRemark::Guess);
        }
        let played = made.played.as_ref().filter(|_| own.is_mine)?;
        if let Some(due) = own.due {
            return Some(if due.is_missed() { MoveRemark::Off } else { MoveRemark::AsAsked });
        }
        if own.is_blamed {
            return made.grade().map(MoveRemark::Graded);
        }
        if own.is_off {
            return Some(MoveRemark::Off);
        }
        if own.is_unlucky {
            return Some(MoveRemark::Unlucky);
        }
        if let Move::Rule(side) = played.mv
            && self.right.is_some_and(|right| right != side)
        {
            return Some(MoveRemark::ByTheRules);
        }
        // A move that only prepares an answer earns no praise. If par was reached, no mistake is
        // named.
        let grade = made.grade().filter(|_| !looks(played) && !made.is_mistake())?;
        let gained = made.change.and_then(|change| cost(self.game, played.actor, -change));
        let gains = gained.is_some_and(|gained| gained >= LITTLE);
        Some(if gains { MoveRemark::Gain } else { MoveRemark::Graded(grade) })
    }

    /// The person's move that lost it: the number that is furthest off, or else the costliest move.
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

    /// A person's ruling that contradicts the readable evidence, if its cost is unknown.
    fn misruling(&self, moves: &[JudgedMove]) -> Option<usize> {
        let is_one =
            |own: &JudgedMove| own.is_mine && own.better.is_some() && !cheaply_estimated(&own.made);
        moves.iter().rposition(is_one).filter(|_| !self.held_par())
    }

    fn fault(&self, own: &JudgedMove, lost: bool) -> MistakeKind {
        match own.made.grade().filter(|_| !lost) {
            _ if own.is_off || own.due.is_some() => MistakeKind::OffNumber,
            _ if own.is_unlucky => MistakeKind::UnluckyGuess,
            _ if own.is_guess => MistakeKind::WrongGuess,
            Some(grade) => MistakeKind::Graded(grade),
            None if self.lost_it(own) => MistakeKind::LostIt,
            None => MistakeKind::Costliest,
        }
    }

    /// Returns whether this move lost the debate for its player, and honest play would have reached
    /// the required payments.
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

/// Factors of numbers up to this one are found by hand, by trying the primes below 100.
const BY_HAND: u64 = 10_000;

/// Returns `true` if a person can find the false subclaim where an honest program, which knows only its own part,
/// guesses: the factors of the number are found by hand.
fn can_be_found(scenario: &Scenario) -> bool {
    scenario.machine.intervals_of().is_some_and(|number| number <= BY_HAND)
}

fn lost_by(
    game: &dyn Game,
    moves: &[JudgedMove],
    loss: Option<&ValueLoss>,
    stake: f64,
) -> LossWithoutMistake {
    let mine = moves.iter().filter(|own| own.is_mine);
    let (known, unknown): (Vec<_>, Vec<_>) = mine.partition(|own| own.made.change.is_some());
    let cause = loss.map(|loss| loss.cause);
    let tried = match cause {
        Some(LossCause::Tried { stated, .. }) => {
            moves[stated].made.played.as_ref().and_then(|mine| {
                game.position_at(moves[stated - 1].made.node)
                    .mistake(&mine.mv, &CancelToken::for_frame())
            })
        }
        _ => None,
    };
    let is_open = matches!(cause, Some(LossCause::Nothing | LossCause::Own)) && !unknown.is_empty();
    LossWithoutMistake {
        cause: cause.filter(|_| !is_open),
        loss: loss.cloned(),
        known: known.len(),
        unknown: unknown.len(),
        least: MISTAKE * stake,
        coins: most_moved(moves, LITTLE * game.max_value()),
        tried,
    }
}

/// The random draws that changed the value most, each with its change.
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
