//! Debate with a witness (Brown-Cohen et al. 2024, Fig. 3, Thms 7.1 and 7.2): Alice
//! first writes the plan's witness inputs, then a main protocol is played on what she wrote.

mod form;
pub mod players;
mod rules;
pub mod solve;
mod view;
mod words;

pub(crate) use form::opened;
pub use rules::{
    HonestWitness, How, MOST_SEARCHED, Main, Shortfall, Witnessed, every_witness, numbered,
};
