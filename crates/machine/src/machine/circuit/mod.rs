//! Circuits: plans that ask nothing and whose gates read at most two values.
//!
//! A circuit has one output bit, its last gate. It comes from a [`formula`], an ASCII AIGER file
//! ([`aiger`]), a Bristol Fashion file ([`bristol`]), a built-in [`family`], or any plan without
//! questions ([`Circuit::reduce`]). Its normal form over ∧ and ∨ is in [`normal_form`].

pub mod aiger;
pub mod bristol;
mod build;
mod counting;
pub mod decision_tree;
pub mod dependence;
pub mod family;
pub mod formula;
mod gates;
mod netlist;
pub mod normal_form;
pub mod parallel;
pub mod reading;
mod reduce;
pub mod truth_table;

pub use build::{CircuitBuilder, Wire};
pub use decision_tree::DecisionTree;
pub use gates::{Circuit, CircuitError};
pub use normal_form::NormalForm;
pub use parallel::Lanes;
pub use reading::Reading;
pub use truth_table::TruthTable;
