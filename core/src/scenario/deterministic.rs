//! Debates over a deterministic computation, as a scenario sets them up.

#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::Fault;
use super::{Oracle, Scenario};
use crate::machine::Computation;
use crate::protocol::{Bisection, CrossExamination, Tableau, bisection, cross_examination};

/// The parameters of a cross-examination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CrossExaminationFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: u8,
    /// Whether an independent copy of Alice wrote the transcript. Without copies she answers each
    /// of the judge's reads afresh, knowing which step is checked: a bit of a plan's step, or a
    /// field of a Turing machine's.
    pub copies: bool,
}

/// The parameters of a bisection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BisectionFile {
    /// The output that Alice claims: 1 (the machine accepts; the plan's last bit is 1) or 0.
    pub claim: u8,
}

impl Default for BisectionFile {
    fn default() -> Self {
        Self { claim: 1 }
    }
}

impl Default for CrossExaminationFile {
    fn default() -> Self {
        Self { claim: 1, copies: true }
    }
}

/// A cross-examination.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn examined(s: &Scenario, file: &CrossExaminationFile) -> Result<CrossExamination, Fault> {
    CrossExamination::new(cross_examination::CrossExaminationInstance {
        machine: s.machine.plan()?,
        claim: claimed(s, file.claim)?,
        words: s.claim.to_string(),
        copies: file.copies,
        judge_is_oracle: s.oracle == Oracle::Judge,
    })
    .map_err(|e| s.machine.wrong(e.to_string()))
}

/// A cross-examination of a Turing machine's tableau.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn tableau(s: &Scenario, file: &CrossExaminationFile) -> Result<Tableau, Fault> {
    let Computation::Turing(run) = s.machine.computation()? else {
        return Err(s.machine.wrong("this is no Turing machine"));
    };
    Tableau::new(cross_examination::TableauInstance {
        machine: run,
        claim: claimed(s, file.claim)?,
        words: s.claim.to_string(),
        copies: file.copies,
        judge_is_oracle: s.oracle == Oracle::Judge,
    })
    .map_err(|e| s.machine.wrong(e.to_string()))
}

/// A bisection.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn bisected(s: &Scenario, file: &BisectionFile) -> Result<Bisection, Fault> {
    Bisection::new(bisection::BisectionInstance {
        computation: s.machine.computation()?,
        claim: claimed(s, file.claim)?,
        words: s.claim.to_string(),
        judge_is_oracle: s.oracle == Oracle::Judge,
    })
    .map_err(|e| s.machine.wrong(e.to_string()))
}

/// The output that Alice claims.
fn claimed(s: &Scenario, claim: u8) -> Result<bool, Fault> {
    match claim {
        0 | 1 => Ok(claim == 1),
        other => Err(s.protocol.wrong(format!("Alice claims 0 or 1, not {other}"))),
    }
}
