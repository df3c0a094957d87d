//! A library for terminal programs that are made of screens.
//!
//! A screen draws itself and lists what its keys do. Each [`KeyCommand`](screen::KeyCommand) has its keys, its words and
//! its effect. The handler, the footer, the help, the mouse and the tests all read this one list, so they always
//! agree.
//!
//! - [`screen`]: the traits of a program and of a screen, and the key commands; [`app`]: the stack of screens, which
//!   handles events;
//! - [`keys`]: one table of all actions and their default keys, which a key file may change; [`footer`]: the row
//!   that shows what the keys do now;
//! - [`theme`]: a style for each role, with or without colours, in Unicode or ASCII; [`screen_checks`]: checks
//!   that every drawn screen must pass;
//! - [`canvas`], [`card`], [`text`], [`layout`], [`list`], [`scroll`]: tools for drawing;
//! - [`terminal`]: the terminal, which the program restores however it ends; the keyboard; one queue of events;
//! - [`headless`]: a driver without a terminal, for tests and pictures; [`svg`]: a screen as a picture; [`text_mode`]: a
//!   screen as HTML.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod app;
pub mod canvas;
pub mod card;
pub mod clock;
pub mod edit;
pub mod environment;
pub mod event;
pub mod footer;
pub mod headless;
pub mod keys;
pub mod layout;
pub mod list;
#[cfg(unix)]
pub mod run;
pub mod screen;
pub mod screen_checks;
pub mod scroll;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod text_mode;
pub mod theme;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    pub mod sample;
}
