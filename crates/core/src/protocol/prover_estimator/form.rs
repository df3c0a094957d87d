//! Prover-estimator debates as a file writes them.

use serde::{Deserialize, Serialize};

use super::{ProverEstimator, ProverEstimatorError, ProverEstimatorInstance, Stakes, Stated};
use crate::chance::{NotAProbability, Probability};
use crate::forms::{At, Fault};
use crate::machine::claims::{Epsilon, Knowledge};
use crate::protocol::form::{Form, Opened, Subject};

/// The parameters of a prover-estimator debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ProverEstimatorFile {
    /// ε, the error in each probability that an honest Alice lets pass: above 0 and below 1.
    pub epsilon: At<f64>,
    /// r, by which rewards grow from round to round. Left out, it is 1 + 2/(ε(1 − ρ)), which
    /// protects an honest Alice where every claim is stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<At<f64>>,
    /// ρ, the instability that the default r is to withstand: from 0 to below 1. Left out, it is
    /// the largest of the tree in any of its `worlds`; without worlds, or with a single one, that of
    /// the tree were all its leaves true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rho: Option<At<f64>>,
    /// How often human judgement says in the last round what is true of a leaf, from 0 to 1; always
    /// if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<At<f64>>,
}

impl Default for ProverEstimatorFile {
    fn default() -> Self {
        Self { epsilon: At::nowhere(0.1), ratio: None, rho: None, judgement: None }
    }
}

impl Form for ProverEstimatorFile {
    /// What the file does not say of Bob's knowledge: he knows nothing.
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let case = subject.machine.claims(Knowledge::Nothing)?;
        Epsilon::new(*self.epsilon).map_err(|e| self.epsilon.wrong(e.to_string()))?;
        let (stated, spot) = match (&self.ratio, &self.rho) {
            (None, None) => (Stated::Nothing, subject.spot),
            (Some(ratio), None) => (Stated::Ratio(**ratio), ratio.spot),
            (None, Some(rho)) => (Stated::Rho(**rho), rho.spot),
            (Some(_), Some(rho)) => {
                return Err(rho.wrong("give `ratio` or the `rho` that it follows from, not both"));
            }
        };
        let stakes = Stakes::new(&case, *self.epsilon, stated)
            .map_err(|e| Fault::at(spot, e.to_string()))?;
        let judgement = self.judgement.as_ref().map_or(Ok(Probability::ONE), |judgement| {
            let told = |e: NotAProbability| judgement.wrong(format!("judgement: {e}"));
            Probability::new(**judgement).map_err(told)
        })?;
        let stakes = stakes.judged(judgement);
        let claims = case.tree().clone();
        let debate = ProverEstimator::new(ProverEstimatorInstance { case, stakes });
        let debate = debate.map_err(|error| {
            let spot = match &error {
                ProverEstimatorError::Misfit(misfit) => {
                    subject.machine.spot_of_claim(misfit.claim())
                }
                _ => subject.machine.spot,
            };
            Fault::at(spot, error.to_string())
        })?;
        Ok(Opened::new(debate, subject)?.with_claims(claims))
    }
}
