//! Plans: straight-line computations of gates and questions.
//!
//! A plan has input bits and `T` steps; its output is its last step. A plan that asks nothing is
//! a circuit. Steps are packed (about 20 bytes each with two sources), so 10^7 of them fit easily.

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
pub use estimate::{Estimate, Mean, estimate};
pub use lipschitz::{Lipschitz, change, lipschitz, lipschitz_up_to};
pub use live::TooManyLiveBits;
pub use op::{Ask, MOST_CONDITIONS, Op};
use program::Code;
pub use program::Plan;
pub use run::{PlanRun, limits};
pub use shift_register::{ShiftRegisterError, shift_register};
pub use unrolled::{MOST_SITUATIONS, SituationValues, Spot, TooWide, Unrolled, chance_of_one};
