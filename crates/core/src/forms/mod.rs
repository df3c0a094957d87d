//! What stands in a file about a computation, with its places: machines of every kind, words, faults.
//!
//! No protocol is known here; each reads its own parameters in its room.

pub mod bit;
pub mod circuit;
pub mod claim_values;
pub mod claims;
pub mod families;
pub mod graph;
pub mod hex;
pub mod machine;
mod notation;
pub mod oracle;
pub mod place;
pub mod plan;
pub mod reading;
pub mod words;

pub use bit::BitFile;
pub use families::{CaffeineFile, ChainFile, VotesFile, VotesRule};
pub use graph::GraphFile;
pub use machine::MachineFile;
pub use oracle::Oracle;
pub use place::{At, Fault, Spot};
pub use plan::{PlanFile, SourceFile, StepFile, asks_of};
pub use words::{Words, printable};

/// Whether a file need not write this.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
