//! The file of a command, and the options that change its debate.

use std::path::Path;

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::PlayerArgs;
use super::progress::TimeLimit;
use crate::rules::Seat;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{FileError, ParameterSetting, Scenario, ScenarioQuestion, library};

/// Finds a scenario: a file, a scenario of the library, or standard input for `-`.
///
/// # Errors
/// Returns an error if the scenario does not exist or cannot be read.
pub(super) fn find(name: &str) -> Result<LibraryEntry, FileError> {
    match name {
        "-" => library::from_reader(Path::new("standard input"), std::io::stdin().lock()),
        name => library::find(name),
    }
}

/// Parses the seat of a prover. The judge has no opponent.
pub(super) fn provers() -> impl TypedValueParser<Value = Seat> {
    PossibleValuesParser::new(["alice", "bob"]).try_map(|seat| seat.parse::<Seat>())
}

/// The heading in the help of the options that change the debate.
const ASKED: &str = "Changes to the debate";

/// Options that change the debate of a file.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct MachineQuestionArgs {
    /// The input: bits such as 0110, or the tape of a Turing machine.
    #[arg(long, value_name = "BITS", help_heading = ASKED)]
    input: Option<String>,
    /// The output of a circuit file that the debate is about.
    ///
    /// Write its number from 0, or its name. A name that is a number needs quotes. Example:
    /// --wire carry
    #[arg(long, alias = "output", value_name = "WIRE", help_heading = ASKED)]
    wire: Option<String>,
    /// The output that Alice claims: 0 or 1.
    ///
    /// For a circuit file it can also be a word of all outputs. Examples: --claim 01101, or --claim
    /// 0x2f
    #[arg(long, value_name = "CLAIM", help_heading = ASKED)]
    claim: Option<String>,
    /// The protocol, with its parameters if it has some.
    ///
    /// Examples: --protocol bisection, or --protocol 'twins: {transcript: gate-check, reads: 3}'
    #[arg(long, value_name = "PROTOCOL", help_heading = ASKED)]
    protocol: Option<String>,
    /// The number of steps of a Turing machine, a shift register, or a circuit file with latches.
    #[arg(long, value_name = "N", help_heading = ASKED)]
    steps: Option<u32>,
    /// Set a parameter of the scenario. You can repeat this option.
    ///
    /// The path is the key in the file; keys inside others follow a dot. A seat also works. Examples:
    /// --set k=2, --set constants.c=0.01, --set protocol.claim=0, or --set alice.shift=0.1
    #[arg(long, value_name = "PATH=VALUE", help_heading = ASKED)]
    pub(super) set: Vec<ParameterSetting>,
}

/// A debate as the command line gives it: the file, the players and the changes.
#[derive(Clone, Debug, Args)]
pub(super) struct DebateArgs {
    /// A scenario: a file, the name of a shipped scenario, or - for standard input.
    pub(super) file: String,
    #[command(flatten)]
    pub(super) limit: TimeLimit,
    #[command(flatten)]
    pub(super) players: PlayerArgs,
    #[command(flatten)]
    pub(super) asked: MachineQuestionArgs,
}

/// A scenario after the changes that the command line makes.
#[derive(Clone)]
pub(super) struct ScenarioArgs {
    pub scenario: Scenario,
    /// The name for error messages: the file and the settings.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The players that options such as `--set alice=honest` name.
    pub seats: Vec<(Seat, String)>,
}

impl MachineQuestionArgs {
    /// Opens the scenario of a file and makes these changes.
    pub fn apply_to(self, file: &str) -> anyhow::Result<ScenarioArgs> {
        self.about(find(file)?, file)
    }

    /// Makes these changes to a scenario that was found under this name.
    pub fn about(self, entry: LibraryEntry, file: &str) -> anyhow::Result<ScenarioArgs> {
        let mut scenario = entry.scenario?;
        let Self { input, wire, claim, protocol, steps, set } = self;
        let question = ScenarioQuestion { input, output: wire, claim, protocol, steps };
        scenario.ask(&question).map_err(anyhow::Error::msg)?;
        let (mut seats, mut settings) = (Vec::new(), Vec::new());
        for setting in set {
            match seated(&setting)? {
                Some(seat) => seats.push(seat),
                None => settings.push(setting),
            }
        }
        if settings.is_empty() {
            return Ok(ScenarioArgs { scenario, name: file.to_owned(), text: entry.text, seats });
        }
        let (scenario, text) = scenario.with_settings(file, &settings)?;
        let with: String = settings.iter().map(|setting| format!(" with {setting}")).collect();
        Ok(ScenarioArgs { scenario, name: format!("{file}{with}"), text, seats })
    }
}

/// The seat and the player of a setting such as `alice=honest` or `alice.shift=0.1`. `None` if the
/// setting is about the scenario.
fn seated(setting: &ParameterSetting) -> anyhow::Result<Option<(Seat, String)>> {
    let mut keys = setting.path.splitn(2, '.');
    let Some(seat) = keys.next().and_then(|key| key.parse::<Seat>().ok()) else { return Ok(None) };
    Ok(Some((
        seat,
        match keys.next() {
            None => setting.value.clone(),
            Some("") => bail!(
                "--set {setting}: the strategy is missing. Write it after the dot, such as \
                 {seat}.shift=0.1"
            ),
            Some(name) => format!("{name}:{}", setting.value),
        },
    )))
}
