//! Exact analysis of stochastic debates (PROTOCOLS §4): truth, values of every pair of players,
//! best play on either side, Lipschitz constants, expected costs, and what the theorem promises.
//!
//! Everything is backward induction over *situations*: what of the past a later step still reads.

mod amplify;
mod fast;
mod lipschitz;
mod live;
mod report;
mod round;
mod stated;
mod unrolled;
mod values;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod testing;

pub use amplify::{Amplified, amplify};
pub use fast::{Fast, FastError, Tally};
pub use lipschitz::{Lipschitz, change, lipschitz};
pub use live::TooManyLiveBits;
pub use report::{Bound, Cost, Costs, Guarantee, LipschitzReport, Report, Value, report};
pub use round::Outcome;
pub use unrolled::{MOST_SITUATIONS, Spot, Table, TooWide, Unrolled};
pub use values::{Players, Solved, Solver, SolverError};
