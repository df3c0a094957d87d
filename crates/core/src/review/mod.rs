//! Debates, judged: goals and how they came out, what moves cost, what lost, what of a record the rules
//! can verify; and what can be said of a goal before anybody plays.
//!
//! [`Review`] is the one judgement of a debate. Nothing here trusts what a file says of itself: what can
//! be computed from the rules, the seed and the moves is computed.

mod better;
mod cause;
mod findings;
mod goal;
mod grade;
mod judged;
mod moves;
mod people;
mod predict;
mod prices;
mod reach;
mod replay;
mod rulings;
mod search;
mod sentences;

pub use better::{Better, Instead};
pub use cause::{Cause, Loss};
pub use findings::Findings;
pub use goal::{Aim, JudgedAim, Winning, missed_by, of_all, overspent, parts, right_side};
pub use grade::{GradedRecord, Judgement, grade};
pub use judged::{DueNumber, Fault, GoalReview, JudgedMove, LostBy, Remark, Review, review};
pub use moves::{Grade, LITTLE, MISTAKE, Moment, ReviewedMove, at_stake, cost, points, stake};
pub use people::{People, queries_taken_back};
pub use predict::{PredictedWinner, loss, predicted, predicted_winner, predicted_winner_in};
pub use prices::Prices;
pub(crate) use reach::MOST_TRIED;
pub use reach::{Reach, reach};
pub use replay::{Doubt, Replayed, replay};
pub use rulings::{WrongRuling, guesses, rulings};
pub use search::{Search, next_search, reviewed, to_value};
pub use sentences::{Sentence, Tone, wins};
