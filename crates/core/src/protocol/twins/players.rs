//! Judges of a game of twins. The provers' part follows from the construction.

use crate::protocol::Twins;
use crate::protocol::twins::Seen;
use crate::rules::{Cell, Move, Seat, Side};
use crate::strategy::argument::Argument;
use crate::strategy::{Choice, Listed, Players, plays};

impl Players for Twins {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster: Vec<Listed<Self>> = [Seat::Alice, Seat::Bob]
            .into_iter()
            .map(|seat| {
                let says = "has no choice here: the transcript follows from the two inputs";
                Listed::plain(seat, "honest", says, |_| Choice::Mix(Vec::new()))
            })
            .collect();
        let judge = |name, says, choose| Listed::plain(Seat::Judge, name, says, choose);
        roster.push(judge(
            "honest",
            "reads as the debate's verifier does while the budget lasts, then tosses a coin",
            |sight| after_reading(sight, |sight| sight.verified().err()),
        ));
        roster.push(judge(
            "inputs",
            "reads the first bits of x alone, then tosses a coin",
            |sight| after_reading(sight, |sight| sight.unread().1.first().copied()),
        ));
        roster.push(judge(
            "scattered",
            "reads bits of x drawn at random, then tosses a coin",
            scattered,
        ));
        roster.push(judge(
            "transcript",
            "reads the first bits of the transcript alone, then tosses a coin",
            |sight| after_reading(sight, |sight| sight.unread().0.first().copied()),
        ));
        roster.push(judge("coin", "reads nothing and tosses a coin", |sight| {
            after_reading(sight, |_| None)
        }));
        roster.push(judge("trusting", "reads nothing and believes Alice", |_| {
            Move::Rule(Side::Alice).into()
        }));
        roster.push(Listed::new(
            Seat::Judge,
            "best",
            Argument::None,
            "of all judges with as many reads, one that is right most often; found for small games",
            |twins, _| {
                twins.few_cells().map_err(|e| e.to_string())?;
                plays(best)
            },
        ));
        roster
    }
}

/// Reads what `next` says while something is left of the budget and the verdict is open; then rules
/// by what was read, or by a coin.
fn after_reading(sight: Seen<'_>, next: impl FnOnce(Seen<'_>) -> Option<Cell>) -> Choice {
    if let Some(side) = sight.decided() {
        return Move::Rule(side).into();
    }
    match next(sight).filter(|_| sight.left() > 0) {
        Some(cell) => Move::Read(cell).into(),
        None => Choice::uniform(vec![Move::Rule(Side::Alice), Move::Rule(Side::Bob)]),
    }
}

fn scattered(sight: Seen<'_>) -> Choice {
    let (_, inputs) = sight.unread();
    if sight.decided().is_some() || sight.left() == 0 || inputs.is_empty() {
        return after_reading(sight, |_| None);
    }
    Choice::uniform(inputs.into_iter().map(Move::Read).collect())
}

fn best(sight: Seen<'_>) -> Choice {
    match sight.best() {
        Some(Ok(side)) => Move::Rule(side).into(),
        Some(Err(cell)) => Move::Read(cell).into(),
        None => Choice::Mix(Vec::new()),
    }
}
