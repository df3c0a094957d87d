//! What a scenario teaches, and how it leads there.

use serde::{Deserialize, Serialize};

use super::exercise::Goal;
use super::notes::LessonQuestion;
use super::place::At;
use super::words::Words;

/// What to learn from a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lesson {
    /// What you will learn, for the library.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub learn: Words,
    /// What to look for while playing.
    #[serde(default, skip_serializing_if = "Words::is_empty")]
    pub look_for: Words,
    /// Hints, from a nudge to the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Words>,
    /// What counts as done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<At<Goal>>,
    /// What is asked before the first move; whether it was right is told when the debate is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<LessonQuestion>,
    /// What is asked when the debate is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LessonQuestion>,
}
