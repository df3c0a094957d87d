//! Debates in play. A debate is determined by its rules, its players, its seed and its moves.
//!
//! This module uses no terminal, file or clock.

mod any_debate;
mod attempts;
mod checkpoints;
mod errors;
mod events;
mod player;
mod playing;
mod record;
mod simulator;
mod tree;

pub use any_debate::{Advance, AnyDebate, EntryRecorder, StrategyInfo};
pub use errors::{PlayError, SeatError};
pub use events::{by_name, describe_line, describe_move};
pub use player::{Player, SeatPlan};
pub use playing::Debate;
pub use record::{NodeId, PlayedMove, RecordEntry};
pub use simulator::{BatchSimulator, DebateResult, Simulator};
pub use tree::{MoveNode, MoveTree};
