//! The exact analysis of prover-estimator debate: payoffs, best responses, and the guarantee for an
//! honest Alice.

mod averaged;
mod best_bob_bounds;
mod common_knowledge;
mod completeness_ratio;
mod estimator_report;
mod evidence;
mod guarantee;
mod if_independent;
mod independent_leaves;
mod least_ratio;
mod open_finding;
mod payoff;
mod payoff_table;
mod prover_estimator;
mod soundness;
mod theorem;

pub use averaged::average_payoff;
pub use best_bob_bounds::{BestBobBounds, best_bob, best_bob_in, best_bob_of};
pub use completeness_ratio::HonestWorld;
pub use evidence::{PiecesNeeded, RhoDistribution, TransformedEvidence, transformed};
pub use guarantee::least_paid;
pub use if_independent::{HeldPayoff, IndependentValue, if_independent};
pub use open_finding::{OpenFinding, open_finding};
pub use payoff::{AveragePayoff, payoff};
pub use soundness::fixed_alices;
pub use theorem::completeness;
