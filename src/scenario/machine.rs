//! What a debate is about, as a file writes it: one kind of machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::at::{At, Fault};
use super::circuit::{CircuitFile, QuantifiedFile};
use super::plan::PlanFile;
use crate::machine::Plan;
use crate::machine::plan::shift_register;

/// A machine. Each kind is one line here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MachineFile {
    /// A plan, listed step by step.
    Plan(PlanFile),
    /// A long plan of xor gates, made from a few numbers.
    ShiftRegister(ShiftRegisterFile),
    /// A circuit: a formula, a file's text, or a family.
    Circuit(Box<CircuitFile>),
    /// A quantified game.
    Quantified(QuantifiedFile),
}

/// A linear-feedback shift register: step t is the xor of the steps at the taps before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftRegisterFile {
    /// How many steps, up to 10,000,000.
    pub steps: u64,
    /// How far back each step reads.
    pub taps: Vec<u32>,
    /// The bits it starts from, as many as the furthest tap: "1011".
    pub start: String,
}

impl MachineFile {
    /// The word for this kind in a file.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Plan(_) => "plan",
            Self::ShiftRegister(_) => "shift-register",
            Self::Circuit(_) => "circuit",
            Self::Quantified(_) => "quantified",
        }
    }
}

impl At<MachineFile> {
    /// The machine as a plan.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn plan(&self) -> Result<Plan, Fault> {
        let here = At { value: (), spot: self.spot };
        match &self.value {
            MachineFile::Plan(plan) => plan.build(&here),
            MachineFile::ShiftRegister(file) => {
                let start = file.start.parse().map_err(|e: String| here.wrong(e))?;
                shift_register(file.steps, &file.taps, &start)
                    .map_err(|e| here.wrong(e.to_string()))
            }
            MachineFile::Circuit(file) => file.build(&here).map(|circuit| circuit.plan().clone()),
            MachineFile::Quantified(_) => {
                Err(here.wrong("a quantified game is no plan; its protocol is `quantified`"))
            }
        }
    }
}
