//! What moves are worth: exact values, bounds, costs, and the review of a finished debate.
//!
//! Nothing here re-implements a rule: the evaluator walks the rules themselves, and a special
//! solver, where speed asks for one, is checked against it.

mod analysed;
pub(crate) mod answers;
mod asking;
mod best;
mod claim;
pub(crate) mod everybody;
mod fact;
mod family;
mod game;
pub mod game_tree;
pub(crate) mod honest;
mod position;
mod rate;
mod reply;
mod report;
mod value;

pub use analysed::{Analysed, Evaluation, Promise, Worth};
pub(crate) use analysed::{NEAR, walked};
pub use asking::{Moves, NotAsked, best_by_asking};
pub(crate) use best::is_foreseen;
pub use best::{Best, Response};
pub use claim::{Claim, Hypothesis, Met};
pub use fact::{AsDatum, Datum, Fact};
pub use family::{Family, Over};
pub use game::{Evaluator, Game, Job, Solving};
pub(crate) use position::gained;
pub use rate::Rate;
pub(crate) use rate::half_of;
pub(crate) use report::claimed_output;
pub use report::{Bound, Paid, PairValue, Report, Section, Standing, Unsolved, missed};
pub use value::{Bracket, Exact, Method, Sampled, Value};
