//! The lab: many debates at once, one strategy varied, the rates as a plot.

mod draw;
mod plot;
mod run;
mod screen;
mod setup;

pub(super) use plot::draw as draw_plot;
pub(super) use run::Point;
pub use screen::Lab;
pub use setup::Played;
