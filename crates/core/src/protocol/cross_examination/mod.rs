//! Cross-examination (Brown-Cohen, Irving, Piliouras 2024, Fig. 1, Thm 5.3). Alice writes the whole
//! transcript of a computation, Bob points at one step, and the judge checks only that step.
//!
//! On a circuit, this is the gate check of query complexity (Thm 6).

mod errors;
mod form;
mod instance;
pub mod plan;
mod players;
mod solve;
pub mod turing;
mod words;

pub use crate::machine::location_bits;
pub use errors::ExaminationError;
pub use form::{CrossExaminationFile, GateCheckFile};
pub use instance::ExaminationInstance;
pub(crate) use plan::players::{always_objects, honest_bob as honest, lazy, point};
pub use plan::{CrossExamination, CrossExaminationInstance};
use solve::{one_oracle, over_lies};
pub(crate) use turing::halts;
pub use turing::{Tableau, TableauInstance};
