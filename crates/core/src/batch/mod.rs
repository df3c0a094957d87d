//! The lab: plays many debates in parallel and counts the results.
//!
//! Debate number i of a run has the seed `first + i`. So a run gives the same counts on any number
//! of threads and machines, and each debate can be replayed alone.

pub mod attack;
mod exact_sum;
mod goal_rate;
pub mod headline;
mod players_value;
pub mod sensitivity;
pub mod shard;
mod simulate;
pub mod sweep;
mod tally;

pub use goal_rate::{GoalFrequency, GoalRate, outlook};
pub use players_value::{NoValue, PlayersValue};
pub use simulate::{PartialTally, PlayedDebate, count, each, simulate, simulate_some};
pub use tally::{Costs, PayoffStats, Tally, TruthSplit};
