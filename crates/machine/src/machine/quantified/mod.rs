//! Quantified games: k rounds with one bit each from Alice and Bob, and then a verifier circuit
//! (Irving et al. 2018).
//!
//! f(x) = 1 iff ∀α_1 ∃β_1 … ∀α_k ∃β_k: V(x, α, β) = 1. Alice claims that f(x) = 0, and chooses the bits α. Bob chooses
//! the bits β. A game comes from a quantified [`formula`] or a [`qdimacs`] file.

pub mod formula;
mod game;
mod perfect;
pub mod qdimacs;

pub use game::{BitPlayer, BitTurn, GameError, QuantifiedGame, RoundBits};
pub use perfect::{PerfectPlay, TooWideToSolve};
