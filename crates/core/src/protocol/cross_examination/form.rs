//! Cross-examinations and gate checks as a file writes them.

use serde::{Deserialize, Serialize};

use super::{CrossExamination, CrossExaminationInstance, Tableau, TableauInstance};
use crate::forms::{At, BitFile, Fault, Oracle, asks_of, is_default};
use crate::machine::Computation;
use crate::protocol::form::{Form, Opened, PerSeat, Subject, claimed_by_key};

/// The parameters of a cross-examination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CrossExaminationFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: BitFile,
    /// Whether an independent copy of Alice wrote the transcript. Without copies she answers each
    /// of the judge's reads afresh, knowing which step is checked: a bit of a plan's step, or a
    /// field of a Turing machine's.
    pub copies: bool,
    /// Whose oracle answers some steps of a plan otherwise than the truth, which is what the plan
    /// says; see `docs/reference/departures.md`.
    #[serde(skip_serializing_if = "is_default")]
    pub oracles: PerSeat<At<WrongFile>>,
}

/// How a deterministic oracle differs from the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WrongFile {
    /// The numbers of the steps at which it says no where yes is right, and yes where no is.
    pub wrong: Vec<At<u32>>,
}

impl Default for CrossExaminationFile {
    fn default() -> Self {
        Self { claim: BitFile(true), copies: true, oracles: PerSeat::default() }
    }
}

/// The parameters of a gate check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GateCheckFile {
    /// The output that Alice claims: 0, as in the paper, or 1.
    pub claim: BitFile,
}

impl Form for CrossExaminationFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let claim = self.claim.0;
        let copies = self.copies;
        let judge_is_oracle = subject.oracle == Oracle::Judge;
        let at_machine = |why: String| subject.machine.wrong(why);
        if !subject.machine.is_turing() {
            let machine = subject.machine.plan()?;
            let wrong = self.oracles.each(|file| asks_of(&machine, &file.wrong))?;
            if let Some(given) =
                self.oracles.given().next().filter(|_| !machine.witness().is_empty())
            {
                return Err(given.wrong(
                    "the truth of a claim about every witness rests on one oracle: give the inputs \
                     instead of a witness, or leave out `oracles`",
                ));
            }
            if let (Some(own), true) = (&self.oracles.judge, judge_is_oracle) {
                return Err(own.wrong("the judge is the oracle here, and answers as it sees fit"));
            }
            let set = CrossExaminationInstance { machine, claim, copies, judge_is_oracle };
            let debate = CrossExamination::new(set).map_err(|e| at_machine(e.to_string()))?;
            let (steps, is_opened) = (debate.plan().len(), !debate.plan().witness().is_empty());
            let debate = debate.with_wrong_oracles(wrong);
            let debate = if is_opened { debate.with_a_witness() } else { debate };
            return Ok(Opened::new(debate, subject)?.with_steps(steps));
        }
        if let Some(given) = self.oracles.given().next() {
            return Err(given.wrong("a Turing machine has one oracle for all: this is for plans"));
        }
        let Computation::Turing(machine) = subject.machine.computation()? else {
            return Err(at_machine("this is no Turing machine".into()));
        };
        let set = TableauInstance { machine, claim, copies, judge_is_oracle };
        let debate = Tableau::new(set).map_err(|e| at_machine(e.to_string()))?;
        Opened::new(debate, subject)
    }

    fn warnings(&self, _: &Subject<'_>) -> Vec<Fault> {
        let why = "Theorem 5.3 speaks of one oracle for all; with `oracles` it promises nothing";
        self.oracles.given().take(1).map(|given| given.wrong(why)).collect()
    }

    fn takes_a_witness(&self) -> bool {
        true
    }

    claimed_by_key!();
}

impl Form for GateCheckFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let claim = self.claim.0;
        let circuit = subject.machine.circuit()?;
        let debate = CrossExamination::gate_check(&circuit, claim);
        Ok(Opened::new(debate, subject)?.with_steps(circuit.size()))
    }

    claimed_by_key!();
}
