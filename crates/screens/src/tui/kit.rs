//! The types of the kit, as the playground uses them.

/// The stack of screens, and the events that they receive.
pub mod app {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::app::{AppCommand, HANGUP};

    /// The whole program, except its terminal.
    pub type App = elenchus_kit::app::App<Playground>;
    /// The keys and the colours of the playground.
    pub type Appearance = elenchus_kit::app::Appearance<Playground>;
}

/// The key commands of a screen.
pub mod offer {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::footer::{chosen, command_for, draw_footer, footer};

    /// A key command that the player can use now.
    pub type KeyCommand = elenchus_kit::screen::KeyCommand<Playground>;
}
