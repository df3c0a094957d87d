//! The rules of each protocol, one file or folder a protocol.

pub mod stochastic;
