//! Debates over a claim tree, as a scenario sets them up.

#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scenario;
use super::place::Fault;
use crate::chance::Probability;
use crate::machine::claims::Knowledge;
use crate::protocol::prover_estimator::{ProverEstimatorError, Stated};
use crate::protocol::{ProverEstimator, RecursiveDebate, prover_estimator, recursive};

/// The parameters of a recursive debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RecursiveDebateFile {
    /// The answer to the root that Alice defends: yes (the default) or no, or free if she chooses.
    pub answer: AnswerFile,
}

/// An answer that a scenario sets, or leaves to Alice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AnswerFile {
    /// The claim is true.
    #[default]
    Yes,
    /// The claim is false.
    No,
    /// Alice chooses.
    Free,
}

/// The parameters of a prover-estimator debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ProverEstimatorFile {
    /// ε, the error in each probability that an honest Alice lets pass: above 0 and below 1.
    pub epsilon: f64,
    /// r, by which rewards grow from round to round. Left out, it is 1 + 2/(ε(1 − ρ)), which
    /// protects an honest Alice where every claim is stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// ρ, the instability that the default r is to withstand: from 0 to below 1. Left out, it is
    /// the largest of the tree in any of its `worlds`; without worlds, that of the tree were all
    /// its leaves true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rho: Option<f64>,
    /// How often human judgement says in the last round what is true of a leaf, from 0 to 1; always
    /// if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<f64>,
}

impl Default for ProverEstimatorFile {
    fn default() -> Self {
        Self { epsilon: 0.1, ratio: None, rho: None, judgement: None }
    }
}

/// A recursive debate. What the file does not say of Bob's knowledge: he knows everything.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn recursive(s: &Scenario, file: &RecursiveDebateFile) -> Result<RecursiveDebate, Fault> {
    RecursiveDebate::new(recursive::RecursiveInstance {
        case: s.machine.claims(Knowledge::Everything)?,
        answer: match file.answer {
            AnswerFile::Yes => Some(true),
            AnswerFile::No => Some(false),
            AnswerFile::Free => None,
        },
        words: s.claim.to_string(),
    })
    .map_err(|e| s.machine.wrong(e.to_string()))
}

/// A prover-estimator debate. What the file does not say of Bob's knowledge: he knows nothing.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn estimated(s: &Scenario, file: &ProverEstimatorFile) -> Result<ProverEstimator, Fault> {
    let case = s.machine.claims(Knowledge::Nothing)?;
    let stated = match (file.ratio, file.rho) {
        (None, None) => Stated::Nothing,
        (Some(ratio), None) => Stated::Ratio(ratio),
        (None, Some(rho)) => Stated::Rho(rho),
        (Some(_), Some(_)) => {
            return Err(s
                .protocol
                .wrong("give `ratio` or the `rho` that it follows from, not both"));
        }
    };
    let stakes = prover_estimator::Stakes::new(&case, file.epsilon, stated)
        .map_err(|e| s.protocol.wrong(e.to_string()))?;
    let judgement = Probability::new(file.judgement.unwrap_or(1.0))
        .map_err(|e| s.protocol.wrong(format!("judgement: {e}")))?;
    let stakes = stakes.judged(judgement);
    let words = s.claim.to_string();
    ProverEstimator::new(prover_estimator::ProverEstimatorInstance { case, stakes, words }).map_err(
        |error| {
            let spot = match &error {
                ProverEstimatorError::Misfit(misfit) => s.machine.spot_of_claim(misfit.claim()),
                _ => s.machine.spot,
            };
            Fault { spot, message: error.to_string() }
        },
    )
}
