//! Judges for the twins game. The provers make no moves, because the setup determines what they
//! write.

use crate::protocol::Twins;
use crate::protocol::twins::Seen;
use crate::rules::{BitRef, Move, Seat, Side};
use crate::strategy::argument::StrategyParameter;
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry, plays};

impl StrategyRegistry for Twins {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let mut roster: Vec<StrategyEntry<Self>> = [Seat::Alice, Seat::Bob]
            .into_iter()
            .map(|seat| {
                let says = "makes no moves: the two inputs determine the transcript";
                StrategyEntry::plain(seat, "honest", says, |_| Choice::Mix(Vec::new()))
            })
            .collect();
        let judge = |name, says, choose| StrategyEntry::plain(Seat::Judge, name, says, choose);
        roster.push(judge(
            "honest",
            "reads like the debate's verifier within the budget. If that is not enough, it guesses",
            |sight| after_reading(sight, |sight| sight.verified().err()),
        ));
        roster.push(judge(
            "inputs",
            "reads the first bits of x only, then guesses if necessary",
            |sight| after_reading(sight, |sight| sight.unread().1.first().copied()),
        ));
        roster.push(judge(
            "scattered",
            "reads random bits of x, then guesses if necessary",
            scattered,
        ));
        roster.push(judge(
            "transcript",
            "reads the first bits of the transcript only, then guesses if necessary",
            |sight| after_reading(sight, |sight| sight.unread().0.first().copied()),
        ));
        roster.push(judge("coin", "reads nothing and guesses at random", |sight| {
            after_reading(sight, |_| None)
        }));
        roster.push(judge("trusting", "reads nothing and believes Alice", |_| {
            Move::Rule(Side::Alice).into()
        }));
        roster.push(StrategyEntry::new(
            Seat::Judge,
            "best",
            StrategyParameter::None,
            "is right most often among all judges with this number of reads; small games only",
            |twins, _| {
                twins.few_cells().map_err(|e| e.to_string())?;
                plays(best)
            },
        ));
        roster
    }
}

/// Reads the cell that `next` returns, as long as reads are left and the reads so far do not decide
/// f(x). Then rules as the reads decide, or at random if they do not decide.
fn after_reading(sight: Seen<'_>, next: impl FnOnce(Seen<'_>) -> Option<BitRef>) -> Choice {
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
