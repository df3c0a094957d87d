//! What a scenario says as an exercise: what it forbids, what counts as done, and, of one that was
//! played, who played it and with what help.

use serde::{Deserialize, Serialize};

use super::notes::{Forecast, Prediction};
use super::words::Words;
use crate::forms::is_default;
use crate::rules::{Seat, Side};

/// What an exercise forbids. Where moves were handed out, taking back ends at them in any case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// What may not be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Forbidden>,
    /// Whether the person has to say first whether the claim is true, once for all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commit: bool,
    /// Whether the person has to say what a read or a question will show, before it does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub predict: bool,
    /// The student to whom an earlier version handed out the sealed file.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub student: Words,
}

/// Something that an exercise can forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Forbidden {
    /// Other players in the seats, and another seed.
    Seats,
    /// Looking at the evaluation while playing.
    Evaluation,
    /// Playing it many times in the lab.
    Lab,
    /// Taking moves back, and retrying from the review.
    Undo,
    /// Hints.
    Hints,
    /// Having everything shown while playing.
    Reveal,
    /// Saying before the first move who will win.
    Forecast,
}

/// A goal that can be checked when the debate is over. Everything that is named must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Goal {
    /// What it is to reach it; if left out, to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<GoalKind>,
    /// A player of the person's seat that reaches it, as `--bob` would name it: `elenchus check` lets it
    /// play. Nobody who plays is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Words>,
    /// Who must have won; if left out, whose seat it is, or for a judge the one who was right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// `true`: the debate must end for the side that is right; `winner` is then not needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// The most queries that the judge may have made, those taken back since the last end included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queries: Option<u64>,
    /// The most rounds that may have been played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// The least that Alice must be paid, in a debate with payoffs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<f64>,
    /// The most that Alice may be paid, in a debate with payoffs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at_most: Option<f64>,
    /// In prover-estimator debate: how far each of Bob's numbers may at most be from what the parts of its
    /// claim make it, if each of the smallest is as likely as the law has it and tells nothing of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<f64>,
    /// The person's moves that must cost less than 0.005 of what is at stake, those taken back
    /// included: `all`, or a list of their numbers, counted from 1 after what was handed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<BestMoves>,
}

/// What it is to reach a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GoalKind {
    /// To win, or whatever else it names.
    #[default]
    Win,
    /// To hold par, which is what best play pays or reads. Of what Alice is paid the coins are set apart,
    /// as far as the value of each place is known.
    Par,
    /// It is made to be lost: nobody in the person's seat wins it. Who plays it to its end by the rules
    /// has reached it, and how long that took is the score.
    Lost,
}

/// Moves of a person that must be best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BestMoves {
    /// Every one of them: a drill.
    All(All),
    /// These, counted from 1.
    Numbers(Vec<u32>),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum All {
    /// All of them.
    All,
}

impl Goal {
    /// What it is to reach it.
    pub fn kind(&self) -> GoalKind {
        self.kind.unwrap_or_default()
    }

    /// Whether its numbers can be kept to.
    ///
    /// # Errors
    /// Which of them cannot.
    pub fn check(&self) -> Result<(), String> {
        for (key, paid) in [("paid", self.paid), ("paid-at-most", self.paid_at_most)] {
            if let Some(paid) = paid.filter(|paid| !paid.is_finite()) {
                return Err(format!("`{key}: {paid}` is no payment"));
            }
        }
        match self.law {
            Some(law) if !(0.0..=1.0).contains(&law) => {
                Err(format!("`law: {law}` is no distance between probabilities: from 0 to 1"))
            }
            _ => Ok(()),
        }
    }

    /// Whether par is to be held, and nothing says what par is.
    pub fn is_par_of_nothing(&self) -> bool {
        let costs = self.queries.is_some() || self.rounds.is_some() || self.is_paid();
        self.kind() == GoalKind::Par && !costs && self.best.is_none() && self.law.is_none()
    }

    /// Is something asked of what Alice is paid?
    pub fn is_paid(&self) -> bool {
        self.paid.is_some() || self.paid_at_most.is_some()
    }
}

impl BestMoves {
    /// Whether the person's n-th move, from 1, is among them.
    pub fn include(&self, number: u32) -> bool {
        match self {
            Self::All(All::All) => true,
            Self::Numbers(list) => list.contains(&number),
        }
    }
}

/// Whether a goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It was.
    Reached,
    /// It was not.
    Missed,
    /// Nobody can say: a value that it asks for is not known exactly.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Missed => "missed",
            Self::Undecided => "undecided",
        }
    }

    /// The better of two: a goal once reached stays reached, and what nobody can say is not missed.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let rank = |verdict| {
            [Self::Missed, Self::Undecided, Self::Reached].iter().position(|own| *own == verdict)
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Who played a scenario, when, and with what help. The program writes it; what it says of the
/// record is computed again by whoever grades it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attempt {
    /// How the library calls the scenario.
    pub scenario: Words,
    /// The fingerprint of the scenario as it was handed out.
    pub hash: Words,
    /// How many of the moves were handed out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub handed_out: usize,
    /// The player's name, if there is one.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub player: Words,
    /// When it began: RFC 3339, UTC.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub began: Words,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub ended: Words,
    /// How many hints were shown.
    #[serde(default)]
    pub hints: u32,
    /// Whether the evaluation was looked at.
    #[serde(default)]
    pub evaluation: bool,
    /// How often a new line was begun after an end.
    #[serde(default)]
    pub retries: u32,
    /// The judge's queries that were taken back, in all attempts together.
    #[serde(default)]
    pub taken_back: u64,
    /// Whether the goal was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Verdict>,
    /// Whose record this is, where people on several machines played: the goal, the predictions and
    /// what was said first are those of this seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which attempt of this person at the scenario it is, from 1; 0 if nobody counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub number: u32,
    /// The mark that a class of an earlier version wrote. Elenchus ignores it.
    #[serde(default, skip_serializing)]
    pub signature: Words,
    /// The names of the people, where several share a screen: Alice's, Bob's, the judge's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Words>,
    /// Whether everything was shown before the end, by the key for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub revealed: bool,
    /// Whether the person said before the first move that the claim is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committed: Option<bool>,
    /// What the person said that reads and questions would show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<Prediction>,
    /// What the person predicted before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
    /// The answer to the lesson's question before the first move.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub before: Words,
    /// The answer to the lesson's question.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub answer: Words,
}

impl Attempt {
    /// Whether it says something that version 1 of the format has no words for.
    pub(super) fn is_of_version_2(&self) -> bool {
        let said =
            self.committed.is_some() || self.forecast.is_some() || !self.predictions.is_empty();
        let whose = self.seat.is_some() || self.number > 0;
        let answered = !self.answer.is_empty() || !self.before.is_empty();
        said || whose || self.revealed || !self.names.is_empty() || answered
    }

    /// The name of who sat in a seat, where several people shared a screen.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index()).map(|name| &**name).filter(|name| !name.is_empty())
    }
}
