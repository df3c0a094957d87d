//! What must be true of Elenchus as a whole, told through its public library and its program.

mod claims;
mod cli;
mod conformance;
mod cross_examination;
mod dqc;
mod files;
mod golden;
mod journals;
mod kit;
mod many;
mod query;
mod readme;
mod screens;
mod stochastic;
#[cfg(unix)]
mod terminal;
mod turing;
