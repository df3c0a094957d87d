//! The keys of a scenario that make it an exercise: restrictions and a goal. In a record, other
//! keys say who played the exercise, and with what help.

use serde::{Deserialize, Serialize};

use super::notes::{OpeningPrediction, Prediction};
use super::safe_text::SafeText;
use crate::forms::is_default;
use crate::rules::{Seat, Side};

/// The restrictions of an exercise. The moves that the exercise provides can never be undone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The forbidden actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Forbidden>,
    /// True if the person must say before the first move whether the claim is true. This answer
    /// cannot be changed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commit: bool,
    /// True if the person must predict the result of each read and question.
    #[serde(default, skip_serializing_if = "is_default")]
    pub predict: bool,
    /// The name of the student for whom an earlier version of Elenchus sealed the file.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub student: SafeText,
}

/// An action that an exercise can forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Forbidden {
    /// Changing the players and the seed.
    Seats,
    /// Looking at the evaluation during play.
    Evaluation,
    /// Playing the debate many times in the lab.
    Lab,
    /// Undoing moves, and trying again from the review.
    Undo,
    /// Looking at hints.
    Hints,
    /// Showing everything during play.
    Reveal,
    /// Predicting the winner before the first move.
    Forecast,
}

/// A goal that is checked when the debate is over. All its conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Goal {
    /// The kind of goal. If left out, the goal is to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<GoalKind>,
    /// A strategy that reaches the goal in the person's seat, written as for the option `--bob`.
    /// `elenchus check` plays this strategy. Players never see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SafeText>,
    /// The side that must win. If left out, it is the person's own side. For a judge, it is the
    /// side that is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// `true` if the side that is right must win. Then `winner` is not needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// The largest number of queries that the judge may make. It includes queries that were undone
    /// since the debate last ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queries: Option<u64>,
    /// The largest number of rounds that may be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// The smallest payment to Alice that is enough, in a debate with payments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<f64>,
    /// The largest payment to Alice that is allowed, in a debate with payments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at_most: Option<f64>,
    /// For prover-estimator debate only: the largest allowed difference between each of Bob's
    /// probabilities and the probability that follows from the subclaims. To compute the second
    /// probability, Elenchus treats the leaves as independent, with the probabilities of the
    /// distribution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<f64>,
    /// The person's moves that must cost less than 0.005 of the stake, including undone moves.
    /// Write `all`, or a list of move numbers. Count from 1 after the moves that the exercise
    /// provides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<BestMoves>,
}

/// The kind of a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GoalKind {
    /// Win, or meet the other conditions of the goal.
    #[default]
    Win,
    /// Reach par: the payment or the number of reads that the best play gets. If the values of all
    /// positions are known, a payment counts without luck.
    Par,
    /// Nobody in the person's seat can win. The person reaches the goal by playing the debate to
    /// its end according to the rules. The score is the number of moves.
    Lost,
}

/// The moves of a person that must lose nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BestMoves {
    /// Every move of the person.
    All(AllWord),
    /// The moves with these numbers, counted from 1.
    Numbers(Vec<u32>),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AllWord {
    /// All moves.
    All,
}

impl Goal {
    /// The kind of the goal.
    pub fn kind(&self) -> GoalKind {
        self.kind.unwrap_or_default()
    }

    /// Checks whether the numbers of the goal are possible.
    ///
    /// # Errors
    /// Returns an error about the first impossible number.
    pub fn check(&self) -> Result<(), String> {
        for (key, paid) in [("paid", self.paid), ("paid-at-most", self.paid_at_most)] {
            if let Some(paid) = paid.filter(|paid| !paid.is_finite()) {
                return Err(format!("`{key}: {paid}` must be a finite number"));
            }
        }
        match self.law {
            Some(law) if !(0.0..=1.0).contains(&law) => Err(format!(
                "`law: {law}` must be from 0 to 1, because it is a distance between probabilities"
            )),
            _ => Ok(()),
        }
    }

    /// Returns whether the kind is par, but no other key says what par is.
    pub fn is_par_of_nothing(&self) -> bool {
        let costs = self.queries.is_some() || self.rounds.is_some() || self.is_paid();
        self.kind() == GoalKind::Par && !costs && self.best.is_none() && self.law.is_none()
    }

    /// Returns whether the goal limits Alice's payment.
    pub fn is_paid(&self) -> bool {
        self.paid.is_some() || self.paid_at_most.is_some()
    }
}

impl BestMoves {
    /// Returns whether the goal includes the person's move with this number, counted from 1.
    pub fn include(&self, number: u32) -> bool {
        match self {
            Self::All(AllWord::All) => true,
            Self::Numbers(list) => list.contains(&number),
        }
    }
}

/// The verdict on a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The goal was reached.
    Reached,
    /// The goal was missed.
    Missed,
    /// Unknown, because the goal needs a value that is not known exactly.
    Undecided,
}

impl Verdict {
    /// The word for this verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Missed => "missed",
            Self::Undecided => "undecided",
        }
    }

    /// The better one of two verdicts. From best to worst: reached, undecided, missed.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let rank = |verdict| {
            [Self::Missed, Self::Undecided, Self::Reached].iter().position(|own| *own == verdict)
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Who played the scenario, when, and with what help. Elenchus writes this key. Grading does not
/// trust the results here, but computes them again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attempt {
    /// The scenario's name in the library.
    pub scenario: SafeText,
    /// The fingerprint of the exercise.
    pub hash: SafeText,
    /// The number of moves that the exercise provides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub handed_out: usize,
    /// The player's name, if there is one.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub player: SafeText,
    /// The time when the attempt began, in UTC (RFC 3339).
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub began: SafeText,
    /// The time when the attempt ended.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub ended: SafeText,
    /// The number of hints that were shown.
    #[serde(default)]
    pub hints: u32,
    /// True if the evaluation was shown.
    #[serde(default)]
    pub evaluation: bool,
    /// How often the player began again after the end of the debate.
    #[serde(default)]
    pub retries: u32,
    /// The number of the judge's queries that were undone, in all attempts together.
    #[serde(default)]
    pub taken_back: u64,
    /// The verdict on the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Verdict>,
    /// The seat of this record, if people played on several machines. The goal, the predictions and
    /// the first answer belong to this seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The number of this person's attempt at the scenario, counted from 1. 0 if unknown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub number: u32,
    /// A signature from a class with an earlier version of Elenchus. It is ignored.
    #[serde(default, skip_serializing)]
    pub signature: SafeText,
    /// The names of the people who share a screen, in the order Alice, Bob, judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<SafeText>,
    /// True if the person made Elenchus show everything before the end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub revealed: bool,
    /// The person's answer before the first move: true if the claim is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committed: Option<bool>,
    /// The person's predictions of reads and answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<Prediction>,
    /// The person's prediction before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<OpeningPrediction>,
    /// The answer to the lesson's question `before`.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub before: SafeText,
    /// The answer to the lesson's question `question`.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub answer: SafeText,
}

impl Attempt {
    /// Returns whether the attempt has keys that do not exist in version 1 of the format.
    pub(super) fn is_of_version_2(&self) -> bool {
        let said =
            self.committed.is_some() || self.forecast.is_some() || !self.predictions.is_empty();
        let whose = self.seat.is_some() || self.number > 0;
        let answered = !self.answer.is_empty() || !self.before.is_empty();
        said || whose || self.revealed || !self.names.is_empty() || answered
    }

    /// The name of the person in a seat. `None` if unknown, or if people did not share a screen.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index()).map(|name| &**name).filter(|name| !name.is_empty())
    }
}
