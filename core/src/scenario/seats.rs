//! Who sits where, as a scenario says it.

use serde::{Deserialize, Serialize};

use super::moves::SeatFile;
use super::place::At;
use crate::rules::Seat;

/// Who sits where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// Alice's player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alice: Option<At<SeatFile>>,
    /// Bob's player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bob: Option<At<SeatFile>>,
    /// The judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<At<SeatFile>>,
}

impl Seats {
    /// A seat's player, if the file names one.
    pub fn of(&self, seat: Seat) -> Option<&At<SeatFile>> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }

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
