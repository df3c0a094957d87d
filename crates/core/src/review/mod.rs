//! Exercises: whether a goal was reached, what of a record the rules can verify, and what can be
//! said of a goal before anybody plays.
//!
//! Nothing here trusts what a file says of itself: what can be computed from the rules, the seed and
//! the moves is computed.

mod appraisal;
mod goal;
mod grade;
mod people;
mod predict;
mod prices;
mod reach;
mod replay;

pub use appraisal::{Appraisal, Appraised, Remark, Sentence, Tone, appraised, doubt, wins};
pub use goal::{
    Aim, JudgedAim, Winning, missed_by, of_all, overspent, parts, pays_enough, right_side,
    to_evaluate,
};
pub use grade::{GradedRecord, Judgement, grade};
pub use people::{People, queries_taken_back};
pub use predict::{PredictedWinner, loss, predicted, predicted_winner, predicted_winner_in};
pub use prices::Prices;
pub(crate) use reach::MOST_TRIED;
pub use reach::{Reach, reach};
pub use replay::{Doubt, Replayed, WrongRuling, guesses, replay, rulings};
