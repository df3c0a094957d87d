//! What debates are worth: exact values and bounds.

pub mod query;
