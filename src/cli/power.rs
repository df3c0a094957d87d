//! `elenchus power`: the number of scenarios that a study needs.

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::output::{CommandResult, PrintArgs};
use crate::batch::statistics::{scenarios_for_means, scenarios_for_rates};

/// Say how many scenarios a study needs to show a difference between two players.
///
/// Both players play the same scenarios, and each scenario counts once. The table of `eval` has the difference, its
/// standard deviation (`sd`) and the share `discordant` of a study that you already have.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus power --rates 0.7,0.8
  elenchus power --difference 0.1 --discordant 0.2
  elenchus power --difference 0.1 --sd 0.4 --power 0.9")]
pub struct Power {
    /// The expected rates of the two players, such as 0.7,0.8.
    ///
    /// Without --discordant, the two players are right independently of each other, which needs many scenarios.
    #[arg(
        long,
        value_name = "RATE,RATE",
        value_delimiter = ',',
        required_unless_present = "difference"
    )]
    rates: Vec<f64>,
    /// The expected difference of the two players.
    #[arg(long, value_name = "D", conflicts_with = "rates")]
    difference: Option<f64>,
    /// The share of the scenarios on which exactly one of the players is right.
    #[arg(long, value_name = "SHARE", conflicts_with = "sd")]
    discordant: Option<f64>,
    /// The standard deviation of the difference over scenarios, if a scenario has several debates.
    #[arg(long, value_name = "SD", requires = "difference")]
    sd: Option<f64>,
    /// The level of the two-sided test.
    #[arg(long, value_name = "LEVEL", default_value_t = 0.05)]
    level: f64,
    /// The probability that the study shows the difference, if there is one.
    #[arg(long, value_name = "POWER", default_value_t = 0.8)]
    power: f64,
    #[command(flatten)]
    print: PrintArgs,
}

impl Power {
    pub fn run(self) -> CommandResult {
        let Self { rates, difference, discordant, sd, level, power, print } = self;
        let (difference, independent) = match (difference, &rates[..]) {
            (Some(difference), _) => (difference, None),
            (None, &[a, b]) if [a, b].iter().all(|rate| (0.0..=1.0).contains(rate)) => {
                (b - a, Some(a * (1.0 - b) + b * (1.0 - a)))
            }
            _ => bail!("--rates needs two rates from 0 to 1. Write, for example, --rates 0.7,0.8"),
        };
        let (needed, formula) = match (sd, discordant.or(independent)) {
            (Some(sd), _) => (scenarios_for_means(difference, sd, level, power), "Guenther 1981"),
            (None, Some(share)) => {
                (scenarios_for_rates(difference, share, level, power), "Connor 1987")
            }
            (None, None) => bail!(
                "a difference alone does not determine the size. Add --discordant for rates, or --sd for means"
            ),
        };
        // Rounding errors of less than a millionth of a scenario must not add one.
        let scenarios = (needed.map_err(anyhow::Error::msg)? - 1e-6).ceil().max(1.0) as u64;
        if print.json {
            return print.to.json(&json!({
                "scenarios": scenarios, "difference": difference, "discordant": discordant.or(independent),
                "sd": sd, "level": level, "power": power, "formula": formula,
            }));
        }
        let assumed = match (sd, discordant, independent) {
            (Some(sd), ..) => {
                format!("if the difference has a standard deviation of {sd} over scenarios")
            }
            (None, Some(share), _) => {
                format!("if exactly one player is right on {share} of the scenarios")
            }
            (None, None, _) => "if the players are right independently of each other".to_owned(),
        };
        print.to.text(&format!(
            "{scenarios} scenarios show a difference of {difference:.4} with probability {power}, {assumed}\n  \
             two-sided test at the level {level}, paired by scenario; formula: {formula}\n",
        ))
    }
}
