//! What moves are worth: exact values, bounds, costs, and the review of a finished debate.
//!
//! Nothing here re-implements a rule: the evaluator walks the rules themselves, and a special
//! solver, where speed asks for one, is checked against it.

mod analysed;
pub(crate) mod answers;
mod asking;
mod best;
mod best_response;
mod bound;
mod claim;
pub(crate) mod everybody;
mod fact;
mod family;
mod game;
pub mod game_tree;
pub(crate) mod honest;
mod position;
mod rate;
mod report;
mod value;

pub(crate) use analysed::walked;
pub use analysed::{Analysed, Evaluation, Worth};
pub use asking::{Moves, best_by_asking};
pub(crate) use best::is_foreseen;
pub use best::{Best, Response};
pub(crate) use bound::NEAR;
pub use bound::{Bound, Promise, Standing};
pub use claim::{Claim, Hypothesis, Met};
pub use fact::{AsDatum, Datum, Fact};
pub use family::{Family, Over};
pub use game::{Evaluator, Game, Job, Solving};
pub use position::NotExact;
pub(crate) use position::gained;
pub use rate::Rate;
pub(crate) use rate::half_of;
pub(crate) use report::claimed_output;
pub use report::{Paid, PairValue, Report, Section, Unsolved, missed};
pub use value::{Ends, Estimate, Exact, Method, Value};
