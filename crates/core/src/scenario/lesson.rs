//! The lesson of a scenario.

use serde::{Deserialize, Serialize};

use super::exercise::Goal;
use super::located::Located;
use super::notes::LessonQuestion;
use super::safe_text::SafeText;

/// The lesson of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lesson {
    /// A sentence for the library about what you will learn.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub learn: SafeText,
    /// Why the right answer is right, told when the debate is over.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub because: SafeText,
    /// A sentence about what to look for during play.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub look_for: SafeText,
    /// Hints, from a small one to the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<SafeText>,
    /// The goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Located<Goal>>,
    /// A question before the first move. Elenchus says after the debate whether the answer was
    /// right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<LessonQuestion>,
    /// A question after the debate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LessonQuestion>,
}
