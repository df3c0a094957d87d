//! Elenchus: a playground for AI-safety debate protocols.

pub mod analysis;
pub mod chance;
pub mod machine;
