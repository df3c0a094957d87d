//! The lab: many debates, in parallel, counted.
//!
//! Debate number i of a run has the seed `first + i`, so the same run gives the same counts on any
//! number of threads and of machines, and each of its debates can be played again by itself.

pub mod attack;
pub mod drag;
pub mod headline;
mod outlook;
mod pair;
pub mod part;
mod simulate;
mod sum;
pub mod sweep;
mod tally;

pub use outlook::{Outlook, Share, outlook};
pub use pair::{NoValue, Pair};
pub use simulate::{Counted, PlayedDebate, count, each, simulate, simulate_some};
pub use tally::{Costs, Payoff, Split, Tally};
