//! Exact values, best responses, constants and bounds.

pub mod stochastic;
