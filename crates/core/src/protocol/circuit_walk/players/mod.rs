//! Players of a circuit walk.

mod judge;
mod prover;
mod registry;
