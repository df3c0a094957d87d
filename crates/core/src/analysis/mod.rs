//! The analysis of debates: exact values, bounds, costs and best responses.
//!
//! The analysis does not implement the rules a second time: it walks through the positions that the
//! rules return. Some protocols have faster solvers, and tests compare these with the walk.

pub(crate) mod adversary_range;
mod analysable;
pub(crate) mod answers;
mod best_response;
mod black_box;
mod bound;
mod claim;
mod fact;
mod game;
pub mod game_tree;
pub(crate) mod honest;
mod position;
mod rate;
mod report;
mod response_search;
mod strategy_family;
mod value;

pub(crate) use analysable::walked;
pub use analysable::{Analysable, Evaluation, PayoffUnit};
pub(crate) use best_response::is_foreseen;
pub use best_response::{BestResponse, ResponseSummary, certain_win};
pub use black_box::{SeatMover, best_by_asking};
pub(crate) use bound::NEAR;
pub use bound::{Bound, BoundStatus, PayoffGuarantee};
pub use claim::{Hypothesis, HypothesisStatus, TheoremClaim};
pub use fact::{Datum, Fact, ToDatum};
pub use game::{DeferredWork, Evaluator, Game, SolveTask};
pub use position::NotExact;
pub(crate) use position::signed_gain;
pub use rate::Rate;
pub(crate) use rate::{half_of, normal_cdf, normal_quantile};
pub(crate) use report::claimed_output;
pub use report::{ExpectedCosts, PairValue, Report, Section, Unsolved, missing_value};
pub use strategy_family::{FamilySearch, StrategyFamily};
pub use value::{BoundMethod, ExactValue, SampleMean, Value, ValueRange};
