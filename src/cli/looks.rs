//! How screens look, as the command line says.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::tui::theme::Preset;

/// How screens look.
#[derive(Debug, Args)]
pub(super) struct Looks {
    /// The theme of the screens.
    #[arg(long, value_name = "NAME", value_parser = themes())]
    pub theme: Option<String>,
    /// Draw with ASCII characters alone.
    #[arg(long)]
    pub ascii: bool,
}

fn themes() -> PossibleValuesParser {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name))
}
