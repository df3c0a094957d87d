//! Computations and their transcripts: what a debate is about.
//!
//! Nothing in this room knows what a debate is.

pub mod bits;
pub mod computation;
pub mod plan;
pub mod step;
pub mod story;
pub mod turing;

pub use bits::Bits;
pub use computation::{Computation, Configuration, NotAConfiguration};
pub use plan::{Ask, MOST_CONDITIONS, Op, Plan, PlanBuilder, PlanError};
pub use step::{Input, Origin, Place, Source, Step};
pub use story::{Lie, LieError, Story};
