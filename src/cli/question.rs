//! What is asked of a file, and the file itself.

use clap::Args;

use crate::scenario::{Question, Scenario, library};

/// What is asked of a machine, instead of what its file asks.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is asked of the file")]
pub(super) struct Asked {
    /// The input: bits such as 0110, or a Turing machine's tape.
    #[arg(long, value_name = "BITS")]
    input: Option<String>,
    /// The output of a circuit file: its number from 0, or its name (in quotes if it is a number).
    #[arg(long, value_name = "OUTPUT")]
    output: Option<String>,
    /// What Alice claims: 0 or 1; or of a circuit file that its outputs together are a word, such as
    /// 01101 or 0x2f.
    #[arg(long, value_name = "CLAIM")]
    claim: Option<String>,
    /// The protocol, such as bisection, circuit-walk or `twins: {transcript: gate-check, reads: 3}`.
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Option<String>,
    /// How many steps a Turing machine or a shift register makes.
    #[arg(long, value_name = "N")]
    steps: Option<u32>,
}

impl Asked {
    /// The scenario of a file with this asked of it, and the file's text.
    pub fn of(self, file: &str) -> anyhow::Result<(Scenario, String)> {
        let entry = library::find(file)?;
        let mut scenario = entry.scenario?;
        let Self { input, output, claim, protocol, steps } = self;
        let question = Question { input, output, claim, protocol, steps };
        scenario.ask(&question).map_err(anyhow::Error::msg)?;
        Ok((scenario, entry.text))
    }
}
