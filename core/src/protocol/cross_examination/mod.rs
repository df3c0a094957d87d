//! Cross-examination of a deterministic plan (PROTOCOLS §2; Brown-Cohen et al. 2024, Fig. 1,
//! Thm 5.3). On a circuit this is the gate check of query complexity (PROTOCOLS §8, Thm 6).
//!
//! Alice writes the whole transcript, Bob points at one step, and the judge checks that step
//! alone: its bit, the bits it reads, and at most one question to the oracle.

mod menu;
pub mod players;
mod rules;
pub mod solve;
mod state;
mod view;
mod words;

pub use crate::machine::location_bits;
pub(crate) use state::Phase;
pub use state::{CrossExamination, CrossExaminationInstance, Unsure};
