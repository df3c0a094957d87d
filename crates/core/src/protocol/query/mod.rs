//! Debate query complexity: lower and upper bounds on the number of bits that a judge must read.

mod bounds;
pub mod dqc;
mod report;
mod solve;

pub use bounds::{ceil_log2, derandomised, lower, lower_randomised, proves_circuits, twin_score};
pub use report::{LowerBoundNote, QueryComplexity};
pub use solve::{add_complexity, add_complexity_of_plan};
