//! Elenchus: a playground for AI-safety debate protocols.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod chance;
pub mod cli;
pub mod debate;
pub mod lab;
pub mod machine;
pub mod outside;
pub mod protocol;
pub mod rules;
pub mod scenario;
pub mod show;
pub mod strategy;
pub mod tui;
pub mod work;
