//! Computations and their transcripts: what a debate is about.
//!
//! Nothing in this room knows what a debate is.

pub mod bits;
pub mod plan;
pub mod step;

pub use bits::Bits;
pub use plan::{Ask, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError};
pub use step::{Input, Origin, Place, Source, Step};
