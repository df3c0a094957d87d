//! The kit that the screens stand on, as the playground uses it.

/// The screens above each other, and where an event leads.
pub mod app {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::app::{AppCommand, HANGUP};

    /// The whole program, without its terminal.
    pub type App = elenchus_kit::app::App<Playground>;
    /// Keys and colours.
    pub type Looks = elenchus_kit::app::Appearance<Playground>;
}

/// What the keys do on a screen just now.
pub mod offer {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::footer::{chosen, command_for, draw_footer, footer};

    /// One thing that can be done now.
    pub type Offer = elenchus_kit::screen::KeyCommand<Playground>;
}
