//! The source of the oracle's answers.

use serde::{Deserialize, Serialize};

/// The source of the oracle's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OracleSource {
    /// The machine, which has answers and probabilities.
    #[default]
    Scenario,
    /// The person in the judge's seat. A program there answers as the machine says.
    Judge,
}
