//! Families of circuits: parity, majority, threshold, arithmetic, SHA-256.
//!
//! Each is on an input of zeros unless its function takes values; [`Circuit::on`] puts others in.

mod arithmetic;
mod sha256;

pub use arithmetic::{Asked, adder, multiplier};
pub use sha256::{MOST_MESSAGE, sha256, sha256_circuit};

use super::{Circuit, CircuitBuilder, CircuitError};
use crate::machine::Op;

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

/// Parity, majority and thresholds of more inputs than this are refused.
pub const MOST_INPUTS: usize = 1 << 20;

fn sized(
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

/// 1 if an odd number of the inputs are 1: a balanced tree of n − 1 exclusive-or gates.
pub fn parity(inputs: usize) -> Result<Circuit, FamilyError> {
    sized("parity", "inputs", inputs, 1, MOST_INPUTS)?;
    let mut circuit = CircuitBuilder::over(inputs);
    let wires = circuit.input_wires();
    let output = circuit.gate(Op::Xor, &wires);
    Ok(circuit.finish(output)?)
}

/// 1 if strictly more than half of the inputs are 1.
pub fn majority(inputs: usize) -> Result<Circuit, FamilyError> {
    sized("majority", "inputs", inputs, 1, MOST_INPUTS)?;
    threshold(inputs, inputs / 2 + 1)
}

/// 1 if at least `k` of the inputs are 1, 1 ≤ k ≤ n.
pub fn threshold(inputs: usize, k: usize) -> Result<Circuit, FamilyError> {
    sized("threshold", "inputs", inputs, 1, MOST_INPUTS)?;
    sized("a threshold over these inputs", "ones", k, 1, inputs)?;
    let mut circuit = CircuitBuilder::over(inputs);
    let wires = circuit.input_wires();
    let output = circuit.at_least(k, &wires);
    Ok(circuit.finish(output)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_make_no_sense_are_refused() {
        assert!(parity(0).is_err());
        assert_eq!(
            threshold(3, 4).unwrap_err().to_string(),
            "a threshold over these inputs takes 1 to 3 ones, not 4"
        );
    }

    #[test]
    fn parity_has_a_gate_fewer_than_inputs() {
        assert_eq!(parity(1024).unwrap().size(), 1023);
        assert_eq!(parity(1024).unwrap().depth(), 10);
        assert_eq!(parity(1).unwrap().size(), 1);
    }
}
