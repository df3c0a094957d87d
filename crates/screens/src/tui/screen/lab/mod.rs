//! The lab: many debates at once, one number or one player varied, the rates as a plot.

mod draw;
mod run;
mod screen;
mod setup;

pub use screen::LabScreen;
pub use setup::PlayedSeats;
