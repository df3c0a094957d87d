//! Programs in a terminal that are made of screens.
//!
//! A screen draws itself and, in the same breath, says what the keys do: each [`Offer`](screen::Offer)
//! has its keys, its words and what it does. The handler, the footer, the help, the mouse and the
//! tests read that one list, so that none of them can disagree with another.
//!
//! - [`screen`]: what a program says of itself, what each screen does, and what the keys do there;
//!   [`app`]: the screens above each other, and where an event leads;
//! - [`keys`]: every action with its default keys in one table, which a key file may change; [`footer`]:
//!   what the keys do just now, on one row;
//! - [`theme`]: a style for each role, in colours or without, in full signs or in ASCII; [`proof`]: what
//!   holds of every screen as drawn;
//! - [`canvas`], [`text`], [`layout`], [`list`], [`scroll`]: to draw with;
//! - [`terminal`]: the terminal taken and given back, whatever ends the program; its keyboard; one queue
//!   of events;
//! - [`stage`]: the program without a terminal: keys in, a screen out; [`svg`]: that screen as a picture;
//!   [`face`]: as HTML.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod app;
pub mod canvas;
pub mod clock;
pub mod edit;
pub mod environment;
pub mod event;
pub mod face;
pub mod footer;
pub mod keys;
pub mod layout;
pub mod list;
pub mod proof;
#[cfg(unix)]
pub mod run;
pub mod screen;
pub mod scroll;
pub mod stage;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod theme;

/// The examples of the readme page are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    pub mod sample;
}
