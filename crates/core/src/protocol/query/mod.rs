//! Debate query complexity: how few bits a judge must read, and how few will do.

mod bounds;
pub mod dqc;
mod report;
mod solve;

pub use bounds::{ceil_log2, derandomised, lower, lower_randomised, twin_score};
pub use report::{LowerBoundNote, QueryComplexity};
pub use solve::{add_complexity, add_complexity_of_plan};
