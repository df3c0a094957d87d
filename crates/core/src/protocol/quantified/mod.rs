//! Quantified debate (Irving et al. 2018; Lemma 8 and Thm 9 of the 2026 paper).
//!
//! The provers alternate bits α_1, β_1, …; f(x) = 1 iff ∀α_1 ∃β_1 …: V(x, α, β) = 1. Alice says
//! f(x) = 0. Then the judge evaluates V, reading what it needs of x and the bits (the t-th bit
//! played is cell "step t", the j-th bit of x "input j"); or V is cross-examined on them.

mod form;
pub mod players;
mod rules;
mod view;
mod words;

pub use form::QuantifiedDebateFile;
pub(in crate::protocol) use rules::verify;
pub use rules::{Quantified, QuantifiedInstance, Verifier};

/// What a party sees of the debate.
type Seen<'a> = crate::rules::View<'a, Quantified>;
