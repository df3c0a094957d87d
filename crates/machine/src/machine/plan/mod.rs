//! Plans: straight-line computations of gates and questions.
//!
//! A plan has input bits and `T` steps. The last step is its output. A plan without questions is a circuit. A step
//! with two sources takes about 20 bytes, so a plan may have 10^7 steps.

mod build;
mod estimate;
pub mod families;
mod lipschitz;
mod lipschitz_by_query;
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
pub use lipschitz::{LipschitzConstants, change, lipschitz, lipschitz_bracket, lipschitz_up_to};
pub use lipschitz_by_query::{QueryLipschitz, lipschitz_by_query};
pub use live::TooManyLiveBits;
pub use op::{Ask, MOST_CONDITIONS, Op};
pub use program::Plan;
use program::PlanCode;
pub use run::{PlanRun, limits};
pub use shift_register::{ShiftRegisterError, shift_register};
pub use unrolled::{
    MOST_SITUATIONS, StateValues, UnrollError, UnrolledPlan, UnrolledStep, chance_of_one,
};
