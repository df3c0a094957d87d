//! The players that a scenario names.

use super::located::Located;
use super::moves::SeatFile;
use crate::protocol::form::PerSeat;
use crate::rules::Seat;

/// The player of each seat.
pub type SeatFiles = PerSeat<Located<SeatFile>>;

impl SeatFiles {
    /// Sets the player of a seat.
    pub fn set(&mut self, seat: Seat, player: impl Into<SeatFile>) {
        let place = match seat {
            Seat::Alice => &mut self.alice,
            Seat::Bob => &mut self.bob,
            Seat::Judge => &mut self.judge,
        };
        *place = Some(Located::without_place(player.into()));
    }
}
