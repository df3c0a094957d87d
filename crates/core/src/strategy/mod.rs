//! Strategies: the programs that play. A strategy is a pure function from a seat's view to a move,
//! or to a list of moves with probabilities. It draws no random numbers, so that exact evaluation
//! can list its choices.

pub mod argument;
mod by_name;
mod choice;
pub(crate) mod judges;
pub(crate) mod registry;
mod retired;
pub mod script;
mod seated;

pub use argument::StrategyParameter;
pub use by_name::strategy;
pub use choice::{Choice, DrawMove};
pub(crate) use registry::plays_as;
pub use registry::{
    Strategy, StrategyEntry, StrategyFactory, StrategyRegistry, StrategyResult, plays,
};
pub use seated::SeatedStrategies;
