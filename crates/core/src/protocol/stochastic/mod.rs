//! Debate over a stochastic oracle (Brown-Cohen et al. 2024, Fig. 2, Thm 6.2).
//!
//! In each round, Alice states the probability that the step's answer is 1. A coin of both provers
//! turns her number into a bit, and then Bob goes on or aborts. If he aborts, the judge draws votes
//! and rules on the number of this round. If Bob never aborts, the last bit decides.

mod constants;
mod counts;
mod errors;
mod form;
mod instance;
mod oracles;
pub mod players;
mod proved_bounds;
mod rules;
pub mod solve;
mod tolerances;
mod variant;
mod view;
mod words;

pub use constants::{
    ConstantSet, Constants, ExplicitConstants, LipschitzBound, MOST_SAMPLES, SampleRule,
};
pub use counts::{counts_within, is_near};
pub use errors::{ConstantsError, ThresholdKind};
pub use form::StochasticFile;
pub use instance::{Coin, ProtocolVariant, StochasticInstance};
pub use oracles::{OracleFlaws, Oracles};
pub use proved_bounds::{OracleDistances, ProvedBounds};
pub use rules::{
    CoinShare, CoinToss, DrawingStage, Phase, StatedProbability, Stochastic, StochasticEnding,
    StochasticRound, Votes, coin,
};
pub use tolerances::Tolerances;
pub use view::{ProofRound, RoundView, SeatRequest};

type Seen<'a> = crate::rules::View<'a, Stochastic>;
