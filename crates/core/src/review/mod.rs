//! Judges debates: whether the goal was reached, what each move cost, why a debate was lost, and
//! whether a record agrees with the rules. Also checks goals before anybody plays.
//!
//! All screens and commands use the same judgement, [`Review`]. Results that stand in a file do not
//! count: the review computes them again from the rules, the seed and the moves.

mod better_moves;
mod crossroads;
mod debate_review;
mod findings;
mod goal;
mod grade;
mod loss_cause;
mod moves;
mod people;
mod predict;
mod reachability;
mod replay;
mod rulings;
mod search;
mod sentences;
mod substitutes;

pub use better_moves::{BetterMove, HonestAlternative};
pub use crossroads::{Alternative, Crossroads, Trial};
pub use debate_review::{
    GoalReview, JudgedMove, LossWithoutMistake, MistakeKind, MoveRemark, RequiredNumber, Review,
    review,
};
pub use findings::Findings;
pub use goal::{
    GoalCondition, GoalConditionResult, WinCondition, combine, missed_by, overspent, parts,
    right_side,
};
pub use grade::{GradedRecord, Judgement, grade};
pub use loss_cause::{LossCause, ValueLoss};
pub use moves::{Grade, LITTLE, MISTAKE, ReviewTag, ReviewedMove, at_stake, cost, points, stake};
pub use people::{People, queries_taken_back};
pub use predict::{PredictedWinner, loss, predicted, predicted_winner, predicted_winner_in};
pub(crate) use reachability::MOST_TRIED;
pub use reachability::{GoalReachability, goal_reachability};
pub use replay::{RecordMismatch, Replayed, replay};
pub(crate) use rulings::guessed_by;
pub use rulings::{WrongRuling, guesses, rulings};
pub use search::{ReviewTask, next_search, reviewed, to_value};
pub use sentences::{Sentence, Tone, wins};
pub use substitutes::SubstituteValues;
