//! The players that debates about claims have in common: the judges of a leaf.

use crate::rules::{Move, Protocol, Seat, View, YesNo};
use crate::strategy::{Argument, Listed, Seating, plays};

/// The judges of a leaf: who looks it up, where the scenario's oracle is `consulted`, and who does not.
pub(crate) fn judges<R: Protocol>(consulted: fn(&View<'_, R>) -> Option<bool>) -> [Listed<R>; 2] {
    let says = "looks the leaf up and decides by that";
    let honest = move |view: View<'_, R>| match consulted(&view) {
        None => Move::Look.into(),
        Some(truth) => Move::Decide(YesNo(truth)).into(),
    };
    let make = move |_: &R, _, _: &Seating| plays(honest);
    let trusting = "decides that the leaf is true, without looking";
    [
        Listed::made_by(Seat::Judge, "honest", Argument::None, says, make),
        Listed::plain(Seat::Judge, "trusting", trusting, |_| Move::Decide(YesNo(true)).into()),
    ]
}
