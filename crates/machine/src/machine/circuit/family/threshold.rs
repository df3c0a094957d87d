//! Circuits for parity, majority and thresholds.

use super::error::{CircuitFamilyError, sized};
use crate::machine::Op;
use crate::machine::circuit::{Circuit, CircuitBuilder};

/// The largest number of inputs of a parity, a majority or a threshold.
pub const MOST_INPUTS: usize = 1 << 20;

/// A circuit that is 1 if an odd number of inputs are 1. It is a balanced tree of n − 1 exclusive-or gates.
pub fn parity(inputs: usize) -> Result<Circuit, CircuitFamilyError> {
    sized("parity", "inputs", inputs, 1, MOST_INPUTS)?;
    let mut circuit = CircuitBuilder::over(inputs);
    let wires = circuit.input_wires();
    let output = circuit.gate(Op::Xor, &wires);
    Ok(circuit.finish(output)?)
}

/// A circuit that is 1 if strictly more than half of the inputs are 1.
pub fn majority(inputs: usize) -> Result<Circuit, CircuitFamilyError> {
    sized("majority", "inputs", inputs, 1, MOST_INPUTS)?;
    threshold(inputs, inputs / 2 + 1)
}

/// A circuit that is 1 if at least `k` of the inputs are 1, for 1 ≤ k ≤ n.
pub fn threshold(inputs: usize, k: usize) -> Result<Circuit, CircuitFamilyError> {
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
