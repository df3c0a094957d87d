//! The types of the kit for the playground.

/// The stack of screens, and the events that they receive.
pub mod app {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::app::{AppCommand, HANGUP};

    /// The whole program without its terminal.
    pub type App = elenchus_kit::app::App<Playground>;
    /// Keys and colours.
    pub type Looks = elenchus_kit::app::Appearance<Playground>;
}

/// The commands of a screen.
pub mod offer {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::footer::{chosen, command_for, draw_footer, footer};

    /// One command that you can use now.
    pub type Offer = elenchus_kit::screen::KeyCommand<Playground>;
}
