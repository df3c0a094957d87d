//! The source of the oracle's answers.

use serde::{Deserialize, Serialize};

/// The source of the oracle's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OracleSource {
    /// The machine of the scenario, which has the answers or their probabilities.
    #[default]
    Scenario,
    /// The person in the judge's seat. If a program has this seat, the answers come from the
    /// machine.
    Judge,
}
