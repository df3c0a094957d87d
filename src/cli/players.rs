//! Who plays, as the command line names it.

use clap::Args;

use super::number::{seconds, whole};

/// The heading in the help over who plays.
const PLAYERS: &str = "Who plays";

/// Who plays, and with which coins.
#[derive(Clone, Debug, Args)]
pub(super) struct Players {
    /// Alice's strategy, such as `honest` or `lie-at:9`; `list --strategies` names them. Or a program
    /// of your own: 'program:python3 player.py' (`elenchus schema --player`).
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) alice: Option<String>,
    /// Bob's strategy.
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) bob: Option<String>,
    /// The judge's strategy.
    #[arg(long, value_name = "STRATEGY", help_heading = PLAYERS)]
    pub(super) judge: Option<String>,
    /// The seed of every coin.
    #[arg(long, value_name = "N", value_parser = whole, help_heading = PLAYERS)]
    pub(super) seed: Option<u64>,
    /// Tell also what the scenario hides until its review.
    #[arg(long)]
    pub(super) reveal: bool,
    /// How long a program outside may take to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    #[arg(help_heading = PLAYERS)]
    pub(super) move_time: f64,
}
