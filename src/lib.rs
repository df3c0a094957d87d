//! Elenchus: a playground for AI-safety debate protocols.

pub mod chance;
pub mod machine;
pub mod protocol;
