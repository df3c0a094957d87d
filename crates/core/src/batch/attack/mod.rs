//! The search for the worst: which strategy of a seat is the strongest against the others.
//!
//! A mixture is worth the mixture of what its parts are worth, so against one opponent the
//! strongest is always some pure strategy; mixtures are searched where they are asked for.

mod halving;
mod line;
mod search;

pub use search::{NoAttack, StrongestFound, Target, strongest};
