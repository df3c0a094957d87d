//! The error of reading a configuration.

use super::turing::Malformed;

/// Why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAConfiguration {
    /// Of a Turing machine.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// Not a row of live bits.
    #[error("write the live bits as `bits=0110`")]
    Bits,
    /// A bit that is none.
    #[error("{0}")]
    Symbols(String),
    /// Too few or too many bits.
    #[error("after step {step} there are {expected} live bits, not {got}")]
    Length {
        /// How many were given.
        got: usize,
        /// How many there are.
        expected: u32,
        /// After which step.
        step: u32,
    },
}
