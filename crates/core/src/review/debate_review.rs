//! Judges a debate: whether the goal was reached, how good each move of a person was, and why the
//! debate was lost.
//!
//! [`review`] makes all decisions; screens, exports and commands only format them. If the goal asks
//! for a number, a move is judged by the distance of its number. Otherwise, a move is judged by its
//! cost if everybody is honest afterwards. If a person reached par, no move is a mistake.

use super::better_moves::{BetterMove, about, cheaply_estimated, looks};
use super::findings::Findings;
use super::goal::{GoalConditionResult, combine, missed_by, parts, pays_enough, right_side};
use super::loss_cause::{LossCause, ValueLoss};
use super::moves::{
    Grade, LITTLE, MISTAKE, ReviewTag, ReviewedMove, at_stake, cost, points, stake,
};
use super::people::People;
use super::rulings::{WrongRuling, guessed_by, guesses, own};
use super::substitutes::SubstituteValues;
use crate::analysis::{Game, NEAR, PayoffUnit};
use crate::debate::{NodeId, SeatPlan};
use crate::rules::{Actor, Move, Outcome, Seat, Side, Turn};
use crate::scenario::{GoalKind, Scenario, Verdict};
use crate::work::CancelToken;

/// The largest number of random draws that a review names.
const MOST_COINS: usize = 4;

/// The review of a debate. It is complete if all values were found.
#[derive(Clone, Debug)]
pub struct Review {
    /// The seats of the people who own the record.
    pub people: Vec<Seat>,
    /// The unit of the values.
    pub worth: PayoffUnit,
    /// The largest possible value.
    pub most: f64,
    /// The costs of moves are shares of this amount (see [`stake`]).
    pub stake: f64,
    /// The outcome. `None` if the debate is not over.
    pub outcome: Option<Outcome>,
    /// The goal and its verdict. `None` if the debate is not over.
    pub goal: Option<GoalReview>,
    /// The start, and then every move of the current line.
    pub moves: Vec<JudgedMove>,
    /// The person's move that lost the debate, as an index into `moves`.
    pub losing: Option<usize>,
    /// The move that the review explains, as an index into `moves`: the move that lost the debate,
    /// or a ruling that contradicts the readable evidence.
    pub told: Option<usize>,
    /// Why the goal was missed. `None` if it was not missed.
    pub lost_by: Option<LossWithoutMistake>,
    /// The first prover that was a program, but not an honest one.
    pub departing: Option<Seat>,
    /// The values of other players in people's seats. Incomplete until the search has ended.
    pub prices: Vec<SubstituteValues>,
}

/// The goal of a finished debate, and its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalReview {
    /// The kind of the goal.
    pub kind: GoalKind,
    /// The conditions of the goal, each with its verdict.
    pub parts: Vec<GoalConditionResult>,
    /// Whether the goal was reached. It counts as missed if `doubt` is not `None`.
    pub verdict: Verdict,
    /// A person's ruling that contradicts the readable evidence. Because of it, the goal counts as
    /// missed although all conditions were reached.
    pub doubt: Option<WrongRuling>,
    /// True if a person's ruling was a guess, because it depends on bits that were not read.
    pub guessed: bool,
    /// The side that is right. `None` if no side is right, or if this takes long to compute.
    pub right: Option<Side>,
    /// True if a person judged according to the rules, and therefore the wrong side won.
    pub by_the_rules: bool,
    /// The difference between the payment and the goal. `None` if the payment did not miss the
    /// goal.
    pub missed_by: Option<f64>,
}

/// A number that the goal asks a person for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequiredNumber {
    /// The number that the goal asks for.
    pub number: f64,
    /// The difference between the person's number and the required number.
    pub off: f64,
    /// The largest allowed difference.
    pub within: f64,
}

impl RequiredNumber {
    /// Returns whether the person's number is too far from the required number.
    pub fn is_missed(self) -> bool {
        self.off > self.within + NEAR
    }
}

