//! Finds why a debate was lost when no single move of a person cost much.

use super::moves::{LITTLE, ReviewedMove};
use crate::analysis::{Evaluation, Game, PayoffUnit, answers};
use crate::debate::RecordEntry;
use crate::rules::{Actor, Domain, LegalAction, LegalActions, Move, Seat, Side, Turn};
use crate::work::{CancelToken, Cancelled};

/// The largest number of moves whose alternatives are tried.
const MOST_CHOICES: usize = 400;

/// The largest number of alternatives that are tried at one move.
const MOST_AT_ONE_PLACE: usize = 64;

/// The number of steps in which numbers from 0 to 1 are tried.
const PARTS: u32 = 20;

/// Two values that are closer than this are equal.
const SAME: f64 = 1e-9;

/// The reason why a debate was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossCause {
    /// Random draws alone. People's choices did not change the value, were honest where they
    /// mattered, and had no better alternative. No other seat did harm either.
    CoinsAlone,
    /// Random draws, although people could have had more, or changed the value themselves.
    Coins,
    /// A person stated a number that an honest player would not state, and the other side objected
    /// to it.
    Tried {
        /// The move that stated it, as an index into the points.
        stated: usize,
        /// The move that objected, as an index into the points.
        objected: usize,
    },
    /// The people's own moves together. None of them cost much.
    Own,
    /// No move. It was lost from the start, or through the moves of others.
    Nothing,
}

/// The changes of value in a debate that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueLoss {
    /// Why it was lost.
    pub cause: LossCause,
    /// The change of value through random draws.
    pub coins: f64,
    /// The change of value through moves of programs.
    pub others: f64,
    /// The change of value through moves of people.
    pub own: f64,
    /// The moves of people that changed it by at least [`LITTLE`], as indices into the points.
    pub moved: Vec<usize>,
    /// The person's move that had the best alternative, as an index into the points, and the
    /// alternative's gain. `None` if the gain is below [`LITTLE`].
    pub more: Option<(usize, f64)>,
    /// True if the search tried all alternatives of every choice.
    pub searched: bool,
}

impl ValueLoss {
    /// As [`Self::find`], by replaying these moves. `points` are of the same moves in another game.
    pub fn along(
        copy: &mut dyn Game,
        line: &[RecordEntry],
        points: &[ReviewedMove],
        people: &[Seat],
        token: &CancelToken,
    ) -> Option<Self> {
        let mut points = points.to_vec();
        for (entry, point) in line.iter().zip(points.iter_mut().skip(1)) {
            copy.apply(entry).ok()?;
            point.node = copy.tree().here();
        }
        Self::find(copy, &points, people, token).ok()
    }

    /// Finds why this debate was lost, in which people had these seats. The function moves `game`
    /// through its choices.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn find(
        game: &mut dyn Game,
        points: &[ReviewedMove],
        people: &[Seat],
        token: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let little = LITTLE * game.max_value();
        let by = |point: &&ReviewedMove, who: &dyn Fn(Actor) -> bool| {
            point.played.as_ref().is_some_and(|played| who(played.actor))
        };
        let sum = |who: &dyn Fn(Actor) -> bool| -> f64 {
            points.iter().filter(|point| by(point, who)).filter_map(|point| point.change).sum()
        };
        let person = |actor| matches!(actor, Actor::Seat(seat) if people.contains(&seat));
        let program = |actor| matches!(actor, Actor::Seat(seat) if !people.contains(&seat));
        let coins = sum(&|actor| actor == Actor::Nature);
        let (others, own) = (sum(&program), sum(&person));
        let unknown = points.iter().skip(1).any(|point| point.change.is_none());
        let moved: Vec<usize> = (points.iter().enumerate())
            .filter(|(_, point)| by(point, &person))
            .filter(|(_, point)| point.change.is_some_and(|change| change.abs() >= little))
            .map(|(at, _)| at)
            .collect();
        // The sign of a change that harms people, if all of them are on one side.
        let sign = match people {
            [Seat::Alice] => -1.0,
            [Seat::Bob] => 1.0,
            _ => 0.0,
        };
        let harmed = |by: f64| if sign == 0.0 { by.abs() >= little } else { sign * by >= little };
        let tried = tried(game, points, people);
        let (more, searched) = most_missed(game, points, people, token)?;
        let more = more.filter(|(_, more)| *more >= little);
        let alone = moved.is_empty()
            && own.abs() < little
            && more.is_none()
            && searched
            && !unknown
            && !harmed(others);
        let cause = match tried {
            Some((stated, objected)) => LossCause::Tried { stated, objected },
            None if harmed(own) => LossCause::Own,
            None if harmed(coins) && alone => LossCause::CoinsAlone,
            None if harmed(coins) && !harmed(others) => LossCause::Coins,
            None => LossCause::Nothing,
        };
        Ok(Self { cause, coins, others, own, moved, more, searched })
    }
}

