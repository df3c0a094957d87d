//! Exercises: whether a goal was reached, what of a record the rules can verify, and what can be
//! said of a goal before anybody plays.
//!
//! Nothing here trusts what a file says of itself: what can be computed from the rules, the seed and
//! the moves is computed.

mod appraisal;
mod forecast;
mod goal;
mod grade;
mod habits;
mod people;
mod predict;
mod prices;
mod reach;
mod replay;

pub use crate::protocol::prover_estimator::players::habits::{ALICES, BOBS, Habit};
pub use appraisal::{Appraisal, Appraised, Remark, Sentence, Tone, appraised, doubt, wins};
pub use forecast::{
    Calibration, CalibrationBin, Foreseen, LOSS_OF_HALF, foreseen, foreseen_in, loss,
};
pub use goal::{
    Aim, JudgedAim, Winning, missed_by, of_all, overspent, parts, pays_enough, right_side,
    to_evaluate,
};
pub use grade::{GradedRecord, Judgement, grade};
pub use habits::{Habits, habits, paid_in};
pub use people::{People, queries_taken_back};
pub use predict::predicted;
pub use prices::Prices;
pub(crate) use reach::MOST_TRIED;
pub use reach::{Reach, reach};
pub use replay::{Doubt, Replayed, WrongRuling, guesses, replay, rulings};
