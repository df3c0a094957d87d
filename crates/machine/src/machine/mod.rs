//! Computations and their transcripts, the subject of a debate.
//!
//! Nothing in this module knows about debates.

pub mod bits;
pub mod circuit;
pub mod claimed_run;
pub mod claims;
pub mod common;
pub mod computation;
mod configuration_error;
pub mod line_error;
pub mod plan;
pub mod quantified;
pub mod step;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod turing;

pub use bits::Bits;
pub use circuit::Circuit;
pub use claimed_run::{ClaimedRun, Lie, LieError};
pub use common::{JudgeCost, ceil_log2, location_bits};
pub use computation::{Computation, Configuration};
pub use configuration_error::NotAConfiguration;
pub use line_error::LineError;
pub use plan::{Ask, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError, PlanRun};
pub use quantified::QuantifiedGame;
pub use step::{BitRef, Input, Ordinal, Source, Step, grouped};
