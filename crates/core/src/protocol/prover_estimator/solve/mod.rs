//! Debates about claims, exactly: payoffs, the least an honest Alice is paid, what protects her.

mod alike;
mod averaged;
mod claim;
mod estimator_report;
mod evidence;
mod floor;
mod guarantee;
mod if_independent;
mod least_ratio;
mod open_finding;
mod payoff;
mod payoff_table;
mod prover_estimator;
mod soundness;

pub use averaged::average_payoff;
pub use claim::completeness;
pub use evidence::{PiecesNeeded, RhoLaw, Transformed, transformed};
pub use floor::{BestBob, best_bob, best_bob_in, best_bob_of};
pub use guarantee::least_paid;
pub use if_independent::{Held, IfIndependent, if_independent};
pub use open_finding::{OpenFinding, open_finding};
pub use payoff::{Payoff, payoff};
pub use soundness::fixed_alices;
