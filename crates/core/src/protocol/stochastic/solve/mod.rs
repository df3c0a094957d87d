//! Exact analysis of stochastic debates: truth, values of all pairs of players, best responses of
//! both provers, Lipschitz constants, expected costs, and the promises of the theorems.
//!
//! All values come from an induction over *situations*. A situation consists of the values of the
//! earlier bits that later steps read.

mod efficiency;
mod evaluate;
mod guarantee;
mod kernel;
pub mod lean_params;
mod oracles;
mod report;
mod rounds;
mod theorem;
pub mod tuning;
pub mod vote_price;
mod witness;

pub use evaluate::accepted;
pub use guarantee::Guarantee;
pub use kernel::TabledDebates;
pub use oracles::{OracleDifference, OracleLoss};
pub use report::report;
pub use theorem::{THM_6_2, THM_7_2};

#[cfg(test)]
mod tests {
    mod reference;
}
