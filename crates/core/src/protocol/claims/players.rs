//! The judges of a leaf, for both debates about claims.

use crate::rules::{Move, Protocol, Seat, View, YesNo};
use crate::strategy::{SeatedStrategies, StrategyEntry, StrategyParameter, plays};

/// Returns two judges of a leaf. The honest judge asks the scenario's oracle, and `consulted`
/// returns the oracle's answer. The trusting judge does not ask.
pub(crate) fn judges<R: Protocol>(
    consulted: fn(&View<'_, R>) -> Option<bool>,
) -> [StrategyEntry<R>; 2] {
    let says = "looks up the leaf and decides by the answer";
    let honest = move |view: View<'_, R>| match consulted(&view) {
        None => Move::Look.into(),
        Some(truth) => Move::Decide(YesNo(truth)).into(),
    };
    let make = move |_: &R, _, _: &SeatedStrategies| plays(honest);
    let trusting = "decides that the leaf is true and does not look it up";
    [
        StrategyEntry::made_by(Seat::Judge, "honest", StrategyParameter::None, says, make),
        StrategyEntry::plain(Seat::Judge, "trusting", trusting, |_| {
            Move::Decide(YesNo(true)).into()
        }),
    ]
}
