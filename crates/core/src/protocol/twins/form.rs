//! Games of twins as a file writes them.

use serde::{Deserialize, Serialize};

use super::{Twins, TwinsInstance, Written};
use crate::forms::{Fault, reading};
use crate::protocol::form::{Form, Opened, Subject};
use crate::rules::Seat;

/// The parameters of a game of twins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl Form for TwinsFile {
    fn open(&self, subject: &Subject<'_>) -> Result<Opened, Fault> {
        let written = match self.transcript {
            TranscriptFile::CircuitWalk => Written::walk(subject.machine.circuit()?),
            TranscriptFile::GateCheck => Written::check(subject.machine.circuit()?),
            TranscriptFile::Quantified => Written::quantified(&subject.machine.quantified()?)
                .map_err(|e| subject.wrong(e.to_string()))?,
        };
        let steps = written.transcript_bits();
        let (budget, rounds) = (self.reads, self.rounds);
        let game = Twins::new(TwinsInstance { written, budget, rounds }, &reading::token())
            .map_err(|e| subject.wrong(e.to_string()))?;
        Ok(Opened::new(game, subject)?.with_steps(steps))
    }

    fn plays(&self, seat: Seat) -> bool {
        seat == Seat::Judge
    }
}
