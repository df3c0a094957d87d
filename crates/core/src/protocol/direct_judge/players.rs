//! Who can be seated: judges. The provers have no part.

use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::Seen;
use crate::rules::{Cell, Move, Seat, Side};
use crate::strategy::{Choice, Listed, Players};

impl Players for DirectJudge {
    fn roster() -> Vec<Listed<Self>> {
        let absent = |seat| {
            let says = "has no part here: nobody argues";
            Listed::plain(seat, "honest", says, |_| Choice::Mix(Vec::new()))
        };
        let says = "reads what decides the claim while it may, then rules by that, or by what is \
                    likelier on the inputs that are left, or by a coin";
        vec![
            absent(Seat::Alice),
            absent(Seat::Bob),
            Listed::plain(Seat::Judge, "honest", says, honest),
            Listed::plain(Seat::Judge, "guess", "reads nothing and tosses a coin", |_| coin()),
        ]
    }
}

/// Reads by the best decision tree where the function is small, else as its gates ask.
pub(in crate::protocol) fn honest(sight: Seen<'_>) -> Choice {
    match sight.reading() {
        Ok(side) => Move::Rule(side).into(),
        Err(input) if sight.reads().1 > 0 => Move::Read(Cell::Input(input)).into(),
        Err(_) => {
            let rule = |side: Option<Side>| side.map_or_else(coin, |side| Move::Rule(side).into());
            sight.likelier().map(rule).into()
        }
    }
}

pub(in crate::protocol) fn coin() -> Choice {
    Choice::uniform(vec![Move::Rule(Side::Alice), Move::Rule(Side::Bob)])
}
