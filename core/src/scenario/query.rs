//! The protocols of query complexity as a file writes them, and how they are opened.

#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::Fault;
use super::{MachineFile, Scenario};
use crate::protocol::quantified::{self, Verifier};
use crate::protocol::twins::{self, Written};
use crate::protocol::{CircuitWalk, CrossExamination, Quantified, Twins, circuit_walk};

/// The parameters of a gate check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GateCheckFile {
    /// The output that Alice claims: 0, as in the paper, or 1.
    pub claim: u8,
}

/// A circuit walk has no parameters: Alice claims that the output is 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CircuitWalkFile {}

/// The parameters of a quantified debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuantifiedDebateFile {
    /// How the verifier's verdict is found.
    pub verifier: VerifierFile,
}

/// How a verifier's verdict is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VerifierFile {
    /// The judge evaluates it, reading what it needs.
    #[default]
    Evaluated,
    /// Alice writes its gates, Bob points at one, and the judge checks that one.
    CrossExamined,
}

/// The parameters of a game of twins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TwinsFile {
    /// The debate that the transcript is of.
    pub transcript: TranscriptFile,
    /// How many bits the judge may read in each round.
    pub reads: u32,
    /// How many rounds are played.
    #[serde(default = "one")]
    pub rounds: u32,
}

/// The debate that the transcript of twins is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TranscriptFile {
    /// A circuit walk.
    CircuitWalk,
    /// A gate check.
    GateCheck,
    /// A quantified debate.
    Quantified,
}

fn one() -> u32 {
    1
}

/// The gate check of a scenario.
///
/// # Errors
/// If its machine is no circuit, or the claim no bit.
pub fn gate_check(scenario: &Scenario, file: &GateCheckFile) -> Result<CrossExamination, Fault> {
    if file.claim > 1 {
        let message = format!("Alice claims 0 or 1, not {}", file.claim);
        return Err(scenario.protocol.wrong(message));
    }
    let circuit = scenario.machine.circuit()?;
    Ok(CrossExamination::gate_check(&circuit, file.claim == 1, scenario.claim.to_string()))
}

/// The circuit walk of a scenario.
///
/// # Errors
/// If its machine is no circuit.
pub fn circuit_walk(scenario: &Scenario) -> Result<CircuitWalk, Fault> {
    let circuit = scenario.machine.circuit()?;
    Ok(CircuitWalk::new(circuit_walk::CircuitWalkInstance {
        circuit,
        words: scenario.claim.to_string(),
    }))
}

/// The quantified debate of a scenario.
///
/// # Errors
/// If its machine is no quantified game.
pub fn quantified(scenario: &Scenario, file: &QuantifiedDebateFile) -> Result<Quantified, Fault> {
    Ok(Quantified::new(quantified::QuantifiedInstance {
        game: scenario.machine.quantified()?,
        verifier: match file.verifier {
            VerifierFile::Evaluated => Verifier::Evaluated,
            VerifierFile::CrossExamined => Verifier::CrossExamined,
        },
        words: scenario.claim.to_string(),
    }))
}

/// The game of twins of a scenario.
///
/// # Errors
/// If its machine is of another kind than the transcript needs, or has no twins.
pub fn twins(scenario: &Scenario, file: &TwinsFile) -> Result<Twins, Fault> {
    let written = match file.transcript {
        TranscriptFile::CircuitWalk => Written::walk(scenario.machine.circuit()?),
        TranscriptFile::GateCheck => Written::check(scenario.machine.circuit()?),
        TranscriptFile::Quantified => Written::quantified(scenario.machine.quantified()?),
    };
    let setup = twins::TwinsInstance {
        written,
        budget: file.reads,
        rounds: file.rounds,
        words: scenario.claim.to_string(),
    };
    Twins::new(setup, &super::reading::token()).map_err(|e| scenario.protocol.wrong(e.to_string()))
}

impl super::At<MachineFile> {
    /// The machine as a circuit: a circuit, or a plan that asks nothing.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn circuit(&self) -> Result<crate::machine::Circuit, Fault> {
        if let MachineFile::Circuit(file) = &self.value {
            return file.build(&super::At { value: (), spot: self.spot });
        }
        crate::machine::Circuit::reduce(&self.plan()?).map_err(|e| self.wrong(e.to_string()))
    }

    /// The machine as a quantified game.
    ///
    /// # Errors
    /// If it is of another kind, or faulty.
    pub fn quantified(&self) -> Result<crate::machine::QuantifiedGame, Fault> {
        match &self.value {
            MachineFile::Quantified(file) => file.build(&super::At { value: (), spot: self.spot }),
            other => Err(self.wrong(format!(
                "a quantified debate needs the machine `quantified`, not `{}`",
                other.word()
            ))),
        }
    }
}
