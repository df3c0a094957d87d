//! The papers' headlines, measured: each claim beside what debates that are played here cost and
//! pay.
//!
//! Each leaves out what is larger than `most`: steps, gates, or subclaims. The token counts rows; rows
//! that were measured before it was stopped are kept.

pub mod doubly_efficient;
mod played;
pub mod prover_estimator;
pub mod query_complexity;
pub mod soundness;
pub mod stochastic;
mod table;

pub use table::{Chart, Column, ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured};
use table::{columns, of, outcome, rows, unplayed};
