//! The kit that the screens stand on, as the playground uses it.

/// The screens above each other, and where an event leads.
pub mod app {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::app::{Flow, HANGUP};

    /// The whole program, without its terminal.
    pub type App = elenchus_kit::app::App<Playground>;
    /// Keys and colours.
    pub type Looks = elenchus_kit::app::Looks<Playground>;
}

/// A rectangle to draw on.
pub mod canvas {
    use crate::tui::theme::Role;

    /// A part of the screen, addressed from its own corner; drawing outside it does nothing.
    pub type Canvas<'a> = elenchus_kit::canvas::Canvas<'a, Role>;
}

/// What the keys do on a screen just now.
pub mod offer {
    use crate::tui::screen::Playground;
    pub use elenchus_kit::footer::{chosen, draw_footer, footer, with};

    /// One thing that can be done now.
    pub type Offer = elenchus_kit::screen::Offer<Playground>;
}
