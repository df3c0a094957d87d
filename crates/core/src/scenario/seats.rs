//! Who sits where, as a scenario says it.

use super::moves::SeatFile;
use super::place::At;
use crate::protocol::form::PerSeat;
use crate::rules::Seat;

/// Who sits where.
pub type Seats = PerSeat<At<SeatFile>>;

impl Seats {
    /// Names a seat's player.
    pub fn set(&mut self, seat: Seat, player: impl Into<SeatFile>) {
        let place = match seat {
            Seat::Alice => &mut self.alice,
            Seat::Bob => &mut self.bob,
            Seat::Judge => &mut self.judge,
        };
        *place = Some(At::nowhere(player.into()));
    }
}
