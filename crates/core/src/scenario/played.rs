//! A debate as a file of its own.

use super::moves::RecordLine;
use super::{At, Scenario};
use crate::debate::{SeatPlan, Table};
use crate::rules::Seat;

/// A scenario as it was played: the same scenario with the players, seed and moves of a debate.
pub fn played(scenario: &Scenario, table: &dyn Table) -> Scenario {
    let mut saved = scenario.clone();
    for seat in Seat::ALL {
        let plan = table.seat_plan(seat);
        // A program outside plays in a person's seat: its record says that it was one.
        if scenario.outside(seat).is_none() || plan != SeatPlan::Human {
            saved.seats.set(seat, plan);
        }
    }
    saved.seed = Some(table.seed());
    let moves = table.record().iter().map(|entry| At::nowhere(RecordLine(entry.clone())));
    saved.moves = Some(moves.collect());
    saved
}
