//! Plans: straight-line computations of gates and questions.
//!
//! A plan has input bits and `T` steps, and its output is its last step. A plan without questions
//! is a circuit. Steps are packed into about 20 bytes each, with two sources, so 10^7 of them fit
//! easily.

mod build;
mod estimate;
pub mod families;
mod lipschitz;
mod live;
pub mod liveness;
mod op;
mod program;
mod readers;
mod run;
mod shift_register;
mod unrolled;

pub use build::{MOST_STEPS, PlanBuilder, PlanError};
pub use estimate::{MeanEstimate, PlanEstimate, estimate};
pub use lipschitz::{LipschitzConstants, change, lipschitz, lipschitz_up_to};
pub use live::TooManyLiveBits;
pub use op::{Ask, MOST_CONDITIONS, Op};
pub use program::Plan;
use program::PlanCode;
pub use run::{PlanRun, limits};
pub use shift_register::{ShiftRegisterError, shift_register};
pub use unrolled::{
    MOST_SITUATIONS, StateValues, UnrollError, UnrolledPlan, UnrolledStep, chance_of_one,
};
