//! Stochastic debates as a file writes them, with their constants.

use serde::{Deserialize, Serialize};

use super::faults::above_the_promise;
use super::{
    Coin, ConstantSet, Constants, Departures, Flaws, Lipschitz, Oracles, Stochastic,
    StochasticInstance,
};
use crate::analysis::Met;
use crate::forms::{At, Fault, Oracle, asks_of, is_default, reading};
use crate::machine::Plan;
use crate::machine::plan::{Lipschitz as Moves, Unrolled, lipschitz};
use crate::protocol::form::{Form, Opened, PerSeat, Subject};
use crate::protocol::witness::every_witness;
use crate::work::Token;

/// The parameters of a stochastic debate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StochasticFile {
    /// K: how much the output's probability may move for each unit that the oracle's
    /// probabilities move. `elenchus solve` measures it.
    pub k: At<f64>,
    /// How many samples, and how near is near enough: `lean` if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub constants: At<ConstantSet>,
    /// Who gives the shares of each coin: `nature` if left out, or the provers `by-hand`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub coin: Coin,
    /// What is played otherwise than proved: for seeing why the protocol is as it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub departures: Departures,
    /// Whose oracle answers otherwise than the truth, which is what the machine says; see
    /// `docs/reference/departures.md`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub oracles: Box<PerSeat<FlawsFile>>,
}

/// How an oracle differs from the truth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FlawsFile {
    /// It says yes with a probability that is off by this much, from -1 to 1 (cut off at 0 and 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<At<f64>>,
    /// The numbers of the steps at which it is off; all that ask, if left out, but those at which it is
    /// wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<At<u32>>>,
    /// The numbers of the steps at which it is wrong: it says no as often as yes would be right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<At<u32>>,
}

impl FlawsFile {
    fn build(&self, plan: &Plan) -> Result<Flaws, Fault> {
        let off = self.off.as_ref().map_or(0.0, |off| off.value);
        if let Some(file) = self.off.as_ref().filter(|_| !(-1.0..=1.0).contains(&off)) {
            return Err(file.wrong(format!("off by {off}: a number from -1 to 1 is expected")));
        }
        let at = self.at.as_deref().map(|at| asks_of(plan, at)).transpose()?;
        if let (Some(first), None) = (self.at.as_ref().and_then(|at| at.first()), &self.off) {
            return Err(first.wrong("`at` says where the oracle is off; say by how much: `off`"));
        }
        Ok(Flaws { off, at, wrong: asks_of(plan, &self.wrong)? })
    }
}

impl Form for At<StochasticFile> {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        if subject.oracle == Oracle::Judge {
            let message = "a stochastic oracle is a crowd: leave out `oracle: judge`";
            return Err(subject.wrong(message));
        }
        let plan = subject.machine.stochastic_plan()?;
        let constants = self.constants(&plan)?;
        let (coin, departures) = (self.coin, self.departures);
        let oracles = Oracles::new(self.value.oracles.each(|file| file.build(&plan))?);
        let set = StochasticInstance { plan, constants, coin, departures, oracles };
        let (steps, is_opened) = (set.plan.len(), !set.plan.witness().is_empty());
        let debate = Stochastic::new(set);
        let debate = if is_opened { debate.with_a_witness() } else { debate };
        Ok(Opened::new(debate, subject)?.with_steps(steps))
    }

    fn warnings(&self, subject: &Subject<'_>) -> Vec<Fault> {
        promises_less(subject, self)
    }

    fn takes_a_witness(&self) -> bool {
        true
    }
}

impl At<StochasticFile> {
    /// The constants for a plan.
    ///
    /// # Errors
    /// If they contradict one another.
    pub fn constants(&self, plan: &Plan) -> Result<Constants, Fault> {
        let k = Lipschitz::new(self.value.k.value).map_err(|e| self.k.wrong(e.to_string()))?;
        let set = &self.value.constants;
        Constants::new(set.value, k, plan.len() as u64).map_err(|e| set.wrong(e.to_string()))
    }
}

/// Plans of more steps, and of more situations, are not measured by a check.
const MOST_CHECKED: usize = 200_000;

/// How far the output moves, at most with any witness if Alice writes one; none if there is too much
/// to measure.
fn largest(plan: &Plan, token: &Token) -> Option<Moves> {
    let plans: Vec<Plan> = match plan.witness().len() {
        0 => vec![plan.clone()],
        bits => every_witness(bits)?.iter().map(|witness| plan.with_witness(witness)).collect(),
    };
    let each = MOST_CHECKED / plans.len();
    let measure = |plan: &Plan| {
        let unrolled = Unrolled::within(plan, each, token).ok().filter(|_| plan.len() <= each)?;
        lipschitz(&unrolled, token).ok()
    };
    let all: Option<Vec<_>> = plans.iter().map(measure).collect();
    all?.into_iter().reduce(|a, b| a.or(b))
}

/// What can be played, but promises less than it seems to: a K that is too small, or that nobody
/// measured, and constants that no theorem speaks of.
fn promises_less(subject: &Subject<'_>, file: &At<StochasticFile>) -> Vec<Fault> {
    let Ok(plan) = subject.machine.stochastic_plan() else { return Vec::new() };
    let Ok(constants) = file.constants(&plan) else { return Vec::new() };
    let token = reading::token();
    let mut warnings = Vec::new();
    let over = match plan.witness().len() {
        0 => String::new(),
        bits => format!(", over all 2^{bits} witnesses"),
    };
    match constants.reaching(largest(&plan, &token)).met {
        Met::Holds => {}
        Met::Fails(why) => {
            let why = format!("{why}{over}; what K promises is not proved");
            warnings.push(file.value.k.wrong(why));
        }
        Met::Unknown(why) => warnings.push(file.value.k.wrong(why + &over)),
    }
    if file.departures.any() {
        warnings.push(file.wrong("no theorem speaks of a debate with `departures`"));
    }
    let set = &file.value.constants;
    match constants.tolerances(|_| 0.0).map(|tolerances| tolerances.validity()) {
        Some(Ok(())) => warnings
            .extend(constants.above_the_promise().map(above_the_promise).map(|why| set.wrong(why))),
        Some(Err(why)) => warnings.push(set.wrong(why.to_string())),
        None => warnings.push(set.wrong("no theorem speaks of these counts and thresholds")),
    }
    warnings
}
