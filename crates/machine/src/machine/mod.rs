//! Computations and their transcripts: what a debate is about.
//!
//! Nothing in this room knows what a debate is.

pub mod bits;
pub mod circuit;
pub mod claims;
pub mod common;
pub mod computation;
mod configuration_error;
pub mod line_fault;
pub mod plan;
pub mod quantified;
pub mod step;
pub mod story;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod turing;

pub use bits::Bits;
pub use circuit::Circuit;
pub use common::{JudgeCost, ceil_log2, location_bits};
pub use computation::{Computation, Configuration};
pub use configuration_error::NotAConfiguration;
pub use line_fault::LineFault;
pub use plan::{Ask, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError, PlanRun};
pub use quantified::QuantifiedGame;
pub use step::{Cell, Input, Place, Source, Step, grouped};
pub use story::{Lie, LieError, Story};
