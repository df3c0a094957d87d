//! What a scenario teaches: texts, hints, questions and a goal.

use serde::{Deserialize, Serialize};

use super::exercise::Goal;
use super::located::Located;
use super::notes::LessonQuestion;
use super::safe_text::SafeText;

/// What a scenario teaches: texts, hints, questions and a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lesson {
    /// A sentence for the library that says what you will learn.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub learn: SafeText,
    /// Why the right answer is right. It is shown when the debate is over.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub because: SafeText,
    /// A sentence that says what to look for during play.
    #[serde(default, skip_serializing_if = "SafeText::is_empty")]
    pub look_for: SafeText,
    /// Hints: the first one is small, and the last one gives the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<SafeText>,
    /// The goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Located<Goal>>,
    /// A question before the first move. After the debate, Elenchus says whether the answer was
    /// right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<LessonQuestion>,
    /// A question after the debate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LessonQuestion>,
}
