//! The parameters of a prover-estimator debate in a file.

use serde::{Deserialize, Serialize};

use super::{
    ProverEstimator, ProverEstimatorError, ProverEstimatorInstance, RewardParams, StatedRatio,
};
use crate::chance::{NotAProbability, Probability};
use crate::forms::{Located, YamlError};
use crate::machine::claims::{Epsilon, Knowledge};
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm};

/// The largest number of subclaims of a claim. Each answer changes what the players believe of all subclaims, so the
/// work grows with the square of this number.
const MOST_SUBCLAIMS: usize = 4096;

/// The parameters of a prover-estimator debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ProverEstimatorFile {
    /// ε, the error in a probability that an honest Alice tolerates: above 0 and below 1.
    pub epsilon: Located<f64>,
    /// r, the factor by which rewards grow from round to round. The default is 1 + 2/(ε(1 − ρ)),
    /// with which an honest Alice is protected if every claim is stable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Located<f64>>,
    /// ρ, the instability for which the default r is large enough: from 0 to below 1. The default ρ
    /// is the largest ρ of the tree in any of its `worlds`. If there are no worlds or only one, it
    /// is the ρ of the tree with all leaves true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rho: Option<Located<f64>>,
    /// The probability that human judgement decides a leaf correctly in the last round, from 0 to
    /// 1. The default is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Located<f64>>,
    /// Show Bob a curve: Alice's average pay for every number that he may state, if she knows as
    /// little as he does. The claims must be independent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub show_pay: bool,
}

impl Default for ProverEstimatorFile {
    fn default() -> Self {
        Self {
            epsilon: Located::without_place(0.1),
            ratio: None,
            rho: None,
            judgement: None,
            show_pay: false,
        }
    }
}

impl ProtocolForm for ProverEstimatorFile {
    /// If the file does not say what Bob knows, he knows nothing.
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let case = subject.machine.claims(Knowledge::Nothing)?;
        let tree = case.tree();
        let arguments = tree.claims().flat_map(|claim| tree.arguments(claim));
        let widest = arguments.map(|argument| argument.parts.len()).max().unwrap_or_default();
        if widest > MOST_SUBCLAIMS {
            let message = format!(
                "a claim has {widest} subclaims. A prover-estimator debate takes at most \
                 {MOST_SUBCLAIMS}"
            );
            return Err(YamlError::at(subject.machine.spot, message));
        }
        Epsilon::new(*self.epsilon).map_err(|e| self.epsilon.wrong(e.to_string()))?;
        let (stated, spot) = match (&self.ratio, &self.rho) {
            (None, None) => (StatedRatio::Nothing, subject.spot),
            (Some(ratio), None) => (StatedRatio::Ratio(**ratio), ratio.spot),
            (None, Some(rho)) => (StatedRatio::Rho(**rho), rho.spot),
            (Some(_), Some(rho)) => {
                return Err(rho.wrong("`ratio` and `rho` are both set. Remove one of them"));
            }
        };
        let stakes = RewardParams::new(&case, *self.epsilon, stated)
            .map_err(|e| YamlError::at(spot, e.to_string()))?;
        let judgement = self.judgement.as_ref().map_or(Ok(Probability::ONE), |judgement| {
            let told = |e: NotAProbability| judgement.wrong(format!("judgement: {e}"));
            Probability::new(**judgement).map_err(told)
        })?;
        let stakes = stakes.judged(judgement);
        let claims = case.tree().clone();
        let worlds = case.worlds();
        let depends =
            |claim| (worlds.chance(claim) - worlds.if_independent(claim).yes).abs() > 1e-9;
        if self.show_pay && claims.claims().any(depends) {
            let message =
                "`show-pay` needs claims that are independent: use `worlds: {independent: …}`";
            return Err(YamlError::at(subject.machine.spot, message));
        }
        let debate = ProverEstimator::new(ProverEstimatorInstance { case, stakes });
        let debate = debate.map_err(|error| {
            let spot = match &error {
                ProverEstimatorError::Misfit(misfit) => {
                    subject.machine.spot_of_claim(misfit.claim())
                }
                _ => subject.machine.spot,
            };
            YamlError::at(spot, error.to_string())
        })?;
        let debate = debate.with_pay_shown(self.show_pay);
        Ok(OpenedDebate::new(debate, subject)?.with_claims(claims))
    }
}
