//! Finds why a debate was lost although no single move of a person cost much.

use super::moves::{LITTLE, ReviewedMove};
use crate::analysis::{Evaluation, Game, PayoffUnit, answers};
use crate::debate::RecordEntry;
use crate::rules::{Actor, Domain, LegalAction, LegalActions, Move, Seat, Side, Turn};
use crate::work::{CancelToken, Cancelled};

/// The largest number of moves for which alternatives are tried.
const MOST_CHOICES: usize = 400;

/// The largest number of alternatives that are tried for one move.
const MOST_AT_ONE_PLACE: usize = 64;

/// Numbers from 0 to 1 are tried at multiples of 1/20.
const PARTS: u32 = 20;

/// Two values that differ by at most this count as equal.
const SAME: f64 = 1e-9;

/// The reason why a debate was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossCause {
    /// Only random draws. People's moves did not change the value and had no better alternatives,
    /// and no program's moves harmed people.
    CoinsAlone,
    /// Mainly random draws. But people had better alternatives, or their own moves changed the
    /// value.
    Coins,
    /// A person stated a number that an honest player would not state, and the other prover
    /// objected.
    Tried {
        /// The move that stated the number, as an index into the list of reviewed moves.
        stated: usize,
        /// The move that objected, as an index into the list of reviewed moves.
        objected: usize,
    },
    /// The people's own moves together, although no single move cost much.
    Own,
    /// No move of the people. The debate was lost from the start, or through the moves of programs.
    Nothing,
}

/// Why a debate was lost, and which moves changed its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueLoss {
    /// The reason why the debate was lost.
    pub cause: LossCause,
    /// The sum of the changes of value through random draws.
    pub coins: f64,
    /// The sum of the changes of value through moves of programs.
    pub others: f64,
    /// The sum of the changes of value through moves of people.
    pub own: f64,
    /// The moves of people that changed the value by at least [`LITTLE`], as indices into the list
    /// of reviewed moves.
    pub moved: Vec<usize>,
    /// The move of a person for which the best alternative gains most, and this gain. The move is
    /// an index into the list of reviewed moves. `None` if the gain is below [`LITTLE`].
    pub more: Option<(usize, f64)>,
    /// True if the search tried all alternatives of every choice.
    pub searched: bool,
}

impl ValueLoss {
    /// Does the same as [`Self::find`] in `copy`, a game without moves. Replays the moves of `line`
    /// there first. `points` come from the original game.
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

    /// Finds why the people in these seats lost this debate. To try alternatives, the function
    /// changes the current position of `game`.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
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
        // The sign of a change that harms the people. 0 if both signs can harm them.
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

/// Finds a person's dishonest number that a program challenged successfully: the indices of both
/// moves.
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
    // An honest player states the mean of the drawn votes. This mean is not exact, but does not
    // change the value. If the value is 0, a dishonest number may not change the value either.
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
/// alternative. Also returns whether all alternatives were tried.
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

/// The gain of the best alternative to this move. `None` if unknown.
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
    // No choice gains more than the best player of the seat.
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

/// All moves that end the turn. If the moves are numbers from 0 to 1, the list has only evenly
/// spaced numbers. `None` if there are too many moves, or if they cannot be listed.
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