/// A short remark about a person's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRemark {
    /// The grade of the cost.
    Graded(Grade),
    /// The move was better than honest play.
    Gain,
    /// A ruling that was a guess, because it depends on bits that were not read.
    Guess,
    /// The move cost something, but an honest player would also have guessed there.
    Unlucky,
    /// A ruling for the wrong side. The rules require this ruling after these reads.
    ByTheRules,
    /// A number that differs from the best possible number, or from the number that the goal asks
    /// for.
    Off,
    /// The number that the goal asks for.
    AsAsked,
}

impl MoveRemark {
    /// Returns whether this remark marks a mistake.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Graded(Grade::Slip | Grade::Blunder))
    }
}

/// The kind of mistake in a move that the review explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// A number that is too far off.
    OffNumber,
    /// A guess that cost something, but an honest player would also have guessed there.
    UnluckyGuess,
    /// A wrong guess.
    WrongGuess,
    /// A costly move that did not lose the debate, with the grade of its cost.
    Graded(Grade),
    /// The move that lost the debate.
    LostIt,
    /// The costliest move, but it did not lose the debate.
    Costliest,
}

/// A move with its judgement.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move with its values. `cost` is a share of [`Review::stake`].
    pub made: ReviewedMove,
    /// True if a person made the move, and the record belongs to this person.
    pub is_mine: bool,
    /// The number that the goal asks for in this move. `None` if it asks for no number.
    pub due: Option<RequiredNumber>,
    /// The explanation of the move, with a better move. `None` if none was found.
    pub better: Option<BetterMove>,
    /// A short remark about the move.
    pub remark: Option<MoveRemark>,
    /// True if something in the move can be improved.
    pub errs: bool,
    /// The kind of mistake. `None` if the move is not explained as a mistake.
    pub fault: Option<MistakeKind>,
    /// True if the move is an estimate that cost little, but differs from the best possible
    /// estimate.
    pub is_off: bool,
    /// True if the move cost something, but an honest player would also have guessed there.
    pub is_unlucky: bool,
    /// The value of honest play in this position, if honest play also misses the goal. `None`
    /// otherwise.
    pub short: Option<f64>,
    /// The step that the move names, with the step's question. `None` if the move names no step.
    pub names: Option<String>,
    /// True if the move is a ruling that was a guess.
    is_guess: bool,
    /// True if the move is a mistake that the person could have avoided.
    is_blamed: bool,
}

/// Why a goal was missed, if the cause is not one move.
#[derive(Clone, Debug)]
pub struct LossWithoutMistake {
    /// The cause. `None` while it is unknown.
    pub cause: Option<LossCause>,
    /// The changes of value. `None` while they are unknown.
    pub loss: Option<ValueLoss>,
    /// The number of people's moves with a known cost.
    pub known: usize,
    /// The number of people's moves with an unknown cost.
    pub unknown: usize,
    /// The smallest cost that counts as a mistake, in the unit of payments.
    pub least: f64,
    /// The random draws that changed the value most, as indices of moves, each with its change.
    pub coins: Vec<(usize, f64)>,
    /// The error of the person's number to which the other prover objected. `None` if there is no
    /// such number.
    pub tried: Option<String>,
}

impl GoalReview {
    /// Judges the goal of the people in a finished debate. `None` if the debate is not over.
    /// `value` returns the value of a node; `wrong` is the first ruling of a person that
    /// contradicts the readable evidence.
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
        // If the debate cannot be won, a ruling that was a guess counts only as a guess, even if it
        // contradicts the evidence.
        let is_excused = |wrong: &WrongRuling| kind == GoalKind::Lost && is_guess(wrong);
        let counts = |wrong: &&WrongRuling| reached == Verdict::Reached && !is_excused(wrong);
        let doubt = wrong.filter(counts).cloned();
        let guessed = guessed_by(game, own(game, people));
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

    /// Returns whether the goal was reached by a guess. Returns `false` if nobody can win the debate,
    /// because a guess is no luck there.
    pub fn is_by_a_guess(&self) -> bool {
        self.verdict == Verdict::Reached && self.guessed && self.kind != GoalKind::Lost
    }

