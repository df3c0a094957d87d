//! What is asked of a file, and the file itself.

use std::path::Path;

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Players;
use crate::rules::Seat;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{FileError, Question, Scenario, Setting, library};

/// The scenario of a file, of the library, or of standard input, which is written `-`.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(super) fn find(name: &str) -> Result<LibraryEntry, FileError> {
    match name {
        "-" => library::from_reader(Path::new("standard input"), std::io::stdin().lock()),
        name => library::find(name),
    }
}

/// Reads a prover's seat: the judge answers nobody.
pub(super) fn provers() -> impl TypedValueParser<Value = Seat> {
    PossibleValuesParser::new(["alice", "bob"]).try_map(|seat| seat.parse::<Seat>())
}

/// The heading in the help over what is asked of a file.
const ASKED: &str = "What is asked of the file";

/// What is asked of a machine, instead of what its file asks.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct MachineQuestion {
    /// The input: bits such as 0110, or a Turing machine's tape.
    #[arg(long, value_name = "BITS", help_heading = ASKED)]
    input: Option<String>,
    /// The output of a circuit file: its number from 0, or its name (in quotes if it is a number).
    #[arg(long, alias = "output", value_name = "WIRE", help_heading = ASKED)]
    wire: Option<String>,
    /// What Alice claims: 0 or 1; or of a circuit file that its outputs together are a word, such as
    /// 01101 or 0x2f.
    #[arg(long, value_name = "CLAIM", help_heading = ASKED)]
    claim: Option<String>,
    /// The protocol, such as bisection, circuit-walk or `twins: {transcript: gate-check, reads: 3}`.
    #[arg(long, value_name = "PROTOCOL", help_heading = ASKED)]
    protocol: Option<String>,
    /// How many steps a Turing machine, a shift register, or a circuit file with latches makes.
    #[arg(long, value_name = "N", help_heading = ASKED)]
    steps: Option<u32>,
    /// Set a parameter, by its name in the file: k=2, constants.c=0.01, protocol.claim=0; or a seat:
    /// alice.shift=0.1. Can be given more than once.
    #[arg(long, value_name = "PATH=VALUE", help_heading = ASKED)]
    pub(super) set: Vec<Setting>,
}

/// A debate as the command line names it: of what, with what asked of it, by whom.
#[derive(Clone, Debug, Args)]
pub(super) struct Debated {
    /// A scenario: a file, the name of a shipped one, or - for standard input.
    pub(super) file: String,
    #[command(flatten)]
    pub(super) players: Players,
    #[command(flatten)]
    pub(super) asked: MachineQuestion,
}

/// A scenario as it is asked for.
pub(super) struct AskedScenario {
    /// The scenario.
    pub scenario: Scenario,
    /// What its faults are named after.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The players that settings seat.
    pub seats: Vec<(Seat, String)>,
}

impl MachineQuestion {
    /// The scenario of a file with this asked of it.
    pub fn of(self, file: &str) -> anyhow::Result<AskedScenario> {
        self.about(find(file)?, file)
    }

    /// The scenario that was found under a name, with this asked of it.
    pub fn about(self, entry: LibraryEntry, file: &str) -> anyhow::Result<AskedScenario> {
        let mut scenario = entry.scenario?;
        let Self { input, wire, claim, protocol, steps, set } = self;
        let question = Question { input, output: wire, claim, protocol, steps };
        scenario.ask(&question).map_err(anyhow::Error::msg)?;
        let (mut seats, mut settings) = (Vec::new(), Vec::new());
        for setting in set {
            match seated(&setting)? {
                Some(seat) => seats.push(seat),
                None => settings.push(setting),
            }
        }
        if settings.is_empty() {
            return Ok(AskedScenario { scenario, name: file.to_owned(), text: entry.text, seats });
        }
        let (scenario, text) = scenario.with(file, &settings)?;
        let with: String = settings.iter().map(|setting| format!(" with {setting}")).collect();
        Ok(AskedScenario { scenario, name: format!("{file}{with}"), text, seats })
    }
}

/// The player that a setting seats: `alice=honest`, or by a strategy and its argument,
/// `alice.shift=0.1`. None if it is about the scenario.
fn seated(setting: &Setting) -> anyhow::Result<Option<(Seat, String)>> {
    let mut keys = setting.path.splitn(2, '.');
    let Some(seat) = keys.next().and_then(|key| key.parse::<Seat>().ok()) else { return Ok(None) };
    Ok(Some((
        seat,
        match keys.next() {
            None => setting.value.clone(),
            Some("") => bail!("{setting}: name a strategy after {seat}., such as {seat}.shift"),
            Some(name) => format!("{name}:{}", setting.value),
        },
    )))
}
