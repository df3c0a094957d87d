//! A debate is its record: rules, seats, and the moves made. Everything else follows from these.
//!
//! No terminal, no file and no clock is known here.

mod attempts;
mod checkpoints;
mod driver;
mod player;
mod playing;
mod record;
mod stuck;
mod table;
mod told;
mod tree;

pub use driver::{Driver, End, Many};
pub use player::{Player, SeatPlan};
pub use playing::Debate;
pub use record::{Entry, NodeId, Played};
pub use stuck::{Stuck, Unseated};
pub use table::{Advance, Keep, StrategyInfo, Table};
pub use told::{by_name, told};
pub use tree::{Node, Tree};
