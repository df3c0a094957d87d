//! Debate with a witness (2024 paper, Fig. 3, Thms 7.1 and 7.2), an opening of cross-examination
//! and of stochastic debate. Alice first writes the witness inputs of the plan, and then the
//! protocol is played on them.

mod players;
mod rules;
mod solve;
mod words;

pub(crate) use players::players;
pub use rules::{
    HonestWitness, MOST_SEARCHED, WitnessMethod, WitnessOpening, every_witness, numbered,
};
pub(crate) use solve::{AllWitnesses, best_response, report};
