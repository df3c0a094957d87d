//! Cross-examinations and gate checks as a file writes them.

#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CrossExamination, CrossExaminationInstance, Tableau, TableauInstance};
use crate::forms::{Fault, Oracle};
use crate::machine::Computation;
use crate::protocol::form::{Form, Opened, Subject};
use crate::protocol::witness::opened;

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

impl Default for CrossExaminationFile {
    fn default() -> Self {
        Self { claim: 1, copies: true }
    }
}

/// The parameters of a gate check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GateCheckFile {
    /// The output that Alice claims: 0, as in the paper, or 1.
    pub claim: u8,
}

impl Form for CrossExaminationFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let claim = subject.bit(self.claim)?;
        let (words, copies) = (subject.claim.to_owned(), self.copies);
        let judge_is_oracle = subject.oracle == Oracle::Judge;
        let at_machine = |why: String| subject.machine.wrong(why);
        if !subject.machine.is_turing() {
            let machine = subject.machine.plan()?;
            let set = CrossExaminationInstance { machine, claim, words, copies, judge_is_oracle };
            let debate = CrossExamination::new(set).map_err(|e| at_machine(e.to_string()))?;
            return opened(debate, subject);
        }
        let Computation::Turing(machine) = subject.machine.computation()? else {
            return Err(at_machine("this is no Turing machine".into()));
        };
        let set = TableauInstance { machine, claim, words, copies, judge_is_oracle };
        let debate = Tableau::new(set).map_err(|e| at_machine(e.to_string()))?;
        Opened::new(debate, subject)
    }

    fn takes_a_witness(&self) -> bool {
        true
    }

    fn claimed(&self) -> Option<bool> {
        Some(self.claim == 1)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        self.claim = u8::from(output);
        Ok(())
    }
}

impl Form for GateCheckFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let claim = subject.bit(self.claim)?;
        let circuit = subject.machine.circuit()?;
        let debate = CrossExamination::gate_check(&circuit, claim, subject.claim.to_owned());
        Ok(Opened::new(debate, subject)?.with_steps(circuit.size()))
    }

    fn claimed(&self) -> Option<bool> {
        Some(self.claim == 1)
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        self.claim = u8::from(output);
        Ok(())
    }
}
