//! Families of circuits: parity, majority, threshold, arithmetic, SHA-256.
//!
//! Each is on an input of zeros unless its function takes values; [`Circuit::on`](super::Circuit::on) puts others in.

mod arithmetic;
mod fault;
mod sha256;
mod threshold;

pub use arithmetic::{AskedBit, adder, multiplier};
pub use fault::FamilyError;
use fault::sized;
pub use sha256::{MOST_MESSAGE, sha256, sha256_circuit};
pub use threshold::{MOST_INPUTS, majority, parity, threshold};
