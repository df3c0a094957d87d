//! What is each student's own of an exercise that is released to many.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::moves::SeatFile;
use super::{At, Words};
use crate::forms::is_default;
use crate::rules::Seat;

/// What differs from student to student. Each gets one entry of every list, and what they get can
/// be played and won.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// Whether each has a seed of their own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seed: bool,
    /// Players of Alice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alice: Vec<At<SeatFile>>,
    /// Players of Bob.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bob: Vec<At<SeatFile>>,
    /// Players of the judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judge: Vec<At<SeatFile>>,
    /// Other parameters by name, such as an input, each with the values that it may have, written as a
    /// file would: `machine.plan.inputs.hall: ["0", "1"]`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, Vec<Words>>,
}

impl Vary {
    /// The players that a seat may have.
    pub fn players(&self, seat: Seat) -> &[At<SeatFile>] {
        match seat {
            Seat::Alice => &self.alice,
            Seat::Bob => &self.bob,
            Seat::Judge => &self.judge,
        }
    }
}
