//! Who answers the oracle's questions.

use serde::{Deserialize, Serialize};

/// Who answers the oracle's questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Oracle {
    /// The answers and probabilities in the machine.
    #[default]
    Scenario,
    /// The judge, in person; a program in the judge's seat answers as the machine says.
    Judge,
}
