//! Debates about claims, exactly: payoffs, the least an honest Alice is paid, what protects her.

mod adversary;
mod evidence;
mod guarantee;
mod payoff;
mod prover_estimator;
mod recursive;

pub use adversary::{LeastPaid, least_paid};
pub use evidence::{RhoLaw, Transformed, transformed};
pub use payoff::{Payoff, payoff};
