//! Elenchus: a playground for AI-safety debate protocols.
#![warn(missing_docs)]

pub mod chance;
pub mod machine;
pub mod protocol;
pub mod rules;
pub mod tui;