/// A person's number that is not honest and that a program challenged successfully.
fn tried(game: &dyn Game, points: &[ReviewedMove], people: &[Seat]) -> Option<(usize, usize)> {
    let played = |at: usize| points[at].played.as_ref();
    let objected = (1..points.len()).rev().find(|&at| {
        played(at).is_some_and(|played| {
            let program = |seat| !people.contains(&seat);
            played.mv == Move::Abort && matches!(played.actor, Actor::Seat(seat) if program(seat))
        })
    })?;
    let is_stated = |at: &usize| played(*at).is_some_and(|p| matches!(p.mv, Move::State(_)));
    let stated = (1..objected).rev().find(is_stated)?;
    let mine = played(stated)
        .filter(|p| matches!(p.actor, Actor::Seat(seat) if people.contains(&seat)))?;
    let lost = matches!(game.position().turn(), Turn::Over(end) if end.winner == Side::Bob);
    // An honest player states the mean of the drawn votes, which is off by their noise but keeps
    // the value. At value 0 this test cannot tell the two apart.
    let kept = points[stated].change.is_some_and(|change| change.abs() <= SAME);
    let honest = kept && points[stated].value.is_some_and(|value| value > SAME);
    let departed = !honest
        && game
            .position_at(points[stated - 1].node)
            .mistake(&mine.mv, &CancelToken::for_frame())
            .is_some();
    (lost && departed).then_some((stated, objected))
}

/// The largest gain that a person missed: the index of the move, and the gain of the best
/// alternative. Also whether all alternatives were tried.
fn most_missed(
    game: &mut dyn Game,
    points: &[ReviewedMove],
    people: &[Seat],
    token: &CancelToken,
) -> Result<(Option<(usize, f64)>, bool), Cancelled> {
    let mine: Vec<usize> = (1..points.len())
        .filter(|&at| match points[at].played.as_ref().map(|played| played.actor) {
            Some(Actor::Seat(seat)) => people.contains(&seat),
            _ => false,
        })
        .collect();
    let mut searched = mine.len() <= MOST_CHOICES;
    let mut most: Option<(usize, f64)> = None;
    for at in mine.into_iter().take(MOST_CHOICES) {
        token.check()?;
        match missed_gain(game, points, at, token)? {
            Some(more) if most.is_none_or(|(_, most)| more > most) => most = Some((at, more)),
            Some(_) => {}
            None => searched = false,
        }
    }
    Ok((most, searched))
}

/// The gain of the best alternative to this move. `None` if it is unknown.
fn missed_gain(
    game: &mut dyn Game,
    points: &[ReviewedMove],
    at: usize,
    token: &CancelToken,
) -> Result<Option<f64>, Cancelled> {
    let (Some(played), Some(value)) = (&points[at].played, points[at].value) else {
        return Ok(None);
    };
    let Actor::Seat(seat) = played.actor else { return Ok(None) };
    let before = points[at - 1].node;
    let position = game.position_at(before);
    let ends = position.menu().admit(&played.mv).is_ok_and(|offer| offer.ends_turn);
    if !ends {
        return Ok(Some(0.0));
    }
    let sign = match seat {
        Seat::Alice => 1.0,
        Seat::Bob => -1.0,
        Seat::Judge => match (game.payoff_unit(), position.right_side(token)?) {
            (PayoffUnit::Probability, Some(Side::Alice)) => 1.0,
            (PayoffUnit::Probability, Some(Side::Bob)) => -1.0,
            _ => return Ok(None),
        },
    };
    // The value of the best player of the seat bounds every choice.
    let here = game.evaluation(before)(token)?;
    let best = |here: Evaluation| match seat {
        Seat::Alice => here.best_alice,
        Seat::Bob => here.best_bob,
        Seat::Judge => None,
    };
    if let Some(best) = here.and_then(best) {
        return Ok(Some(sign * (best - value)));
    }
    let Some(choices) = choices(&position.menu()) else { return Ok(None) };
    let mut most = 0.0_f64;
    for mv in choices.into_iter().filter(|mv| *mv != played.mv) {
        if game.go_to(before).is_err() {
            return Ok(None);
        }
        let entry = RecordEntry::Move { actor: played.actor, mv };
        let Ok(()) = game.apply(&entry) else { return Ok(None) };
        let Some(other) = game.evaluation(game.tree().here())(token)? else { return Ok(None) };
        most = most.max(sign * (other.honest - value));
    }
    Ok(Some(most))
}

/// Every move that ends the turn; of numbers from 0 to 1 those at even distances. None if there are
/// too many, or they cannot be listed.
pub(super) fn choices(menu: &LegalActions) -> Option<Vec<Move>> {
    let numbers = |offer: &LegalAction| {
        let part = |at: u32| {
            offer.verb.parse_argument(&(f64::from(at) / f64::from(PARTS)).to_string()).ok()
        };
        let number = matches!(offer.domain, Domain::Probability | Domain::Share);
        number.then(|| (0..=PARTS).filter_map(part).collect())
    };
    let all = answers::ending_turn(menu, MOST_AT_ONE_PLACE as u64, numbers).ok()?;
    (all.len() <= MOST_AT_ONE_PLACE).then_some(all)
}