    /// Returns whether the person reached par. Then none of the person's moves is a mistake.
    fn held_par(&self) -> bool {
        self.verdict == Verdict::Reached && self.kind == GoalKind::Par
    }

    /// Returns whether a condition of the goal was missed.
    fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed && self.doubt.is_none()
    }
}

/// Judges the current line of a debate from the findings so far. The token can stop the search for
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

    /// The move to explain while the screen shows the move `shown`: this move if it can be
    /// improved, otherwise the move of [`Self::told`].
    pub fn remark_index(&self, shown: usize) -> Option<usize> {
        let errs = self.moves.get(shown).is_some_and(|own| own.errs);
        if errs { Some(shown) } else { self.told }
    }

    /// Returns whether a move is a moment of this kind. A person's move counts as a mistake if it
    /// can be improved.
    pub fn is_of(&self, moment: ReviewTag, at: usize) -> bool {
        self.moves.get(at).is_some_and(|own| match moment {
            ReviewTag::Mistake if own.is_mine => own.errs,
            _ => moment.is_of(&own.made),
        })
    }

    /// The next move of this kind after the move `after`. After the last move, the search continues
    /// at the first move.
    pub fn next(&self, moment: ReviewTag, after: usize) -> Option<usize> {
        let n = self.moves.len();
        (after + 1..n).chain(0..n.min(after + 1)).find(|&at| self.is_of(moment, at))
    }

    /// The mistakes, as indices into `moves`.
    pub fn mistakes(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&at| self.is_of(ReviewTag::Mistake, at)).collect()
    }
}

/// The facts from which the moves of a line are judged.
struct Judging<'a> {
    game: &'a dyn Game,
    points: &'a [ReviewedMove],
    people: &'a [Seat],
    goal: Option<&'a GoalReview>,
    /// The largest allowed difference from the numbers that the goal asks for.
    law: Option<f64>,
    better: &'a [BetterMove],
    guesses: Vec<NodeId>,
    right: Option<Side>,
    outcome: Option<Outcome>,
    /// True if a person can find out what an honest program must guess.
    can_be_found: bool,
}

impl Judging<'_> {
    fn held_par(&self) -> bool {
        self.goal.is_some_and(GoalReview::held_par)
    }

    /// Judges a move, except for `fault`, which depends on the other moves.
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

    /// The number that the goal asks for in this move. `None` if it asks for no number.
    fn due(&self, at: usize) -> Option<RequiredNumber> {
        let within = self.law?;
        let Move::Estimate(p) = self.points[at].played.as_ref()?.mv else { return None };
        let before = self.points.get(at.checked_sub(1)?)?.node;
        let number = self.game.position_at(before).by_its_parts()?;
        Some(RequiredNumber { number, off: (p.get() - number).abs(), within })
    }

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
        // A move that only prepares an answer is not praised. If par was reached, no move is called
        // a mistake.
        let grade = made.grade().filter(|_| !looks(played) && !made.is_mistake())?;
        let gained = made.change.and_then(|change| cost(self.game, played.actor, -change));
        let gains = gained.is_some_and(|gained| gained >= LITTLE);
        Some(if gains { MoveRemark::Gain } else { MoveRemark::Graded(grade) })
    }

    /// The person's move that lost the debate: the number with the largest difference from the
    /// goal, or the costliest move.
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

    /// The last move of a person that has an explanation, for example a ruling that contradicts the
    /// readable evidence. It is used if no move lost the debate.
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

    /// Returns whether this move lost the debate, although honest play would have reached the goal.
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

/// A person can factor numbers up to this limit without a computer, by trying the primes below 100.
const BY_HAND: u64 = 10_000;

/// Returns whether a person can find the false subclaim by factoring the number by hand. An honest
/// program in that seat must guess.
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

/// The random draws that changed the value most, as indices of moves, each with its change.
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
