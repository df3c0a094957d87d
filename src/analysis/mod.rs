//! Exact values, best responses and bounds.

pub mod claims;
