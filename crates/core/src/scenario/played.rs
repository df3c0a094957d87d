//! Makes a record from a played debate.

use super::moves::RecordLine;
use super::{Located, Scenario};
use crate::debate::{AnyDebate, SeatPlan};
use crate::rules::Seat;

/// The scenario with the players, seed and moves of a debate.
pub fn played(scenario: &Scenario, table: &dyn AnyDebate) -> Scenario {
    let mut saved = scenario.clone();
    for seat in Seat::ALL {
        let plan = table.seat_plan(seat);
        // In the debate, an external program counts as a person. The record must keep the program's
        // name.
        if scenario.outside(seat).is_none() || plan != SeatPlan::Human {
            saved.seats.set(seat, plan);
        }
    }
    saved.seed = Some(table.seed());
    let moves =
        table.record().iter().map(|entry| Located::without_place(RecordLine(entry.clone())));
    saved.moves = Some(moves.collect());
    saved
}
