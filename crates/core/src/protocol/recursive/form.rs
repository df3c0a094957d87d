//! Recursive debates in files.

use serde::{Deserialize, Serialize};

use super::{RecursiveDebate, RecursiveInstance};
use crate::forms::YamlError;
use crate::forms::claims::FormulaHandling;
use crate::machine::claims::Knowledge;
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm};

/// The parameters of a recursive debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RecursiveDebateFile {
    /// The answer to the root that Alice defends: yes (the default), no, or free if she chooses it.
    pub answer: AnswerFile,
}

/// An answer that a scenario sets, or leaves to Alice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AnswerFile {
    /// The claim is true.
    // Loaders of YAML 1.1 write these words back as `true` and `false`.
    #[default]
    #[serde(alias = "true")]
    Yes,
    /// The claim is false.
    #[serde(alias = "false")]
    No,
    /// Alice chooses.
    Free,
}

impl ProtocolForm for RecursiveDebateFile {
    /// If the file does not give Bob's knowledge, he knows everything.
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let case = subject.machine.claims_with(Knowledge::Everything, FormulaHandling::AsWays)?;
        let answer = match self.answer {
            AnswerFile::Yes => Some(true),
            AnswerFile::No => Some(false),
            AnswerFile::Free => None,
        };
        let claims = case.tree().clone();
        let debate = RecursiveDebate::new(RecursiveInstance { case, answer })
            .map_err(|e| subject.machine.wrong(e.to_string()))?;
        Ok(OpenedDebate::new(debate, subject)?.with_claims(claims))
    }

    fn claim(&mut self, output: bool) -> Result<(), &'static str> {
        self.answer = if output { AnswerFile::Yes } else { AnswerFile::No };
        Ok(())
    }
}
