//! Errors about members of circuit families.

use crate::machine::circuit::CircuitError;

/// Why a family has no such member.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CircuitFamilyError {
    /// Too few or too many inputs.
    #[error("{family} takes {least} to {most} {of}, not {got}")]
    Size {
        /// The family's name.
        family: &'static str,
        /// The things that are counted.
        of: &'static str,
        /// The smallest allowed number.
        least: usize,
        /// The largest allowed number.
        most: usize,
        /// The number that was given.
        got: usize,
    },
    /// An output bit that the circuit does not have.
    #[error("there is no output bit {asked}. The bits are 0 to {highest}, lowest first")]
    OutputBit {
        /// The requested bit.
        asked: usize,
        /// The highest bit.
        highest: usize,
    },
    /// The number does not fit into the bits.
    #[error("{number} does not fit into {bits} bits")]
    Value {
        /// The number.
        number: u64,
        /// The number of bits that are available.
        bits: usize,
    },
    /// There are too many gates.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
}

pub(super) fn sized(
    family: &'static str,
    of: &'static str,
    got: usize,
    least: usize,
    most: usize,
) -> Result<(), CircuitFamilyError> {
    if (least..=most).contains(&got) {
        Ok(())
    } else {
        Err(CircuitFamilyError::Size { family, of, least, most, got })
    }
}
