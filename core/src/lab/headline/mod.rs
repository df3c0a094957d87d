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
pub use table::{Chart, Column, ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured};
use table::{columns, of, rows, unplayed};
