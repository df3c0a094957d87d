//! The parameters of a stochastic debate in a file.

use serde::{Deserialize, Serialize};

use super::errors::above_the_promise;
use super::{
    Coin, ConstantSet, Constants, LipschitzBound, OracleFlaws, Oracles, ProtocolVariant,
    Stochastic, StochasticInstance,
};
use crate::analysis::HypothesisStatus;
use crate::forms::{Located, OracleSource, YamlError, asks_of, cancellable, is_default};
use crate::machine::Plan;
use crate::machine::plan::{LipschitzConstants, UnrolledPlan, lipschitz};
use crate::protocol::form::{DebateSubject, OpenedDebate, PerSeat, ProtocolForm};
use crate::protocol::witness::every_witness;
use crate::work::CancelToken;

/// The parameters of a stochastic debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StochasticFile {
    /// K: if the oracle's probabilities change by ε, the probability of the output changes by at
    /// most K·ε. `elenchus solve` measures K.
    pub k: Located<f64>,
    /// The sample counts and the tolerances. The default is `lean`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub constants: Located<ConstantSet>,
    /// The source of the provers' shares of each coin. The default is `nature`; with `by-hand` the
    /// provers choose their shares.
    #[serde(default, skip_serializing_if = "is_default")]
    pub coin: Coin,
    /// Switches that change the proved protocol. They show why the protocol is built as it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub departures: ProtocolVariant,
    /// Oracles that differ from the machine's oracle, which is the truth; see
    /// `docs/reference/departures.md`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub oracles: Box<PerSeat<FlawsFile>>,
}

/// The flaws of an oracle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FlawsFile {
    /// The number that is added to the oracle's probability of yes, from -1 to 1. The sum is kept
    /// between 0 and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<Located<f64>>,
    /// The numbers of the steps at which the oracle has the error `off`. The default is every step
    /// that asks a question, except the steps in `wrong`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<Located<u32>>>,
    /// The numbers of the steps at which the oracle is wrong: it says no as often as the true
    /// oracle says yes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Located<u32>>,
}

impl FlawsFile {
    fn build(&self, plan: &Plan) -> Result<OracleFlaws, YamlError> {
        let off = self.off.as_ref().map_or(0.0, |off| off.value);
        if let Some(file) = self.off.as_ref().filter(|_| !(-1.0..=1.0).contains(&off)) {
            return Err(file.wrong(format!("`off` is {off}. Write a number from -1 to 1")));
        }
        let at = self.at.as_deref().map(|at| asks_of(plan, at)).transpose()?;
        if let (Some(first), None) = (self.at.as_ref().and_then(|at| at.first()), &self.off) {
            return Err(first.wrong(
                "`at` lists the steps where the oracle is off. Write `off` too, to say by how much",
            ));
        }
        Ok(OracleFlaws { off, at, wrong: asks_of(plan, &self.wrong)? })
    }
}

impl ProtocolForm for Located<StochasticFile> {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        if subject.oracle == OracleSource::Judge {
            let message = "a stochastic oracle cannot be the judge: leave out `oracle: judge`";
            return Err(subject.wrong(message));
        }
        let plan = subject.machine.stochastic_plan()?;
        let (steps, is_opened) = (plan.len(), !plan.witness().is_empty());
        let debate = Stochastic::new(StochasticInstance {
            constants: self.constants(&plan)?,
            oracles: Oracles::new(self.value.oracles.map(|file| file.build(&plan))?),
            plan,
            coin: self.coin,
            departures: self.departures,
        });
        let debate = if is_opened { debate.with_a_witness() } else { debate };
        Ok(OpenedDebate::new(debate, subject)?.with_steps(steps))
    }

    fn warnings(&self, subject: &DebateSubject<'_>) -> Vec<YamlError> {
        promises_less(subject, self)
    }

    fn takes_a_witness(&self) -> bool {
        true
    }
}

impl Located<StochasticFile> {
    /// The constants of this file for a plan.
    ///
    /// # Errors
    /// Returns an error if the numbers in the file contradict one another.
    pub fn constants(&self, plan: &Plan) -> Result<Constants, YamlError> {
        let k = LipschitzBound::new(self.value.k.value).map_err(|e| self.k.wrong(e.to_string()))?;
        let set = &self.value.constants;
        Constants::new(set.value, k, plan.len() as u64).map_err(|e| set.wrong(e.to_string()))
    }
}

/// The command `check` does not measure plans with more steps or more situations than this.
const MOST_CHECKED: usize = 200_000;

/// The largest Δ(ε)/ε of the plan. If Alice writes a witness, this is the largest number that any
/// witness gives. `None` if measuring takes too long.
fn largest(plan: &Plan, token: &CancelToken) -> Option<LipschitzConstants> {
    let plans: Vec<Plan> = match plan.witness().len() {
        0 => vec![plan.clone()],
        bits => every_witness(bits)?.iter().map(|witness| plan.with_witness(witness)).collect(),
    };
    let each = MOST_CHECKED / plans.len();
    let measure = |plan: &Plan| {
        let unrolled =
            UnrolledPlan::with_limit(plan, each, token).ok().filter(|_| plan.len() <= each)?;
        lipschitz(&unrolled, token).ok()
    };
    let all: Option<Vec<_>> = plans.iter().map(measure).collect();
    all?.into_iter().reduce(|a, b| a.or(b))
}

/// Warns that a debate promises less than a reader may expect. There are three reasons: K is too
/// small, K was not measured, or no theorem covers the constants.
fn promises_less(subject: &DebateSubject<'_>, file: &Located<StochasticFile>) -> Vec<YamlError> {
    let Ok(plan) = subject.machine.stochastic_plan() else { return Vec::new() };
    let Ok(constants) = file.constants(&plan) else { return Vec::new() };
    let token = cancellable::token();
    let mut warnings = Vec::new();
    let over = match plan.witness().len() {
        0 => String::new(),
        bits => format!(", over all 2^{bits} witnesses"),
    };
    match constants.reaching(largest(&plan, &token)).met {
        HypothesisStatus::Holds => {}
        HypothesisStatus::Fails(why) => {
            let why = format!("{why}{over}; the promise of K is not proved");
            warnings.push(file.value.k.wrong(why));
        }
        HypothesisStatus::Unknown(why) => warnings.push(file.value.k.wrong(why + &over)),
    }
    if file.departures.any() {
        warnings.push(file.wrong("no theorem covers a debate with `departures`"));
    }
    let set = &file.value.constants;
    let why = match constants.uncovered() {
        Some(why) => Some(format!("no theorem covers these constants: {why}")),
        None => constants
            .uncovered_soundness()
            .or_else(|| constants.above_the_promise().map(above_the_promise)),
    };
    warnings.extend(why.map(|why| set.wrong(why)));
    warnings
}
