//! Strategies for the direct judge. The provers make no moves.

use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::Seen;
use crate::rules::{BitRef, Move, Seat, Side};
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry};

impl StrategyRegistry for DirectJudge {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let absent = |seat| {
            let says = "makes no moves: nobody argues";
            StrategyEntry::plain(seat, "honest", says, |_| Choice::Mix(Vec::new()))
        };
        let says = "reads the bits that decide the claim and rules by them. If they are not \
                    enough, it rules for the likelier side. If both sides are equally likely, it guesses";
        vec![
            absent(Seat::Alice),
            absent(Seat::Bob),
            StrategyEntry::plain(Seat::Judge, "honest", says, honest),
            StrategyEntry::plain(
                Seat::Judge,
                "guess",
                "reads nothing and guesses at random",
                |_| coin(),
            ),
        ]
    }
}

/// Follows the best decision tree if the function is small. Otherwise, reads the inputs in the
/// order of the gates.
pub(in crate::protocol) fn honest(sight: Seen<'_>) -> Choice {
    match sight.reading() {
        Ok(side) => Move::Rule(side).into(),
        Err(input) if sight.reads().1 > 0 => Move::Read(BitRef::Input(input)).into(),
        Err(_) => {
            let rule = |side: Option<Side>| side.map_or_else(coin, |side| Move::Rule(side).into());
            sight.likelier_side().map(rule).into()
        }
    }
}

pub(in crate::protocol) fn coin() -> Choice {
    Choice::uniform(vec![Move::Rule(Side::Alice), Move::Rule(Side::Bob)])
}
