//! Why there is no such member of a family.

use crate::machine::circuit::CircuitError;

/// Why there is no such member of a family.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FamilyError {
    /// Too few or too many inputs.
    #[error("{family} takes {least} to {most} {of}, not {got}")]
    Size {
        /// The family's name.
        family: &'static str,
        /// What is counted.
        of: &'static str,
        /// The least.
        least: usize,
        /// The most.
        most: usize,
        /// What was asked for.
        got: usize,
    },
    /// An output bit that the circuit does not have.
    #[error("there is no output bit {asked}: they are 0 to {highest}, the lowest first")]
    OutputBit {
        /// What was asked for.
        asked: usize,
        /// The highest there is.
        highest: usize,
    },
    /// A number that does not fit.
    #[error("{number} does not fit into {bits} bits")]
    Value {
        /// The number.
        number: u64,
        /// The bits it would have to fit into.
        bits: usize,
    },
    /// Too many gates.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
}

pub(super) fn sized(
    family: &'static str,
    of: &'static str,
    got: usize,
    least: usize,
    most: usize,
) -> Result<(), FamilyError> {
    if (least..=most).contains(&got) {
        Ok(())
    } else {
        Err(FamilyError::Size { family, of, least, most, got })
    }
}
