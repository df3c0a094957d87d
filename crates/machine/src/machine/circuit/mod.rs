//! Circuits: plans without questions, whose gates read at most two values.
//!
//! A circuit has one output bit, its last gate. It comes from a [`formula`], an AIGER file ([`aiger`]), a Bristol
//! Fashion file ([`bristol`]), a built-in [`family`], or any plan without questions ([`Circuit::reduce`]). The module
//! [`normal_form`] converts a circuit to ∧ and ∨ over literals.

pub mod aiger;
pub mod bit_sliced;
pub mod bristol;
mod build;
mod counting;
pub mod decision_tree;
pub mod dependence;
pub mod family;
pub mod formula;
mod gates;
mod netlist;
pub mod next_read;
pub mod normal_form;
mod reduce;
pub mod truth_table;

pub use bit_sliced::BitSlicedCircuit;
pub use build::{CircuitBuilder, Wire};
pub use decision_tree::DecisionTree;
pub use gates::{Circuit, CircuitError};
pub use next_read::NextRead;
pub use normal_form::NormalForm;
pub use truth_table::TruthTable;
