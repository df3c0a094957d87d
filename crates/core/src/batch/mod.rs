//! Plays many debates in parallel and counts their results.
//!
//! The seed of debate number i is [`seed_in_series`](crate::chance::seed_in_series) of the run's seed and i.
//! So a run gives the same counts on any number of threads and machines, each debate can be played alone,
//! and runs with different seeds share no debates.

pub mod attack;
mod exact_sum;
mod goal_rate;
pub mod headline;
mod players_value;
pub mod sensitivity;
pub mod shard;
mod simulate;
pub mod statistics;
pub mod sweep;
mod tally;

pub use goal_rate::{GoalFrequency, GoalRate, outlook};
pub use players_value::{NoValue, PlayersValue};
pub use simulate::{LostDebate, PartialTally, PlayedDebate, count, each, simulate, simulate_some};
pub use tally::{Costs, PayoffStats, Tally, TruthSplit};
