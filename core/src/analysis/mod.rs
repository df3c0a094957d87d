//! What moves are worth: exact values, bounds, costs, and the review of a finished debate.
//!
//! Nothing here re-implements a rule: the evaluator walks the rules themselves, and a special
//! solver, where speed asks for one, is checked against it.

mod analysed;
mod bisection;
pub mod claims;
mod cross_examination;
mod everybody;
mod game;
pub mod game_tree;
mod honest;
mod moments;
pub mod query;
mod report;
pub mod review;
pub mod stochastic;
mod tableau;
mod witness;

use analysed::walked;
pub use analysed::{Analysed, Evaluation, Promise, Worth};
pub use game::{Evaluator, Game, Job, Solving};
pub use moments::Moment;
pub use report::{Bound, Paid, Report, Section, Standing, Unsolved, Value};
