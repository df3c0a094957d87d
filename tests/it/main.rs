//! What must be true of Elenchus as a whole, told through its public library and its program.

mod at_random;
mod attack;
mod bench;
mod browser;
mod claims;
mod claims_shown;
#[cfg(feature = "class")]
mod class;
mod classroom;
mod cli;
mod conformance;
mod contributing;
mod cross_examination;
mod dependencies;
mod desk;
mod dqc;
mod estimator;
mod evidence;
mod exported;
mod files;
mod golden;
#[cfg(unix)]
mod headline;
mod journals;
mod keys;
mod kit;
mod lessons;
mod lessons_of_machines;
mod machine_room;
mod many;
mod mistakes;
mod mutants;
mod notes;
mod oracles;
mod other_tools;
mod outside;
mod pictures;
mod promises;
mod query;
mod readme;
mod review;
mod rooms;
mod screens;
mod secrets;
mod sentences;
mod session;
mod stochastic;
mod stopping;
#[cfg(unix)]
mod terminal;
mod truth;
mod turing;
mod views;
mod words;
