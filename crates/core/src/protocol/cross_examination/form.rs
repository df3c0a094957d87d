//! Cross-examinations and gate checks in files.

use serde::{Deserialize, Serialize};

use super::{CrossExamination, CrossExaminationInstance, Tableau, TableauInstance};
use crate::forms::{BitFile, Located, OracleSource, YamlError, asks_of, is_default};
use crate::machine::Computation;
use crate::protocol::form::{DebateSubject, OpenedDebate, PerSeat, ProtocolForm, claimed_by_key};

/// The parameters of a cross-examination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CrossExaminationFile {
    /// The output that Alice claims: 1 or 0.
    pub claim: BitFile,
    /// True if an independent copy of Alice answers the judge from the transcript. Without copies,
    /// she answers each read of the judge when it comes, and she knows which step is checked. A
    /// read is a bit of a plan, or a field of a Turing machine's step.
    pub copies: bool,
    /// Players whose oracle answers some steps of a plan wrongly. The plan itself says what is
    /// true. See `docs/reference/departures.md`.
    #[serde(skip_serializing_if = "is_default")]
    pub oracles: PerSeat<Located<WrongFile>>,
}

/// The errors of a deterministic oracle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WrongFile {
    /// The numbers of the steps where the oracle answers no instead of yes, or yes instead of no.
    pub wrong: Vec<Located<u32>>,
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

impl ProtocolForm for CrossExaminationFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let claim = self.claim.0;
        let copies = self.copies;
        let judge_is_oracle = subject.oracle == OracleSource::Judge;
        let at_machine = |why: String| subject.machine.wrong(why);
        // A plan covers all witnesses that Alice can write on the tape.
        let writes = subject.machine.is_turing_with_witness();
        if writes || !subject.machine.is_turing() {
            let machine = match writes {
                true => subject.machine.stochastic_plan()?,
                false => subject.machine.plan()?,
            };
            let wrong = self.oracles.map(|file| asks_of(&machine, &file.wrong))?;
            if let Some(given) =
                self.oracles.given().next().filter(|_| !machine.witness().is_empty())
            {
                return Err(given.wrong(
                    "`oracles` does not work with a witness, because a claim about every witness needs \
                     one oracle. Write the inputs instead of a witness, or remove `oracles`",
                ));
            }
            if let (Some(own), true) = (&self.oracles.judge, judge_is_oracle) {
                return Err(own.wrong("the judge is the oracle here. Remove this key"));
            }
            let set = CrossExaminationInstance { machine, claim, copies, judge_is_oracle };
            let debate = CrossExamination::new(set).map_err(|e| at_machine(e.to_string()))?;
            let (steps, is_opened) = (debate.plan().len(), !debate.plan().witness().is_empty());
            let debate = debate.with_wrong_oracles(wrong);
            let debate = if is_opened { debate.with_a_witness() } else { debate };
            return Ok(OpenedDebate::new(debate, subject)?.with_steps(steps));
        }
        if let Some(given) = self.oracles.given().next() {
            return Err(
                given.wrong("a Turing machine has one oracle for all players. Remove `oracles`")
            );
        }
        let Computation::Turing(machine) = subject.machine.computation()? else {
            return Err(at_machine("this is not a Turing machine".into()));
        };
        let set = TableauInstance { machine, claim, copies, judge_is_oracle };
        let debate = Tableau::new(set).map_err(|e| at_machine(e.to_string()))?;
        OpenedDebate::new(debate, subject)
    }

    fn warnings(&self, _: &DebateSubject<'_>) -> Vec<YamlError> {
        let why =
            "Theorem 5.3 needs one oracle for all players. With `oracles` it guarantees nothing";
        self.oracles.given().take(1).map(|given| given.wrong(why)).collect()
    }

    fn takes_a_witness(&self) -> bool {
        true
    }

    claimed_by_key!();
}

impl ProtocolForm for GateCheckFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let claim = self.claim.0;
        let circuit = subject.machine.circuit()?;
        let debate = CrossExamination::gate_check(&circuit, claim);
        Ok(OpenedDebate::new(debate, subject)?.with_steps(circuit.size()))
    }

    claimed_by_key!();
}
