//! The options for the appearance of screens.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::tui::theme::Preset;

/// The appearance of screens.
#[derive(Debug, Args)]
pub(super) struct AppearanceArgs {
    /// The colours of the screens. The default is the theme in your file theme.yaml, or dark.
    #[arg(long, value_name = "NAME", value_parser = themes())]
    pub theme: Option<String>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
}

fn themes() -> PossibleValuesParser {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name))
}
