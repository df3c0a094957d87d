//! What a debate was lost by, where no move of a person cost much.

use super::moves::{LITTLE, ReviewedMove};
use crate::analysis::{Evaluation, Game, Worth, answers};
use crate::debate::Entry;
use crate::rules::{Actor, Domain, Menu, Move, Offer, Seat, Side, Turn};
use crate::work::{Stopped, Token};

/// The choices of no more moves than this are gone through.
const MOST_CHOICES: usize = 400;

/// More choices than this at one place are not gone through.
const MOST_AT_ONE_PLACE: usize = 64;

/// How finely numbers from 0 to 1 are gone through.
const PARTS: u32 = 20;

/// Nearer than this, two values are the same.
const SAME: f64 = 1e-9;

/// What lost it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The coins, and nothing else: no choice of the people moved the value or departed from it in
    /// what the debate was decided over, nothing that they could have chosen was worth more, and
    /// no other seat's move did harm.
    CoinsAlone,
    /// The coins, though the people could have had more, or moved the value themselves.
    Coins,
    /// A person's number that was not the honest one: the other side objected to it.
    Tried {
        /// The move that stated it, as a place among the points.
        stated: usize,
        /// The move that objected.
        objected: usize,
    },
    /// The people's own moves together, none of which cost much.
    Own,
    /// Nothing: it was lost from the start, or by what others did.
    Nothing,
}

/// What moved the value of a debate that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// What lost it.
    pub cause: Cause,
    /// By how much the coins moved the value.
    pub coins: f64,
    /// By how much the moves of programs did.
    pub others: f64,
    /// By how much the moves of people did.
    pub own: f64,
    /// The moves of people that moved it by [`LITTLE`] or more, as places among the points.
    pub moved: Vec<usize>,
    /// The move of a person at which most more could be had than what was chosen: as a place among
    /// the points, with how much more, if that is [`LITTLE`] or more.
    pub more: Option<(usize, f64)>,
    /// Whether it is known of every choice what else there was.
    pub searched: bool,
}

impl Loss {
    /// As [`Self::of`], by playing these moves; `points` are of the same moves in another game.
    pub fn along(
        copy: &mut dyn Game,
        line: &[Entry],
        points: &[ReviewedMove],
        people: &[Seat],
        token: &Token,
    ) -> Option<Self> {
        let mut points = points.to_vec();
        for (entry, point) in line.iter().zip(points.iter_mut().skip(1)) {
            copy.apply(entry).ok()?;
            point.node = copy.tree().here();
        }
        Self::of(copy, &points, people, token).ok()
    }

    /// What lost the debate that these points go through, in which these seats were people's.
    /// `game` is taken through its choices.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of(
        game: &mut dyn Game,
        points: &[ReviewedMove],
        people: &[Seat],
        token: &Token,
    ) -> Result<Self, Stopped> {
        let little = LITTLE * game.most();
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
        // To whom a change does harm: to the people, if all of them sit on one side.
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
            Some((stated, objected)) => Cause::Tried { stated, objected },
            None if harmed(own) => Cause::Own,
            None if harmed(coins) && alone => Cause::CoinsAlone,
            None if harmed(coins) && !harmed(others) => Cause::Coins,
            None => Cause::Nothing,
        };
        Ok(Self { cause, coins, others, own, moved, more, searched })
    }
}

/// A person's number that is not the honest one and that a program objected to, with success.
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
    let lost = matches!(game.now().turn(), Turn::Over(end) if end.winner == Side::Bob);
    // A mean of her own votes is off by their noise, and is what an honest player states: it keeps the
    // value. Where nothing is left to be kept, that tells nothing.
    let kept = points[stated].change.is_some_and(|change| change.abs() <= SAME);
    let honest = kept && points[stated].value.is_some_and(|value| value > SAME);
    let departed =
        !honest && game.at(points[stated - 1].node).mistake(&mine.mv, &Token::at_hand()).is_some();
    (lost && departed).then_some((stated, objected))
}

/// The most that any choice of a person gave away: the place of the move, and how much better the best
/// choice there was; and whether every choice could be gone through.
fn most_missed(
    game: &mut dyn Game,
    points: &[ReviewedMove],
    people: &[Seat],
    token: &Token,
) -> Result<(Option<(usize, f64)>, bool), Stopped> {
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
        match missed(game, points, at, token)? {
            Some(more) if most.is_none_or(|(_, most)| more > most) => most = Some((at, more)),
            Some(_) => {}
            None => searched = false,
        }
    }
    Ok((most, searched))
}

/// How much better than the move at this place another choice was; none if that is not known.
fn missed(
    game: &mut dyn Game,
    points: &[ReviewedMove],
    at: usize,
    token: &Token,
) -> Result<Option<f64>, Stopped> {
    let (Some(played), Some(value)) = (&points[at].played, points[at].value) else {
        return Ok(None);
    };
    let Actor::Seat(seat) = played.actor else { return Ok(None) };
    let before = points[at - 1].node;
    let position = game.at(before);
    let ends = position.menu().admit(&played.mv).is_ok_and(|offer| offer.ends_turn);
    if !ends {
        return Ok(Some(0.0));
    }
    let sign = match seat {
        Seat::Alice => 1.0,
        Seat::Bob => -1.0,
        Seat::Judge => match (game.worth(), position.right_side(token)?) {
            (Worth::Probability, Some(Side::Alice)) => 1.0,
            (Worth::Probability, Some(Side::Bob)) => -1.0,
            _ => return Ok(None),
        },
    };
    // What the best player of the seat can get bounds every choice.
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
        let entry = Entry::Move { actor: played.actor, mv };
        let Ok(()) = game.apply(&entry) else { return Ok(None) };
        let Some(other) = game.evaluation(game.tree().here())(token)? else { return Ok(None) };
        most = most.max(sign * (other.honest - value));
    }
    Ok(Some(most))
}

/// Every move that ends the turn; of numbers from 0 to 1 those at even distances. None if there are
/// too many, or they cannot be listed.
fn choices(menu: &Menu) -> Option<Vec<Move>> {
    let numbers = |offer: &Offer| {
        let part = |at: u32| offer.verb.with(&(f64::from(at) / f64::from(PARTS)).to_string()).ok();
        let number = matches!(offer.domain, Domain::Probability | Domain::Share);
        number.then(|| (0..=PARTS).filter_map(part).collect())
    };
    let all = answers::ending_turn(menu, MOST_AT_ONE_PLACE as u64, numbers).ok()?;
    (all.len() <= MOST_AT_ONE_PLACE).then_some(all)
}
