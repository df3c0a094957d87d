//! Players of a stochastic debate.

mod debate_analysis;
mod play;
mod profile;
mod registry;
pub mod values;

pub use debate_analysis::DebateAnalysis;
pub use profile::{AliceStrategy, BobStrategy, DEFAULT_LEVEL, StrategyProfile, shifted};
