//! The review of a debate: what each move was worth, which one lost it, and what did if none of them.

mod better;
mod cause;
mod choices;
mod points;

pub use better::{Better, Instead, MoveToBetter, about, better, cheaply_estimated, entries, looks};
pub use cause::{Cause, LITTLE, Loss};
pub use points::{Grade, MISTAKE, ReviewedMove, at_stake, cost, points, stake};
