//! The options for the players and the seed.

use clap::Args;

use super::number::{integer, seconds};
use crate::outside::PlayerFunction;

/// The heading of the player options in the help.
const PLAYERS: &str = "Players";

/// The players of a debate, and the seed of its random draws.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PlayerArgs {
    /// Alice's strategy, or a program of your own.
    ///
    /// The default is the player in the scenario. A seat that the scenario gives to a person is
    /// played honestly. `elenchus list --strategies FILE` lists the strategies. `elenchus schema
    /// --player` describes the messages for programs. Examples: --alice lie-at:9, or --alice
    /// 'program:python3 player.py'
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) alice: Option<String>,
    /// Bob's strategy, or a program of your own, as for --alice.
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) bob: Option<String>,
    /// The judge's strategy, or a program of your own, as for --alice.
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) judge: Option<String>,
    /// The seed of all random draws, a whole number from 0.
    ///
    /// The default is the seed in the scenario. The same seed and players give the same debate.
    #[arg(long, value_name = "N", value_parser = integer, help_heading = PLAYERS)]
    pub(super) seed: Option<u64>,
    /// Print also what the scenario hides until the review.
    #[arg(long)]
    pub(super) reveal: bool,
    /// The time that a program may take for each answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    #[arg(hide_short_help = true)]
    #[arg(help_heading = PLAYERS)]
    pub(super) move_time: f64,
    /// Functions of a calling program that play a seat, each with its name.
    #[arg(skip)]
    pub(super) functions: [Option<(String, PlayerFunction)>; 3],
}
