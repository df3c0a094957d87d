//! Errors in the text of a configuration.

use super::turing::MalformedConfiguration;

/// Why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAConfiguration {
    /// The text is not a configuration of a Turing machine.
    #[error(transparent)]
    Malformed(#[from] MalformedConfiguration),
    /// The text is not a row of live bits.
    #[error("write the live bits as `bits=0110`")]
    Bits,
    /// A character of the text is not a bit.
    #[error("{0}")]
    Symbols(String),
    /// There are too few or too many bits.
    #[error("there are {expected} live bits after step {step}, not {got}")]
    Length {
        /// The number of bits that were given.
        got: usize,
        /// The number of live bits.
        expected: u32,
        /// The number of the step.
        step: u32,
    },
}
