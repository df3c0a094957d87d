//! Families of circuits: parity, majority, threshold, arithmetic, SHA-256.
//!
//! The input bits are zeros, unless a function takes values for them.
//! [`Circuit::with_inputs`](super::Circuit::with_inputs) sets other bits.

mod arithmetic;
mod error;
mod sha256;
mod threshold;

pub use arithmetic::{AskedBit, adder, multiplier};
pub use error::CircuitFamilyError;
use error::sized;
pub use sha256::{MOST_MESSAGE, sha256, sha256_circuit};
pub use threshold::{MOST_INPUTS, majority, parity, threshold};
