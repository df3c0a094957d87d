//! Exact analysis of stochastic debates: truth, values of every pair of players,
//! best play on either side, Lipschitz constants, expected costs, and what the theorem promises.
//!
//! Everything is backward induction over *situations*: what of the past a later step still reads.

mod amplify;
mod claim;
mod evaluate;
mod expense;
mod guarantee;
mod kernel;
mod oracles;
mod report;
mod rounds;
pub mod tuning;
mod witness;

pub use amplify::{Amplified, amplify};
pub use claim::ThreeInFive;
pub use evaluate::accepted;
pub use guarantee::Guarantee;
pub use kernel::TabledDebates;
pub use oracles::{Differing, Loss};
pub use report::report;

#[cfg(test)]
mod tests {
    mod reference;
}
