//! Debate with a witness (Brown-Cohen et al. 2024, Fig. 3, Thms 7.1 and 7.2): an opening of
//! cross-examination and of stochastic debate. Alice first writes the plan's witness inputs, then the
//! protocol is played on what she wrote.

mod players;
mod rules;
mod solve;
mod words;

pub(crate) use players::players;
pub use rules::{HonestWitness, How, MOST_SEARCHED, Opening, every_witness, numbered};
pub(crate) use solve::{OverAll, best_response, report};
