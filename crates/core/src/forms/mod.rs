//! The parts of a scenario file that describe a computation: machines of every kind. Values keep
//! their positions in the file, for error messages.
//!
//! This module does not depend on any protocol. Each protocol reads its own parameters.

pub mod bit;
pub mod cancellable;
pub mod circuit;
pub mod claim_values;
pub mod claims;
pub mod families;
pub mod graph;
pub mod hex;
pub mod located;
pub mod machine;
mod notation;
pub mod oracle;
pub mod plan;
pub mod safe_text;

pub use bit::BitFile;
pub use families::{CaffeineFile, ChainFile, VotesFile, VotesRule};
pub use graph::GraphFile;
pub use located::{Located, Spot, YamlError};
pub use machine::MachineFile;
pub use oracle::OracleSource;
pub use plan::{PlanFile, SourceFile, StepFile, asks_of};
pub use safe_text::{SafeText, printable};

/// Returns whether this value can be left out of a file, because it is the default.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
