//! Players that are programs.

pub mod stochastic;
