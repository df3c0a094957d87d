//! Who plays, as the command line names it.

use clap::Args;

/// Who plays, and with which coins.
#[derive(Clone, Debug, Args)]
pub(super) struct Players {
    /// Alice's strategy, such as `honest` or `lie-at:9`; `list --strategies` names them. Or a program
    /// of your own: 'program:python3 player.py' (`elenchus schema --player`).
    #[arg(long, value_name = "STRATEGY")]
    pub(super) alice: Option<String>,
    /// Bob's strategy.
    #[arg(long, value_name = "STRATEGY")]
    pub(super) bob: Option<String>,
    /// The judge's strategy.
    #[arg(long, value_name = "STRATEGY")]
    pub(super) judge: Option<String>,
    /// The seed of every coin.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Tell also what the scenario hides until its review.
    #[arg(long)]
    pub(super) reveal: bool,
    /// How long a program outside may take to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(super) move_time: f64,
}

/// A number of seconds to wait.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("write a number of seconds above 0, such as 2.5".into()),
    }
}
