//! The parameters of a twins game in a file.

use serde::{Deserialize, Serialize};

use super::{TranscriptSource, Twins, TwinsInstance};
use crate::forms::{YamlError, cancellable};
use crate::protocol::form::{DebateSubject, OpenedDebate, ProtocolForm};
use crate::rules::Seat;

/// The parameters of a twins game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TwinsFile {
    /// The debate that produces the transcript.
    pub transcript: TranscriptFile,
    /// The number of bits that the judge may read in each round.
    pub reads: u32,
    /// The number of rounds.
    #[serde(default = "one")]
    pub rounds: u32,
}

/// The debate that produces the transcript of a twins game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl ProtocolForm for TwinsFile {
    fn open(&self, subject: &DebateSubject<'_>) -> Result<OpenedDebate, YamlError> {
        let written = match self.transcript {
            TranscriptFile::CircuitWalk => TranscriptSource::walk(subject.machine.circuit()?),
            TranscriptFile::GateCheck => TranscriptSource::check(subject.machine.circuit()?),
            TranscriptFile::Quantified => {
                TranscriptSource::quantified(&subject.machine.quantified()?)
                    .map_err(|e| subject.wrong(e.to_string()))?
            }
        };
        let steps = written.transcript_bits();
        let (budget, rounds) = (self.reads, self.rounds);
        let game = Twins::new(TwinsInstance { written, budget, rounds }, &cancellable::token())
            .map_err(|e| subject.wrong(e.to_string()))?;
        Ok(OpenedDebate::new(game, subject)?.with_steps(steps))
    }

    fn plays(&self, seat: Seat) -> bool {
        seat == Seat::Judge
    }
}
