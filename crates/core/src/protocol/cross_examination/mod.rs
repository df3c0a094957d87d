//! Cross-examination (Brown-Cohen, Irving, Piliouras 2024, Fig. 1, Thm 5.3): Alice
//! writes the whole transcript of a computation, Bob points at one step, and the judge checks that
//! step alone.
//!
//! The figure is written once, for every machine whose steps can be checked one by one. On a circuit
//! it is the gate check of query complexity (Thm 6).

mod examined;
mod faults;
mod form;
pub mod plan;
mod players;
mod rules;
mod solve;
pub mod turing;
mod view;
mod words;

pub use crate::machine::location_bits;
pub use examined::Examined;
pub use faults::Unexaminable;
pub use form::{CrossExaminationFile, GateCheckFile};
pub use plan::{CrossExamination, CrossExaminationInstance};
pub use players::Played;
pub(crate) use players::{always_objects, honest, lazy, point};
pub use rules::{Examination, ExaminationInstance};
pub(crate) use rules::{Phase, PrivateRun};
pub use solve::Studied;
pub(crate) use turing::halts;
pub use turing::{Tableau, TableauInstance};
pub use words::Worded;

/// What a party sees of the debate.
type Seen<'a, M> = crate::rules::View<'a, Examination<M>>;
