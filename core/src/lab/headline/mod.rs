//! The papers' headlines, measured: each claim beside what debates that are played here cost and
//! pay.

mod doubly_efficient;
mod measure;
mod played;
mod prover_estimator;
mod query_complexity;
mod soundness;
mod stochastic;
mod table;

pub use measure::Headline;
use table::rows;
pub use table::{Cell, Measured, Table, Unmeasured};
