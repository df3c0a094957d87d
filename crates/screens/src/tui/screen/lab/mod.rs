//! The lab: plays many debates while one number or one player varies, and plots the rates.

mod draw;
mod run;
mod screen;
mod setup;

pub use screen::LabScreen;
pub use setup::PlayedSeats;
