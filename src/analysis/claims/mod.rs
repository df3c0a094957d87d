//! Debates about claims, exactly: payoffs, the least an honest Alice is paid, what protects her.

mod adversary;
mod payoff;

pub use adversary::{LeastPaid, least_paid};
pub use payoff::{Payoff, payoff};
